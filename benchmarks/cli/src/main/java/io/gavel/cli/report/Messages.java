package io.gavel.cli.report;

/** One-line messages of exceptions. */
public final class Messages {

  private Messages() {}

  /** Returns the first line of an exception's message, or its class name if it has no message. */
  public static String oneLine(Throwable e) {
    String message = e.getMessage();
    return message == null || message.isBlank()
        ? e.getClass().getSimpleName()
        : message.strip().lines().findFirst().orElseThrow();
  }
}
