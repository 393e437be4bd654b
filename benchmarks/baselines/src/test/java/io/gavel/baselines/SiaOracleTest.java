package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.PlainRows;
import io.gavel.policies.lp.PublishedPoliciesOracleTest;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sia on random problems: the relaxation by a general solver, whole gangs by enumeration. */
class SiaOracleTest {

  private static final long CASES = Boolean.getBoolean("gavel.nightly") ? 2_000 : 6;

  private static final double CLOSE = 1e-5;

  @Test
  void allocate_randomProblems_isBetweenTheBestWholeGangsAndTheRelaxation() {
    int compared = 0;
    for (long seed = 0; seed < CASES; seed++) {
      compared += check(seed) ? 1 : 0;
    }
    assertTrue(4L * compared >= CASES, "compared only " + compared);
  }

  private static void assertClose(double expected, double actual) {
    assertEquals(expected, actual, CLOSE * Math.abs(expected) + 1e-9);
  }

  private static double rate(AllocationProblem problem, int g, int j) {
    return problem.runs(g, j) ? problem.throughputs().stepsPerSecond(g, j) : 0;
  }

  /**
   * The bound is that of the relaxation, and the best whole gangs are between it and the answer.
   */
  private static boolean check(long seed) {
    AllocationProblem problem =
        withHistory(PublishedPoliciesOracleTest.problem(seed, true, false), new Random(seed));
    int types = problem.cluster().typeCount();
    double[] gain = gains(problem);
    int[] useful = // the jobs that the order of arrival counts
        IntStream.range(0, gain.length)
            .filter(i -> gain[i] > 0)
            .map(i -> problem.group(i / types).member(0))
            .distinct()
            .sorted()
            .toArray();
    IntToDoubleFunction earlierFirst =
        i -> {
          int m = problem.group(i / types).member(0);
          double later = IntStream.of(useful).filter(other -> other >= m).count();
          return gain[i] * (1 + 1e-3 * later / Math.max(1, useful.length));
        };
    Allocation x = Sia.create().allocate(problem);
    assertEquals(0, x.maxViolation());
    double sum = 0;
    for (int i = 0; i < gain.length; i++) {
      double fraction = x.fraction(i / types, i % types);
      assertTrue(fraction == 0 || fraction == 1, () -> "part of the time: " + fraction);
      sum += fraction * gain[i];
    }
    assertClose(sum, x.certificate().objective());
    assertClose(new PlainRows(problem).mostGain(earlierFirst), x.certificate().bound());
    if (problem.jobs().stream().anyMatch(job -> job.gpuMilli() < Job.WHOLE_WORKER)) {
      return true;
    }
    double whole = mostOfWholeGangs(problem, gain);
    assertTrue(sum <= whole * (1 + CLOSE) + 1e-9, sum + " above " + whole);
    assertTrue(whole <= x.certificate().bound() * (1 + CLOSE) + 1e-9, x.certificate()::toString);
    return sum > 0;
  }

  /** The best choice of one way and type for each job or none, by workers in use. */
  private static double mostOfWholeGangs(AllocationProblem problem, double[] gain) {
    int types = problem.cluster().typeCount();
    Map<List<Integer>, Double> best = new HashMap<>();
    best.put(Collections.nCopies(problem.cluster().poolCount(), 0), 0.0);
    for (int m = 0; m < problem.jobCount(); m++) {
      Map<List<Integer>, Double> before = Map.copyOf(best);
      for (int i = 0; i < gain.length; i++) {
        int entry = i;
        int k = problem.cluster().poolOf(i % types);
        if (problem.group(i / types).member(0) == m && gain[i] > 0) {
          before.forEach(
              (used, sum) -> {
                List<Integer> after = new ArrayList<>(used);
                after.set(k, used.get(k) + problem.scaleFactor(entry / types));
                if (after.get(k) <= problem.cluster().poolWorkers(k)) {
                  best.merge(after, sum + gain[entry], Math::max);
                }
              });
        }
      }
    }
    return Collections.max(best.values());
  }

  private static AllocationProblem withHistory(AllocationProblem problem, Random random) {
    List<Job> jobs = new ArrayList<>();
    for (Job job : problem.jobs()) {
      History history = History.none().withRestarts(random.nextInt(4));
      int j = random.nextInt(problem.cluster().typeCount());
      if (random.nextBoolean()) {
        history = history.runningOn(problem.cluster().type(j).name(), 0);
        history = random.nextBoolean() ? history : history.inConfiguration("way1");
      }
      jobs.add(job.toBuilder().history(history).build());
    }
    return problem.withJobs(jobs);
  }

  /** {@code λ − A^p}, at least 0, as the paper has it, with p = −0.5 and λ = 1.1. */
  private static double[] gains(AllocationProblem problem) {
    int types = problem.cluster().typeCount();
    double[] slowest = new double[problem.jobCount()];
    Arrays.fill(slowest, Double.POSITIVE_INFINITY);
    double[] gain = new double[problem.groupCount() * types];
    for (int i = 0; i < gain.length; i++) {
      int m = problem.group(i / types).member(0);
      double rate = rate(problem, i / types, i % types);
      slowest[m] = rate > 0 ? Math.min(slowest[m], rate) : slowest[m];
    }
    for (int i = 0; i < gain.length; i++) {
      Job job = problem.job(problem.group(i / types).member(0));
      double rate = rate(problem, i / types, i % types);
      String type = problem.cluster().type(i % types).name();
      double factor = 1;
      String way =
          problem.group(i / types) instanceof Group.Configuration other ? other.name() : "first";
      String current =
          job.history().workerType().orElse("none") + job.history().configuration().orElse("first");
      if (job.history().workerType().isPresent() && !current.equals(type + way)) {
        double age = job.secondsSinceStart();
        factor = Math.max(age - 30 * job.history().restarts(), 0) / (age + 30);
      }
      double speedup = rate / slowest[problem.group(i / types).member(0)] * factor;
      boolean useful = rate > 0 && job.stepsRemaining().orElse(1) > 0 && speedup > 0;
      gain[i] = useful ? Math.max(0, 1.1 - 1 / Math.sqrt(speedup)) : 0;
    }
    return gain;
  }
}
