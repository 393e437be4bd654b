package io.gavel.benchmarks;

/** Turns failures into lines. */
final class Messages {

  private Messages() {}

  /** The first line of what an exception says, or its class where it says nothing. */
  static String oneLine(Throwable e) {
    String message = e.getMessage();
    return message == null || message.isBlank()
        ? e.getClass().getSimpleName()
        : message.strip().lines().findFirst().orElseThrow();
  }
}
