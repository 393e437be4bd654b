package io.gavel.input;

import io.gavel.workload.InvalidInputException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Reads the prices of worker types in CSV: {@code worker_type}, {@code usd_per_hour}. */
public final class PriceReader {

  /** The column that identifies a file of prices. */
  static final String PRICE = "usd_per_hour";

  private PriceReader() {}

  private record Entry(String type, double price) {}

  /**
   * Reads prices.
   *
   * @param file a CSV file
   * @return USD per worker-hour by worker type, in the order of the file, at least one
   * @throws InvalidInputException naming file, line, value and the allowed values
   */
  public static Map<String, Double> read(Path file) {
    return InputKind.PRICES.read(InputText.read(file), input -> read(input, CsvFile::fail));
  }

  /** Reads the file that an option names. */
  static Map<String, Double> read(String option, String file) {
    try {
      return read(Path.of(file));
    } catch (InvalidPathException e) {
      throw new InvalidInputException("%s: %s".formatted(option, e.getMessage()));
    }
  }

  /**
   * Returns the mistakes of a file of prices, at most one a line.
   *
   * @param input the text of a CSV file
   * @return messages with file, line, value and the allowed values; empty if the file is valid
   */
  static List<String> mistakes(InputText input) {
    return CsvFile.mistakes(mistakes -> read(input, mistakes));
  }

  private static Map<String, Double> read(
      InputText input, Consumer<InvalidInputException> mistakes) {
    Map<String, Double> prices = new LinkedHashMap<>();
    new CsvFile(input, List.of("worker_type", PRICE), List.of(), mistakes)
        .rows(
            row ->
                new Entry(
                    row.name(),
                    row.number(PRICE, price -> price >= 0, "a finite number of at least 0")))
        .forEach(entry -> prices.put(entry.type(), entry.price()));
    return prices;
  }
}
