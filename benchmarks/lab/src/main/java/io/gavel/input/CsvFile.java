package io.gavel.input;

import io.gavel.policies.internal.Require;
import io.gavel.workload.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** Reads a CSV file with a header line, row by row; errors name file, line and value. */
final class CsvFile {

  private final InputText input;
  private final List<String> required;
  private final List<String> optional;
  private final Consumer<InvalidInputException> mistakes;
  private long line = 1;

  CsvFile(
      InputText input,
      List<String> required,
      List<String> optional,
      Consumer<InvalidInputException> mistakes) {
    this.input = input;
    this.required = required;
    this.optional = optional;
    this.mistakes = mistakes;
  }

  /** Lets the first mistake end the reading. */
  static void fail(InvalidInputException mistake) {
    throw mistake;
  }

  /**
   * Returns the messages of all mistakes that a reading notes, or of the one that ends it. After
   * mistakes in lines, mistakes of the complete file may result from lines that were left out.
   */
  static List<String> mistakes(Consumer<Consumer<InvalidInputException>> reading) {
    List<String> messages = new ArrayList<>();
    try {
      reading.accept(mistake -> messages.add(String.valueOf(mistake.getMessage())));
    } catch (InvalidInputException e) {
      if (messages.isEmpty()) {
        messages.add(String.valueOf(e.getMessage()));
      }
    }
    return messages.stream().distinct().toList();
  }

  /** Reads rows whose first required column is a unique name. */
  <T> List<T> rows(Function<Row, T> read) {
    Set<String> names = new HashSet<>();
    return lines(
        row -> {
          if (!names.add(row.name())) {
            throw wrong(required.get(0), row.name(), "a name that no other line has");
          }
          return value(row, read);
        });
  }

  /** Reads rows that may be equal. */
  <T> List<T> lines(Function<Row, T> read) {
    CSVFormat format = CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();
    List<T> rows = new ArrayList<>();
    try (CSVParser parser = CSVParser.parse(input.text(), format)) {
      requireColumns(parser.getHeaderNames());
      for (CSVRecord csv : parser) {
        line = parser.getCurrentLineNumber();
        try {
          rows.add(read.apply(new Row(csv, parser.getHeaderNames().size())));
        } catch (InvalidInputException e) {
          mistakes.accept(e);
        }
      }
    } catch (IOException e) { // broken quotes in the header
      throw complaint("not valid CSV: " + e.getMessage());
    } catch (UncheckedIOException e) { // broken quotes in the next line
      line++;
      mistakes.accept(
          complaint("not valid CSV: " + Objects.requireNonNull(e.getCause()).getMessage()));
    } catch (IllegalArgumentException e) { // duplicate column
      mistakes.accept(complaint("not valid CSV: " + e.getMessage()));
    }
    if (rows.isEmpty()) {
      throw complaint("the file has only a header");
    }
    return List.copyOf(rows);
  }

  private <T> T value(Row row, Function<Row, T> read) {
    try {
      return read.apply(row);
    } catch (IllegalArgumentException e) { // the message names the conflict
      throw complaint(String.valueOf(e.getMessage()));
    }
  }

  private void requireColumns(List<String> header) {
    Set<String> names = new HashSet<>();
    for (String column : header) {
      if (!names.add(column)) {
        throw complaint("column %s is given twice".formatted(column));
      }
    }
    for (String column : required) {
      if (!header.contains(column)) {
        throw complaint("column %s is missing; found %s".formatted(column, header));
      }
    }
    for (String column : header) {
      if (!required.contains(column) && !optional.contains(column)) {
        throw complaint(
            "column \"%s\" is unknown; allowed: %s%s"
                .formatted(
                    column,
                    String.join(", ", required),
                    optional.isEmpty() ? "" : ", " + String.join(", ", optional)));
      }
    }
  }

  private InvalidInputException wrong(String column, String value, String allowed) {
    return complaint("%s is %s; it must be %s".formatted(column, value, allowed));
  }

  private InvalidInputException complaint(String what) {
    return new InvalidInputException("%s: line %s: %s".formatted(input.file(), line, what));
  }

  /** One line of the file. */
  final class Row {
    private final CSVRecord csv;

    private Row(CSVRecord csv, int columns) {
      this.csv = csv;
      if (!csv.isConsistent()) {
        throw complaint("%s values; the header has %s columns".formatted(csv.size(), columns));
      }
    }

    /** Returns the first required column. */
    String name() {
      return name(required.get(0));
    }

    /** Returns a complaint about the value of a column. */
    InvalidInputException wrong(String column, String value, String allowed) {
      return CsvFile.this.wrong(column, value, allowed);
    }

    /** Returns a name. */
    String name(String column) {
      if (csv.get(column).isBlank()) {
        throw wrong(column, "blank", "a name");
      }
      return text(column);
    }

    /** Returns the raw value of a column; empty if the column is absent. */
    String text(String column) {
      String text = csv.isMapped(column) ? csv.get(column) : "";
      if (!Require.isPlain(text)) {
        throw wrong(column, Require.escaped(text), "a text without control characters");
      }
      return text;
    }

    /** Returns a finite number greater than 0. */
    double positive(String column) {
      return number(column, value -> value > 0, "a finite number greater than 0");
    }

    /** Returns a finite number in a range. */
    double number(String column, DoublePredicate fits, String allowed) {
      String text = csv.get(column);
      double value;
      try {
        value = Decimal.parse(text);
      } catch (NumberFormatException e) {
        throw wrong(column, '"' + text + '"', allowed);
      }
      if (!fits.test(value) || !Double.isFinite(value)) {
        throw wrong(column, text, allowed);
      }
      return value;
    }

    /** Returns an integer of at least 0. */
    long number(String column, long most) {
      return number(column, 0, most);
    }

    /** Returns an integer. */
    long number(String column, long least, long most) {
      String text = csv.get(column);
      String allowed = "a whole number from %s to %s".formatted(least, most);
      long value;
      try {
        value = Long.parseLong(text);
      } catch (NumberFormatException e) {
        throw wrong(column, '"' + text + '"', allowed);
      }
      if (value < least || value > most) {
        throw wrong(column, text, allowed);
      }
      return value;
    }
  }
}
