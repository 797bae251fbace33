package org.example;

import io.brokerbench.run.RunListener;

/** Prints what a run does before and after its load. */
final class StepPrinter implements RunListener {

  @Override
  public void step(String what) {
    System.out.println(what);
  }
}
