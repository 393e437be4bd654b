package io.gavel.bench;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.bench.Stopwatch.Timing;
import io.gavel.bench.Task.NotMeasuredException;
import io.gavel.policies.SolveFailedException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** Measures one case by this library or by one reference solver. */
final class Measurement {

  /** The name of this library among the solvers. */
  static final String OURS = "ours";

  private static final Stopwatch WATCH = new Stopwatch(4, 5, 3);
  private static final Stopwatch RIVAL_WATCH = new Stopwatch(0.5, 4, 1);
  private static final Stopwatch BRIEF_WATCH = new Stopwatch(1.5, 1, 1);
  private static final Stopwatch ONE_RUN = new Stopwatch(0, 0, 1);
  private static final Stopwatch FLOOR_WATCH = new Stopwatch(1, 1, 5);

  private Measurement() {}

  /**
   * Measures a case.
   *
   * @return {@code ms}, {@code cpu_ms}, {@code cpu_ms_p99}, {@code runs} and {@code objective}, for
   *     this library also {@code relative_gap}, {@code floor_ms} and {@code bytes_per_job}, the
   *     memory of the problem; or a {@code reason} why there is no measurement
   */
  static ObjectNode of(BenchCase which, String solver) {
    double before = usedBytes();
    return measured(
        which,
        task -> {
          if (!solver.equals(OURS)) {
            return reference(task, solver);
          }
          double bytes = (usedBytes() - before) / Math.max(1, task.problem().jobCount());
          return ours(task, WATCH, FLOOR_WATCH).put("bytes_per_job", Math.rint(bytes));
        });
  }

  /** The same by this library, with one warm-up and one measured run where they take seconds. */
  static ObjectNode brief(BenchCase which) {
    return measured(which, task -> ours(task, BRIEF_WATCH, ONE_RUN));
  }

  private static double usedBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static ObjectNode measured(BenchCase which, Function<Task, ObjectNode> measurement) {
    try {
      return measurement.apply(which.task().get());
    } catch (SolveFailedException | NotMeasuredException none) {
      return reason(String.valueOf(none.getMessage()));
    } catch (OutOfMemoryError large) {
      return reason("needs more memory than it was given");
    } catch (UnsatisfiedLinkError missing) {
      return reason("has no native library for this platform");
    }
  }

  static ObjectNode ours(Task task, Stopwatch watch, Stopwatch floorWatch) {
    AtomicReference<Answer> last = new AtomicReference<>();
    Timing timing =
        watch.time(
            () ->
                () -> {
                  Answer answer = task.answer().get();
                  last.set(answer);
                  return answer.objective();
                });
    Timing floor = floorWatch.time(() -> task::pass);
    return node(timing)
        .put("relative_gap", requireNonNull(last.get()).relativeGap())
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
        .put("cpu_ms_p99", timing.slowMs())
        .put("runs", timing.runs())
        .put("objective", timing.value());
  }

  static ObjectNode reason(String reason) {
    return JsonNodeFactory.instance.objectNode().put("reason", reason);
  }
}
