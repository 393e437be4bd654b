package io.gavel.input;

import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The kinds of input files, told apart by their content. */
public enum InputKind {
  SNAPSHOT("snapshot"),
  PROBLEM("problem"),
  THROUGHPUTS("throughput table"),
  TRACE("trace"),
  SERVERS("list of servers"),
  TASKS("list of tasks");

  private static final Set<String> PROBLEM_KEYS = Set.of("schema", "worker_types", "jobs");

  private final String words;

  InputKind(String words) {
    this.words = words;
  }

  /**
   * Returns the kind of a file.
   *
   * @param file a file
   * @return what it is, or what it seems to be if it is wrong
   * @throws InvalidInputException if it cannot be read or resembles no kind
   */
  public static InputKind of(Path file) {
    if (SnapshotFile.isSnapshot(file)) {
      return SNAPSHOT;
    }
    String text = InputText.read(file).strip();
    if (text.startsWith("{") || text.startsWith("/")) {
      boolean problem =
          JsonCursor.read(file).members().stream()
              .anyMatch(member -> PROBLEM_KEYS.contains(member.getKey()));
      return problem ? PROBLEM : THROUGHPUTS;
    }
    List<String> columns = List.of(text.lines().findFirst().orElse("").split(",", -1));
    if (columns.contains("sn")) {
      return SERVERS;
    }
    if (columns.contains("num_gpu")) {
      return TASKS;
    }
    if (columns.contains("job_id") || columns.contains("total_steps")) {
      return TRACE;
    }
    throw new InvalidInputException(
        file
            + ": is no problem, snapshot or throughput table, and its first line has no column"
            + " job_id (trace), sn (servers) or num_gpu (tasks)");
  }

  /**
   * Returns the mistakes of a file of this kind.
   *
   * @param file a file
   * @return messages with file, line and place; empty if the file is valid
   * @throws InvalidInputException if the file cannot be read or parsed
   */
  public List<String> mistakes(Path file) {
    return switch (this) {
      case SNAPSHOT -> SnapshotFile.mistakes(file);
      case PROBLEM -> ProblemReader.mistakes(file);
      case THROUGHPUTS -> ThroughputTableReader.mistakes(file);
      case TRACE -> TraceReader.mistakes(file);
      case SERVERS -> PlacementReader.mistakesOfServers(file);
      case TASKS -> PlacementReader.mistakesOfTasks(file);
    };
  }

  /**
   * Returns the name of the kind.
   *
   * @return words for messages
   */
  public String words() {
    return words;
  }
}
