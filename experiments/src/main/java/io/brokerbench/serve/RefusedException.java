package io.brokerbench.serve;

/** A request that is not answered as asked, with the reason in one line. */
final class RefusedException extends Exception {

  static final int FORBIDDEN = 403;
  static final int NOT_FOUND = 404;
  static final int WRONG_METHOD = 405;
  static final int NOT_SHOWN = 422;
  static final int TOO_MANY = 503;

  private static final long serialVersionUID = 1;

  private final int status;

  /** With a status of HTTP. */
  RefusedException(int status, String why) {
    super(why);
    this.status = status;
  }

  int status() {
    return status;
  }

  String why() {
    return String.valueOf(getMessage());
  }
}
