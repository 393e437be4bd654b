package io.gavel.cli.operate;

import java.util.Locale;

/** A unit of time for durations that stand together, chosen by the longest. */
enum Span {
  SECONDS("s", 1),
  MINUTES("min", 60),
  HOURS("h", 3600);

  private static final double LEAST = 2;

  private final String symbol;
  private final double seconds;

  Span(String symbol, double seconds) {
    this.symbol = symbol;
    this.seconds = seconds;
  }

  /** Returns the largest unit of which the longest duration has two. */
  static Span of(double longestSeconds) {
    return longestSeconds >= LEAST * HOURS.seconds
        ? HOURS
        : longestSeconds >= LEAST * MINUTES.seconds ? MINUTES : SECONDS;
  }

  /** Returns a duration in its own unit, such as 6.8 h. */
  static String text(double seconds) {
    Span span = of(seconds);
    return "%s %s".formatted(span.number(seconds), span);
  }

  String number(double duration) {
    return String.format(Locale.ROOT, this == SECONDS ? "%.0f" : "%.1f", duration / seconds);
  }

  @Override
  public String toString() {
    return symbol;
  }
}
