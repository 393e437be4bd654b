package io.gavel.cli.report;

/** Turns failures into lines. */
public final class Messages {

  private Messages() {}

  /** The first line of what an exception says, or its class where it says nothing. */
  public static String oneLine(Throwable e) {
    String message = e.getMessage();
    return message == null || message.isBlank()
        ? e.getClass().getSimpleName()
        : message.strip().lines().findFirst().orElseThrow();
  }
}
