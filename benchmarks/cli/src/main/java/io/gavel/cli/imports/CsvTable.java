package io.gavel.cli.imports;

import io.gavel.input.InputText;
import io.gavel.workload.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.DuplicateHeaderMode;

/** A table of another program. Columns without a reader are ignored. */
final class CsvTable {

  private final Path file;
  private final List<String> columns;
  private final List<Row> rows = new ArrayList<>();

  /**
   * Reads a table; without {@code header}, its first line names the columns, and values may be
   * quoted.
   */
  private CsvTable(InputText input, char delimiter, String... header) {
    this.file = input.file();
    CSVFormat format =
        CSVFormat.RFC4180
            .builder()
            .setDelimiter(delimiter)
            .setHeader(header)
            .setSkipHeaderRecord(header.length == 0)
            .setQuote(header.length == 0 ? '"' : null)
            .setTrim(true)
            .setAllowMissingColumnNames(true)
            .setDuplicateHeaderMode(DuplicateHeaderMode.ALLOW_EMPTY)
            .get();
    try (CSVParser parser = CSVParser.parse(input.text(), format)) {
      this.columns = parser.getHeaderNames();
      for (CSVRecord row : parser) {
        rows.add(new Row(row, parser.getCurrentLineNumber()));
      }
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      throw new InvalidInputException(
          "%s: is not valid CSV: %s".formatted(file, String.valueOf(e.getMessage())));
    }
  }

  static CsvTable of(InputText input, char delimiter) {
    return new CsvTable(input, delimiter);
  }

  /** Reads a table without header, whose lines have as many values as there are columns. */
  static CsvTable withoutHeader(InputText input, char delimiter, String... columns) {
    CsvTable table = new CsvTable(input, delimiter, columns);
    for (Row row : table.rows) {
      if (!row.row.isConsistent()) {
        throw new InvalidInputException(
            "%s: line %s must have %s columns; it has %s"
                .formatted(input.file(), row.line, columns.length, row.row.size()));
      }
    }
    return table;
  }

  /** Reads a file that must have some columns. */
  static CsvTable read(Path file, char delimiter, String... required) {
    CsvTable table = new CsvTable(InputText.read(file), delimiter);
    for (String column : required) {
      if (!table.columns.contains(column)) {
        throw new InvalidInputException(
            "%s: column %s is missing; found %s".formatted(file, column, table.columns));
      }
    }
    return table;
  }

  List<String> columns() {
    return columns;
  }

  List<Row> rows() {
    return rows;
  }

  /** A line of the table. */
  final class Row {

    private final CSVRecord row;
    private final long line;

    private Row(CSVRecord row, long line) {
      this.row = row;
      this.line = line;
    }

    /** Returns a value; empty if the table lacks the column or the line is short. */
    String text(String column) {
      return row.isSet(column) ? row.get(column) : "";
    }

    /** Returns a finite number; empty if there is none. */
    OptionalDouble number(String column) {
      try {
        double number = Double.parseDouble(text(column));
        return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
      } catch (NumberFormatException e) {
        return OptionalDouble.empty();
      }
    }

    /** Requires a number in a range. */
    double number(String column, DoublePredicate fits, String allowed) {
      OptionalDouble number = number(column);
      if (number.isEmpty() || !fits.test(number.getAsDouble())) {
        throw wrong(column, allowed);
      }
      return number.getAsDouble();
    }

    /** Returns an integer from 0 to a million; empty if there is none. */
    Optional<Integer> count(String column) {
      OptionalDouble number = number(column);
      boolean whole =
          number.isPresent()
              && number.getAsDouble() >= 0
              && number.getAsDouble() <= 1e6
              && number.getAsDouble() == Math.rint(number.getAsDouble());
      return whole ? Optional.of((int) number.getAsDouble()) : Optional.empty();
    }

    /** Returns a complaint that names file, line, column and value. */
    InvalidInputException wrong(String column, String allowed) {
      return new InvalidInputException(
          "%s: line %s: %s is \"%s\"; it must be %s"
              .formatted(file, line, column, text(column), allowed));
    }
  }
}
