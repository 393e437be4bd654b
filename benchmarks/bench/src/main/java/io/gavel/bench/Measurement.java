package io.gavel.bench;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.bench.Stopwatch.Timing;
import io.gavel.bench.Task.NotMeasuredException;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.SolveStoppedException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
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

  /** The solvers that run by turns with this library. */
  private static final List<ReferenceSolver> RIVALS =
      List.of(ReferenceSolver.GLOP, ReferenceSolver.CLP, ReferenceSolver.HIGHS);

  private static final Stopwatch TURN = new Stopwatch(0, 0.1, 1);
  private static final int TURNS = 3;

  /** The processor time of the runs before the first turn. */
  private static final double WARM_MS = 2_000;

  /** The processor time of a run after which one turn is enough. */
  private static final double LONG_TURN_MS = 1_500;

  /** The time that a reference solver has for a turn. */
  static final long TURN_SECONDS = 20;

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

  /**
   * Measures a cell of a family: this library, then each of {@link #RIVALS} in turn, then the time
   * after a cancellation.
   *
   * @return as {@link #brief}, with {@code rivals}, the multiples of this library's time (null
   *     without a correct answer), and {@code stop_ms}, the processor time after a cancellation
   */
  static ObjectNode byTurns(BenchCase which) {
    return measured(
        which,
        task -> {
          double warmMs = 0;
          while (warmMs < WARM_MS) { // by processor time, as the computer may do other work
            warmMs += ONE_RUN.time(() -> () -> task.answer().get().objective()).cpuMs();
          }
          ObjectNode node = ours(task, TURN, ONE_RUN);
          double objective = node.path("objective").asDouble();
          ObjectNode ratios = node.putObject("rivals");
          try {
            ReferenceRows rows = ReferenceRows.of(task.program().get());
            for (ReferenceSolver rival : RIVALS) {
              double ratio = ratio(task, rival, rows, objective);
              ratios.put(rival.key(), ratio < Double.POSITIVE_INFINITY ? ratio : null);
            }
          } catch (NotMeasuredException noLinearProgram) {
            ratios.removeAll();
          }
          return node.put("stop_ms", stopMs(task, node.path("cpu_ms").asDouble()));
        });
  }

  /** Returns the median multiple of this library's time; infinite if the rival has no answer. */
  private static double ratio(
      Task task, ReferenceSolver rival, ReferenceRows rows, double objective) {
    List<Double> ratios = new ArrayList<>();
    double slowest = 0;
    while (ratios.size() < TURNS && slowest < LONG_TURN_MS) {
      Timing ours = TURN.time(() -> () -> task.answer().get().objective());
      Timing theirs;
      try {
        theirs = TURN.time(() -> rival.load(rows, TURN_SECONDS)::solve);
      } catch (NotMeasuredException noOptimum) {
        return Double.POSITIVE_INFINITY;
      }
      if (Math.abs(theirs.value() - objective) > BenchOutcome.WRONG * Math.abs(objective)) {
        return Double.POSITIVE_INFINITY;
      }
      ratios.add(theirs.cpuMs() / ours.cpuMs());
      slowest = Math.max(ours.cpuMs(), theirs.cpuMs());
    }
    return ratios.stream().sorted().skip(ratios.size() / 2).findFirst().orElseThrow();
  }

  /**
   * Cancels a solve after half of its time; returns the processor time that it takes from there.
   */
  private static double stopMs(Task task, double cpuMs) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    AtomicLong end = new AtomicLong();
    Thread solve =
        new Thread(
            () -> {
              try {
                Objects.requireNonNull(task.answer().get());
              } catch (SolveStoppedException cancelled) {
                Thread.interrupted(); // the end of a cancelled solve
              }
              end.set(threads.getCurrentThreadCpuTime());
            });
    solve.start();
    long begin = 0;
    try {
      while (solve.isAlive() && begin < cpuMs / 2 * 1e6) {
        Thread.sleep(1);
        begin = Math.max(begin, threads.getThreadCpuTime(solve.getId()));
      }
      solve.interrupt();
      solve.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Math.max(0, end.get() - begin) / 1e6;
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
    return node(
        RIVAL_WATCH.time(() -> referenceSolver.load(referenceRows, Bench.RIVAL_SECONDS)::solve));
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
