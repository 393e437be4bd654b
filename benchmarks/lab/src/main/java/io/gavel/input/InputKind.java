package io.gavel.input;

import io.gavel.workload.InvalidInputException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The formats of input files, distinguished by their content. */
public enum InputKind {
  SNAPSHOT("snapshot"),
  PROBLEM("problem"),
  THROUGHPUTS("throughput table"),
  TRACE("trace"),
  RECORD("recorded run"),
  PRICES("list of prices"),
  SERVERS("list of servers"),
  TASKS("list of tasks");

  private static final Set<String> PROBLEM_KEYS = Set.of("schema", "worker_types", "jobs");

  private final String words;

  InputKind(String words) {
    this.words = words;
  }

  /**
   * Returns the format of a file.
   *
   * @param input the text of a file
   * @return the format, or the most likely one if the file is wrong
   * @throws InvalidInputException if it is not valid JSON or resembles no format
   */
  public static InputKind of(InputText input) {
    if (SnapshotFile.isSnapshot(input)) {
      return SNAPSHOT;
    }
    String text = input.text().strip();
    if (RecordedRunFile.isRecord(text)) {
      return RECORD;
    }
    if (text.startsWith("{") || text.startsWith("/")) {
      List<String> keys = JsonCursor.read(input).members().stream().map(Map.Entry::getKey).toList();
      // An empty object may become a problem: its mistakes say what is missing.
      boolean problem = keys.isEmpty() || keys.stream().anyMatch(PROBLEM_KEYS::contains);
      return problem ? PROBLEM : THROUGHPUTS;
    }
    List<String> columns = List.of(text.lines().findFirst().orElse("").split(",", -1));
    if (columns.contains("sn")) {
      return SERVERS;
    }
    if (columns.contains("num_gpu")) {
      return TASKS;
    }
    if (columns.contains(PriceReader.PRICE)) {
      return PRICES;
    }
    if (columns.contains("job_id") || columns.contains("total_steps")) {
      return TRACE;
    }
    throw new InvalidInputException(
        input.file()
            + ": is no problem, snapshot or throughput table, and its first line has no column"
            + " job_id (trace), usd_per_hour (prices), sn (servers) or num_gpu (tasks)");
  }

  /**
   * Returns the mistakes of a file of this format.
   *
   * @param input the text of a file
   * @return messages with file, line and place; empty if the file is valid
   * @throws InvalidInputException if the file cannot be parsed
   */
  public List<String> mistakes(InputText input) {
    return switch (this) {
      case SNAPSHOT -> SnapshotFile.mistakes(input);
      case PROBLEM -> ProblemReader.mistakes(input);
      case THROUGHPUTS -> ThroughputTableReader.mistakes(input);
      case TRACE -> TraceReader.mistakes(input);
      case RECORD -> RecordedRunFile.mistakes(input);
      case PRICES -> PriceReader.mistakes(input);
      case SERVERS -> PlacementReader.mistakesOfServers(input);
      case TASKS -> PlacementReader.mistakesOfTasks(input);
    };
  }

  /**
   * Returns the name of the format.
   *
   * @return words for messages
   */
  public String words() {
    return words;
  }
}
