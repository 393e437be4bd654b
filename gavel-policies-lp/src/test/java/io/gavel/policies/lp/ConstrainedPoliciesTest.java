package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.audit.Auditor;
import io.gavel.policies.audit.Finding;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.EveryPolicyTest.Candidate;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.queue.FifoProgram;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.throughput.ThroughputPerPrice;
import io.gavel.policies.lp.variant.MinimalMovement;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.lp.welfare.PartialAllocation;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Policies under random constraints, against a general solver on the plain rows. */
class ConstrainedPoliciesTest {

  private static final long CASES = Boolean.getBoolean("gavel.nightly") ? 2_000 : 16;

  private static final double CLOSE = 1e-5;

  /** With a reason. */
  private static final String REFUSAL =
      " does not support constraints: .{20,}; the problem has \".*";

  /** Policies that refuse some constraints. */
  private static final String CHOOSY = ".*AGNOSTIC.*|PARTIAL_ALLOCATION|DOMINANT_RESOURCE|DRF";

  /** Policies by formula or by queue. */
  private static final String REFUSING =
      "EQUAL_SHARE|ISOLATED|FIFO_(AWARE|AGNOSTIC|PACKED)|ALLOX|GANDIVA.*"
          + "|TIRESIAS.*|SRTF|SRSF|THEMIS|SLAQ|OPTIMUS|SIA|SHOCKWAVE|POP.*|.*ADMISSION.*";

  private static Stream<AllocationProblem> problems() {
    return LongStream.range(0, CASES)
        .mapToObj(ConstrainedProblems::of)
        .filter(p -> runnable(p) > 0);
  }

  private static int runnable(AllocationProblem problem) {
    return problem.jobCount() - problem.unrunnable().size();
  }

  @TestFactory
  Stream<DynamicTest> everyPolicy_keepsConstraintsOrRefusesThemByName() {
    return EveryPolicyTest.candidates()
        .map(candidate -> dynamicTest(candidate.name(), () -> checkKept(candidate)));
  }

  private static void checkKept(Candidate candidate) {
    for (long seed = 0; seed < CASES / 4; seed++) {
      AllocationProblem plain = candidate.adapt(ConstrainedProblems.of(seed), new Random(seed));
      AllocationProblem problem =
          plain.constraintRows().isEmpty() ? ConstrainedProblems.constraining(plain, seed) : plain;
      Allocation x;
      try {
        x = candidate.policy().allocate(problem);
      } catch (IllegalArgumentException refusal) {
        boolean choosy = candidate.name().matches(CHOOSY);
        String expected = choosy ? "does not support constraints.*" : REFUSAL;
        assertTrue(refusal.getMessage().matches(".*" + expected), refusal.getMessage());
        assertTrue(choosy || candidate.name().matches(REFUSING), candidate + ": " + refusal);
        continue;
      } catch (InfeasibleProblemException deadlines) {
        assertTrue(
            deadlines.conflict().stream().anyMatch(name -> name.startsWith("slo:")),
            candidate + ", seed " + seed + ": " + deadlines.getMessage());
        continue;
      }
      assertTrue(!candidate.name().matches(REFUSING), candidate + " refuses constraints");
      assertKept(x, candidate + ", seed " + seed);
      if (candidate.provesRelatively() && !candidate.name().contains("AGNOSTIC")) {
        assertTrue(
            x.certificate().holdsWithin(Tolerance.CERTIFIED), candidate + ": " + x.certificate());
      }
    }
  }

  private static void assertKept(Allocation x, String what) {
    assertEquals(0, x.maxViolation(), what);
    Finding finding = Auditor.create().judge(x, Invariant.CONSTRAINTS);
    assertTrue(finding instanceof Finding.Holds, () -> what + ": " + finding);
  }

  /** Of identical jobs that may hold one worker in all, each keeps its part by the closed form. */
  @Test
  void partialAllocation_limitOfAllWorkers_isThatOfSoManyWorkers() {
    for (int n = 1; n <= 5; n++) {
      AllocationProblem.Builder jobs =
          AllocationProblem.builder(Cluster.of(new WorkerType("a", 7), new WorkerType("b", 2)));
      for (int m = 0; m < n; m++) {
        jobs.job(Job.of("j" + m), 2, 2);
      }
      Allocation x =
          PartialAllocation.create()
              .allocate(
                  jobs.build()
                      .constraining(Constraint.named("one").that(LinearForm.workers()).atMost(1)));
      for (int m = 0; m < n; m++) {
        double part = Math.pow(1 - 1.0 / n, n - 1);
        assertEquals(2 * part / n, x.effectiveThroughput(m), 1e-6);
      }
      assertKept(x, n + " jobs");
    }
  }

