package io.gavel.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.bench.Stopwatch.Timing;
import io.gavel.policies.SolveFailedException;
import java.util.Arrays;

/** Measures one case by this library or by one reference solver. */
final class Measurement {

  /** The name of this library among the solvers. */
  static final String OURS = "ours";

  private static final Stopwatch WATCH = new Stopwatch(4, 5, 3);
  private static final Stopwatch RIVAL_WATCH = new Stopwatch(0.5, 4, 1);
  private static final Stopwatch FLOOR_WATCH = new Stopwatch(1, 1, 5);

  private Measurement() {}

  /**
   * Measures a case.
   *
   * @return {@code ms}, {@code cpu_ms}, {@code runs} and {@code objective}, for this library also
   *     {@code relative_gap} and {@code floor_ms}; or a {@code reason} why there is no measurement
   */
  static ObjectNode of(BenchCase which, String solver) {
    try {
      Task task = which.task().get();
      return solver.equals(OURS) ? ours(task, WATCH, FLOOR_WATCH) : reference(task, solver);
    } catch (SolveFailedException | NotMeasuredException none) {
      return reason(String.valueOf(none.getMessage()));
    } catch (OutOfMemoryError large) {
      return reason("needs more memory than it was given");
    } catch (UnsatisfiedLinkError missing) {
      return reason("has no native library for this platform");
    }
  }

  static ObjectNode ours(Task task, Stopwatch watch, Stopwatch floorWatch) {
    Timing timing = watch.time(() -> () -> task.answer().get().objective());
    Timing floor = floorWatch.time(() -> task::pass);
    return node(timing)
        .put("relative_gap", task.answer().get().relativeGap())
        .put("floor_ms", floor.wallMs());
  }

  private static ObjectNode reference(Task task, String key) {
    ReferenceSolver referenceSolver =
        Arrays.stream(ReferenceSolver.values())
            .filter(r -> r.key().equals(key))
            .findFirst()
            .orElseThrow(() -> new NotMeasuredException("is not a solver"));
    ReferenceRows referenceRows = ReferenceRows.of(task.program().get());
    return node(RIVAL_WATCH.time(() -> referenceSolver.load(referenceRows)::solve));
  }

  private static ObjectNode node(Timing timing) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("ms", timing.wallMs())
        .put("cpu_ms", timing.cpuMs())
        .put("runs", timing.runs())
        .put("objective", timing.value());
  }

  static ObjectNode reason(String reason) {
    return JsonNodeFactory.instance.objectNode().put("reason", reason);
  }
}
