package io.brokerbench.driver;

import io.brokerbench.record.Resolution;

/** What a transactional producer is asked while it sends. */
public interface TransactionHandler {

  /**
   * Runs the local transaction: the half message is stored. Called in the thread that sends.
   *
   * @param body of the message
   */
  Resolution execute(byte[] body);

  /**
   * Answers a check-back. May come on any thread, for a message of any producer of the group, even
   * of another process.
   *
   * @param body of the message
   * @param number of the check-back for this message, from 1
   */
  Resolution check(byte[] body, int number);
}
