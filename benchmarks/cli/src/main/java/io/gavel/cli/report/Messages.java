package io.gavel.cli.report;

import io.gavel.policies.internal.Require;

/** One-line messages of exceptions. */
public final class Messages {

  private Messages() {}

  /** Returns one line on an exception that no input should cause. */
  public static String internal(Throwable e) {
    StackTraceElement[] trace = e.getStackTrace();
    return "internal error: %s: %s%s; java -Dgavel.trace=true prints the stack trace; please report it"
        .formatted(
            e.getClass().getSimpleName(), oneLine(e), trace.length == 0 ? "" : " at " + trace[0]);
  }

  /**
   * Returns the first line of an exception's message, or its class name if it has no message;
   * control characters are escaped, because a message may quote a file.
   */
  public static String oneLine(Throwable e) {
    String message = e.getMessage();
    return message == null || message.isBlank()
        ? e.getClass().getSimpleName()
        : Require.escaped(message.strip().lines().findFirst().orElseThrow());
  }
}
