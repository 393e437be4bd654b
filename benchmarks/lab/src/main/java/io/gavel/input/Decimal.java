package io.gavel.input;

import java.util.regex.Pattern;

/** Parses decimal numbers, without the hexadecimal digits and suffixes of Java. */
final class Decimal {

  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?|NaN|[+-]?Infinity");

  private Decimal() {}

  /**
   * Parses a number, or NaN or Infinity; spaces around it are ignored.
   *
   * @throws NumberFormatException if it is not a decimal number
   */
  static double parse(String text) {
    String number = text.strip();
    if (!DECIMAL.matcher(number).matches()) {
      throw new NumberFormatException(text);
    }
    return Double.parseDouble(number);
  }
}
