package io.gavel.input;

import io.gavel.workload.InvalidInputException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The formats of input files, distinguished by their content. */
public enum InputKind {
  SNAPSHOT("snapshot", "gavel solve, why and what-if read it"),
  PROBLEM("problem", "gavel solve, why and what-if read it"),
  SLOTS("list of slots", "gavel when --slots reads it"),
  THROUGHPUTS("throughput table", "gavel simulate --throughputs reads it"),
  TRACE("trace", "gavel simulate --trace reads it"),
  RECORD("recorded run", "gavel replay reads it"),
  PRICES("list of prices", "gavel simulate --prices reads it"),
  SERVERS("list of servers", "gavel place --nodes reads it"),
  TASKS("list of tasks", "gavel place --pods reads it");

  private static final Set<String> PROBLEM_KEYS = Set.of("schema", "worker_types", "jobs");

  private static final Set<String> OF_SLURM = Set.of("jobs", "nodes", "sinfo");

  private final String words;
  private final String readers;

  InputKind(String words, String readers) {
    this.words = words;
    this.readers = readers;
  }

  /**
   * Reads a file of this format. If it has another one, the error says so, and which command reads
   * it.
   *
   * @param input the text of a file
   * @param reader reads files of this format
   * @throws InvalidInputException if the file is wrong
   */
  <T> T read(InputText input, Function<InputText, T> reader) {
    try {
      return reader.apply(input);
    } catch (InvalidInputException e) {
      throw other(input)
          .map(
              kind ->
                  new InvalidInputException(
                      "%s: is a %s, not a %s; %s"
                          .formatted(input.file(), kind.words, words, kind.readers)))
          .orElse(e);
    }
  }

  /** Returns the other format of which a file is a valid example. */
  private Optional<InputKind> other(InputText input) {
    try {
      InputKind kind = of(input);
      return kind == this || !kind.mistakes(input).isEmpty() ? Optional.empty() : Optional.of(kind);
    } catch (InvalidInputException e) {
      return Optional.empty();
    }
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
      if (keys.contains("errors") && keys.stream().anyMatch(OF_SLURM::contains)) {
        throw ofSlurm(input);
      }
      if (keys.contains("slots")) {
        return SLOTS;
      }
      // An empty object may become a problem: its mistakes say what is missing.
      boolean problem = keys.isEmpty() || keys.stream().anyMatch(PROBLEM_KEYS::contains);
      return problem ? PROBLEM : THROUGHPUTS;
    }
    if (text.startsWith("JobID") && text.lines().findFirst().orElse("").contains("|")) {
      throw ofSlurm(input);
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

  private static InvalidInputException ofSlurm(InputText input) {
    return new InvalidInputException(
        input.file() + ": was printed by Slurm; gavel import slurm reads it");
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
      case SLOTS -> HorizonReader.mistakes(input);
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
