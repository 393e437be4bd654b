package io.gavel.architecture.violations.benchmarks;

/** What no library may know. */
public final class Tool {
  private Tool() {}

  /** Returns a number. */
  public static int answer() {
    return 42;
  }
}
