package io.gavel.cli.report;

import java.util.Arrays;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;

/** Writes lines of CSV. */
public final class CsvLine {

  private static final Pattern FORMULA = Pattern.compile("[=+@-].*");
  private static final Pattern NUMBER = Pattern.compile("-[\\d.]+(E-?\\d+)?|-Infinity");

  private CsvLine() {}

  /**
   * Returns a line with its end. A text that a spreadsheet would run as a formula gets an
   * apostrophe in front.
   *
   * @param values texts and numbers
   * @return the line
   */
  public static String of(Object... values) {
    Object[] cells = Arrays.stream(values).map(CsvLine::cell).toArray();
    return CSVFormat.RFC4180.format(cells) + "\n";
  }

  private static Object cell(Object value) {
    return value instanceof String text
            && FORMULA.matcher(text).matches()
            && !NUMBER.matcher(text).matches()
        ? "'" + text
        : value;
  }
}
