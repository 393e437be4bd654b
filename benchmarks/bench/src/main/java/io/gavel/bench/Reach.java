package io.gavel.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Up to how many jobs a solver answers in a minute: the number of jobs doubles until it does not.
 * Immutable.
 */
public final class Reach {

  private static final int FEWEST = 32;
  private static final int MOST = 65_536;
  private static final double MINUTE_MS = 60_000;

  /** Two solves of a minute each, one of them for warm-up, and the start of the JVM. */
  private static final long LIMIT_SECONDS = 150;

  private final ChildJvm jvm;
  private final Consumer<String> progress;

  /**
   * Creates a search.
   *
   * @param program main class and first words of a command line that measures one case in its own
   *     JVM, with {@code --case NAME --measure SOLVER}
   * @param progress receives the name of each measurement
   */
  public Reach(List<String> program, Consumer<String> progress) {
    this.jvm = new ChildJvm(program);
    this.progress = progress;
  }

  /**
   * Returns the tasks whose number of jobs can be chosen.
   *
   * @return the names
   */
  public static List<String> tasks() {
    return List.copyOf(OpenCases.bySize().keySet());
  }

  /**
   * Returns the solvers that can be searched for.
   *
   * @return {@code ours}, and the keys of the reference solvers
   */
  public static List<String> solvers() {
    return Stream.concat(
            Stream.of(Measurement.OURS),
            Arrays.stream(ReferenceSolver.values()).map(ReferenceSolver::key))
        .toList();
  }

  /**
   * Searches.
   *
   * @param task one of {@link #tasks}
   * @param solver one of {@link #solvers}
   * @return {@code task}, {@code solver}, {@code jobs} (0 if the least number takes longer) and
   *     {@code ms} at that number, and why it ended
   */
  public ObjectNode of(String task, String solver) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.put("task", task).put("solver", solver).put("jobs", 0).putNull("ms");
    for (int jobs = FEWEST; jobs <= MOST; jobs *= 2) {
      String name = "%s@%s".formatted(task, jobs);
      progress.accept(name + ": " + solver);
      ObjectNode measured = jvm.measure(name, solver, ChildJvm.HEAP, LIMIT_SECONDS);
      double ms = measured.path("ms").asDouble(Double.POSITIVE_INFINITY);
      if (ms > MINUTE_MS) {
        return result.put("ended", measured.path("reason").asText("takes more than a minute"));
      }
      result.put("jobs", jobs).put("ms", ms);
    }
    return result.put("ended", "the largest number of jobs");
  }
}
