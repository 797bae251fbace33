package io.brokerbench.driver;

import io.brokerbench.record.Resolution;

/** Runs local transactions and answers check-backs for a transactional producer. */
public interface TransactionHandler {

  /**
   * Runs the local transaction after the half message was stored. Called in the sending thread.
   *
   * @param body of the message
   */
  Resolution execute(byte[] body);

  /**
   * Notes that the client failed to hand over the result of the last local transaction. Called in
   * the sending thread.
   */
  default void endFailed() {}

  /**
   * Answers a check-back. May be called on any thread, for a message of any producer of the group,
   * even of another process.
   *
   * @param body of the message
   * @param number of the check-back for this message, from 1
   */
  Resolution check(byte[] body, int number);
}