  /** What a job keeps follows from the problem without it under the same constraint. */
  @Test
  void partialAllocation_limitOfAType_comparesWithTheProblemWithoutTheJob() {
    double[][] rates = {{4, 1}, {3, 2}, {5, 1}};
    Allocation all = NashWelfare.create().allocate(limited(rates, -1));
    Allocation x = PartialAllocation.create().allocate(limited(rates, -1));
    for (int m = 0; m < rates.length; m++) {
      Allocation without = NashWelfare.create().allocate(limited(rates, m));
      double part = 1;
      for (int k = 0, other = 0; k < rates.length; k++) {
        if (k != m) {
          part *= all.effectiveThroughput(k) / without.effectiveThroughput(other++);
        }
      }
      assertEquals(part * all.effectiveThroughput(m), x.effectiveThroughput(m), 1e-5);
    }
  }

  private static AllocationProblem limited(double[][] rates, int absent) {
    AllocationProblem.Builder jobs =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 3), new WorkerType("b", 1)));
    for (int m = 0; m < rates.length; m++) {
      if (m != absent) {
        jobs.job(Job.of("j" + m), rates[m]);
      }
    }
    return jobs.build()
        .constraining(Constraint.named("a").that(LinearForm.workers().onTypes("a")).atMost(1));
  }

  @Test
  void maxMin_isTheLargestLevel() {
    problems()
        .forEach(
            problem -> {
              Allocation x = MaxMinFairness.create().allocate(problem);
              double expected =
                  new PlainRows(problem).floor(m -> 0, m -> owed(problem, m)).mostLevel();
              assertSame(expected, x.certificate().objective(), problem);
            });
  }

  private static double owed(AllocationProblem problem, int m) {
    Job job = problem.job(m);
    return job.weight() * EqualShare.throughput(problem, m) / job.workers();
  }

  private static void assertSame(double expected, double actual, AllocationProblem problem) {
    assertEquals(expected, actual, CLOSE * Math.abs(expected) + 1e-9, problem::toString);
  }

  @Test
  void sums_areTheLargest() {
    problems()
        .forEach(
            problem -> {
              assertSame(
                  new PlainRows(problem).mostThroughput(m -> 1),
                  objective(MaxTotalThroughput.create().withoutSlos().allocate(problem)),
                  problem);
              assertSame(
                  new PlainRows(problem).mostThroughput(m -> turn(problem, m)),
                  objective(FifoProgram.create().allocate(problem)),
                  problem);
              assertSame(
                  new PlainRows(problem).mostGain(i -> perPrice(problem, i)),
                  objective(ThroughputPerPrice.create().withoutSlos().allocate(problem)),
                  problem);
            });
  }

  private static double objective(Allocation x) {
    return x.certificate().objective();
  }

  private static double turn(AllocationProblem problem, int m) {
    double fastest = PoolShares.fastest(problem, m);
    long rank =
        IntStream.range(m, problem.jobCount())
            .filter(i -> PoolShares.fastest(problem, i) > 0)
            .count();
    return fastest > 0 ? rank / fastest : 0;
  }

  private static double perPrice(AllocationProblem problem, int i) {
    int types = problem.cluster().typeCount();
    double rate = 0;
    for (int member = 0; member < problem.group(i / types).size(); member++) {
      rate += problem.throughputs().stepsPerSecond(i / types, member, i % types);
    }
    double paid = Math.min(1, problem.workers(i / types)); // a gang pays for one worker
    return rate / paid / problem.cluster().type(i % types).pricePerHour();
  }

  @Test
  void finishTimes_areTheLeast() {
    problems()
        .forEach(
            problem -> {
              Allocation fair = FinishTimeFairness.create().allocate(problem);
              assertLeast(problem, fair, (m, level) -> fairDemand(problem, m, level));
              Allocation fast = Makespan.create().allocate(problem);
              assertLeast(
                  problem, fast, (m, level) -> steps(problem, m) / (level == 0 ? 1 : level));
            });
  }

  private interface Demand {
    double at(int m, double level);
  }

  /** A level that is a little less demands more than can be had, and a little more does not. */
  private static void assertLeast(AllocationProblem problem, Allocation x, Demand demand) {
    double level = objective(x);
    if (level == 0) {
      return; // no job counts
    }
    double less = part(problem, demand, level * (1 - CLOSE));
    double more = part(problem, demand, level * (1 + CLOSE));
    assertTrue(less < 1 && more > 1 - 1e-6, problem + ": " + less + ", " + more);
  }

  private static double part(AllocationProblem problem, Demand demand, double level) {
    for (int m = 0; m < problem.jobCount(); m++) {
      if (!(demand.at(m, level) >= 0)) {
        return 0;
      }
    }
    return new PlainRows(problem).floor(m -> 0, m -> demand.at(m, level)).mostLevel();
  }

  private static double steps(AllocationProblem problem, int m) {
    boolean idle = problem.unrunnable().stream().anyMatch(job -> job.job() == m);
    return idle ? 0 : problem.job(m).stepsRemaining().orElse(0);
  }

  /** The throughput at which a job's finish time is a multiple of that on its isolated share. */
  private static double fairDemand(AllocationProblem problem, int m, double level) {
    double isolated = IsolatedShare.throughput(problem, m);
    if (isolated == 0 || steps(problem, m) == 0) {
      return 0;
    }
    Job job = problem.job(m);
    double alone = job.isolatedSecondsSoFar() + steps(problem, m) / isolated;
    double left = level * alone - job.secondsSinceStart();
    return left > 0 ? steps(problem, m) / left : Double.NaN;
  }

  @Test
  void waterFilling_isTheLexicographicMaximum() {
    problems()
        .limit(CASES / 2)
        .forEach(
            problem -> {
              Allocation x = WaterFilling.create().allocate(problem);
              assertKept(x, problem.toString());
              double[] expected = levels(problem);
              List<Integer> byLevel =
                  IntStream.range(0, expected.length)
                      .boxed()
                      .sorted(Comparator.comparingDouble(m -> expected[m]))
                      .toList();
              for (int m : byLevel) {
                double owed = owed(problem, m);
                double more = x.effectiveThroughput(m) - expected[m] * owed;
                double close = 1e-4 * expected[m] * owed + 1e-5 * fastest(problem, m); // tolerances
                assertTrue(more >= -close, "seed of " + problem + ", job " + m + ": " + more);
                if (more > close) {
                  break; // the oracle has stopped early
                }
              }
            });
  }

  private static double fastest(AllocationProblem problem, int m) {
    double fastest = 0;
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      fastest = Math.max(fastest, problem.throughputs().stepsPerSecond(m, j));
    }
    return fastest;
  }

  /** Raises the level of all that can rise, and asks of each alone whether it can rise further. */
  private static double[] levels(AllocationProblem problem) {
    double[] level = new double[problem.jobCount()];
    boolean[] done = new boolean[level.length];
    Arrays.setAll(level, m -> 0);
    for (int m = 0; m < done.length; m++) {
      done[m] = owed(problem, m) == 0;
    }
    while (!all(done)) {
      boolean[] open = done.clone();
      double reached =
          new PlainRows(problem)
              .floor(
                  m -> open[m] ? level[m] * owed(problem, m) * (1 - 1e-9) : 0,
                  m -> open[m] ? 0 : owed(problem, m))
              .mostLevel();
      for (int m = 0; m < done.length; m++) {
        level[m] = done[m] ? level[m] : reached;
      }
      for (int m = 0; m < done.length; m++) {
        if (!open[m]) {
          int job = m;
          double most =
              new PlainRows(problem)
                  .floor(i -> level[i] * owed(problem, i) * (1 - 1e-9), i -> 0)
                  .mostThroughput(i -> i == job ? 1 / owed(problem, i) : 0);
          done[m] = most <= reached * (1 + 1e-6) + 1e-12;
        }
      }
      if (Arrays.equals(open, done)) {
        return new double[0]; // the oracle's rounding hides who is held back
      }
    }
    return level;
  }

  private static boolean all(boolean[] flags) {
    boolean all = true;
    for (boolean flag : flags) {
      all &= flag;
    }
    return all;
  }

  @Test
  void minimalMovement_keepsConstraints() {
    problems()
        .limit(CASES / 2)
        .forEach(
            problem -> {
              AllocationProblem before = problem.withConstraints(ConstraintSet.none());
              Allocation earlier = MaxMinFairness.create().allocate(before);
              Allocation x = MinimalMovement.to(earlier, MaxMinFairness.create()).allocate(problem);
              assertKept(x, problem.toString());
            });
  }
}
