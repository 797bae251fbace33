package io.brokerbench.command;

/** What a flag is about; the help has a section for each, in this order. */
public enum Concern {
  CLUSTER("Cluster"),
  LOAD("Load"),
  MESSAGES("Messages"),
  TRANSACTIONS("Transactions"),
  CONSUMERS("Consumers"),
  CLIENT("RocketMQ's client"),
  JUDGEMENT("Faults and requirements"),
  WORKERS("Several machines"),
  OUTPUT("Output"),
  SETTINGS("Settings and help");

  private final String title;

  Concern(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }
}
