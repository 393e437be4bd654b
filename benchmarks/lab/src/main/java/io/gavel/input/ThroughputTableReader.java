package io.gavel.input;

import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads throughput tables in JSON: {@code {worker type: {"('job type', scale factor)": {"null":
 * rate alone, "('other type', scale factor)": [rate, rate of the other]}}}}. A text {@code
 * "assumed"} at the top names the source of throughputs that were not measured.
 */
public final class ThroughputTableReader {

  private static final Pattern KIND = Pattern.compile("\\('(.+)', ([1-9]\\d{0,5})\\)");
  private static final String ALONE = "null";
  private static final String ASSUMED = "assumed";

  private final ThroughputTable.Builder table = ThroughputTable.builder();

  private ThroughputTableReader() {}

  /**
   * Reads a table.
   *
   * @param file a JSON file
   * @return the table
   * @throws InvalidInputException naming file, place, value and the allowed values
   */
  public static ThroughputTable read(Path file) {
    return InputKind.THROUGHPUTS.read(InputText.read(file), ThroughputTableReader::read);
  }

  /**
   * Reads a table.
   *
   * @param input the text of a JSON file
   * @return the table
   * @throws InvalidInputException naming file, place, value and the allowed values
   */
  public static ThroughputTable read(InputText input) {
    return read(JsonCursor.read(input));
  }

  private static ThroughputTable read(JsonCursor root) {
    ThroughputTableReader reader = new ThroughputTableReader();
    for (Map.Entry<String, JsonCursor> workerType : root.members()) {
      if (workerType.getKey().equals(ASSUMED) && workerType.getValue().isText()) {
        reader.table.assumed(workerType.getValue().text());
        continue;
      }
      reader.table.type(workerType.getKey());
      for (Map.Entry<String, JsonCursor> row : workerType.getValue().members()) {
        try {
          reader.row(workerType.getKey(), kind(row), row.getValue());
        } catch (InvalidInputException e) {
          root.note(e);
        }
      }
    }
    return reader.table.build();
  }

  /**
   * Returns all mistakes of a file.
   *
   * @param input the text of a JSON file
   * @return messages with file, line, place, value and the allowed values; empty if the file is
   *     valid
   * @throws InvalidInputException if the text is not JSON
   */
  static List<String> mistakes(InputText input) {
    return CsvFile.mistakes(mistakes -> read(JsonCursor.read(input, mistakes)));
  }

  private void row(String workerType, JobKind kind, JsonCursor place) {
    table.alone(workerType, kind, place.member(ALONE).nonNegative());
    for (Map.Entry<String, JsonCursor> entry : place.members()) {
      if (!entry.getKey().equals(ALONE)) {
        List<JsonCursor> both = entry.getValue().list(2, "the rates of this job and of the other");
        double ofThis = both.get(0).nonNegative();
        double ofOther = both.get(1).nonNegative();
        table.sharing(
            workerType, kind, kind(entry), new ThroughputTable.PairRates(ofThis, ofOther));
      }
    }
  }

  private static JobKind kind(Map.Entry<String, JsonCursor> entry) {
    Matcher matcher = KIND.matcher(entry.getKey());
    if (!matcher.matches()) {
      throw entry.getValue().complaint("is not a key like \"('job type', 1)\"");
    }
    return new JobKind(matcher.group(1), Integer.parseInt(matcher.group(2)));
  }
}
