package io.gavel.input;

import java.util.regex.Pattern;

/** Parses decimal numbers, without the hexadecimal digits and suffixes of Java. */
final class Decimal {

  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?|NaN|[+-]?Infinity");

  private static final Pattern SIGNIFICANT = Pattern.compile("[^eE]*[1-9]");

  private Decimal() {}

  /**
   * Parses a number, or NaN or Infinity; spaces around it are ignored.
   *
   * @throws NumberFormatException if it is not a decimal number, or so near to 0 that no double but
   *     0 stands for it
   */
  static double parse(String text) {
    String number = text.strip();
    if (!DECIMAL.matcher(number).matches()) {
      throw new NumberFormatException(text);
    }
    double value = Double.parseDouble(number);
    if (value == 0 && SIGNIFICANT.matcher(number).lookingAt()) { // 1e-400 is not 0
      throw new NumberFormatException(text);
    }
    return value;
  }
}
