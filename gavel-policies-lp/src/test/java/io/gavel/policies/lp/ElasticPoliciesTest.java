package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.baseline.Pollux;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.queue.FifoProgram;
import io.gavel.policies.lp.queue.StrictFifo;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.throughput.AverageCompletionTime;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.throughput.StepWeight;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongConsumer;
import org.apache.commons.math3.exception.MathIllegalStateException;
import org.junit.jupiter.api.Test;

/**
 * Policies on random elastic problems, against linear programs on the plain rows. The conditions
 * are those of optimality: a level or a sum that no program exceeds, or a gradient along which
 * nothing can be gained.
 */
final class ElasticPoliciesTest {

  private static final double CLOSE = 2e-6;

  private static final int CASES = Boolean.getBoolean("gavel.nightly") ? 2000 : 25;

  private static AllocationProblem problem(long seed) {
    return Problems.complete(seed, Kind.ELASTIC);
  }

  private static double[] ofJobs(AllocationProblem problem, IntToDoubleFunction value) {
    double[] values = new double[problem.jobCount()];
    Arrays.setAll(values, value);
    return values;
  }

  private static double[] throughputs(Allocation x) {
    return ofJobs(x.problem(), x::effectiveThroughput);
  }

  private static Allocation allocate(Policy policy, AllocationProblem problem) {
    Allocation x;
    try {
      x = policy.allocate(problem);
    } catch (SolveFailedException beyondTheSolver) {
      throw new AssertionError(policy.toString(), beyondTheSolver);
    }
    assertEquals(0, x.maxViolation());
    assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED), x.certificate().toString());
    return x;
  }

  private static void forSeeds(LongConsumer check) {
    int skipped = 0;
    for (long seed = 0; seed < CASES; seed++) {
      try {
        check.accept(seed);
      } catch (MathIllegalStateException cycles) { // the simplex does, now and then
        skipped++;
      } catch (AssertionError failed) {
        throw new AssertionError("seed " + seed + ": " + failed.getMessage(), failed);
      }
    }
    assertTrue(10 * skipped <= CASES, "skipped " + skipped);
  }

  /** Compares an optimum with that of the simplex; below a feasible value, the simplex erred. */
  private static void assertLevel(double expected, Allocation x) {
    double objective = x.certificate().objective();
    if (expected < objective * (1 - CLOSE)) {
      throw new MathIllegalStateException();
    }
    assertEquals(expected, objective, CLOSE * expected);
  }

  @Test
  void maxMin_isTheLargestLevel() {
    forSeeds(ElasticPoliciesTest::maxMin_isTheLargestLevel);
  }

  private static void maxMin_isTheLargestLevel(long seed) {
    AllocationProblem problem = problem(seed);
    double[] required =
        ofJobs(
            problem,
            m -> problem.job(m).weight() * EqualShare.throughput(problem, m) / workers(problem, m));
    if (!Arrays.stream(required).anyMatch(r -> r > 0)) {
      return;
    }
    assertLevel(
        new ElasticRows(problem).level(required), allocate(MaxMinFairness.create(), problem));
  }

  private static double workers(AllocationProblem problem, int m) {
    return problem.job(m).workers();
  }

  @Test
  void makespan_isTheShortest() {
    forSeeds(ElasticPoliciesTest::makespan_isTheShortest);
  }

  private static void makespan_isTheShortest(long seed) {
    AllocationProblem problem = problem(seed);
    double[] steps = ofJobs(problem, m -> problem.job(m).stepsRemaining().orElse(0));
    problem.unrunnable().forEach(job -> steps[job.job()] = 0);
    if (!Arrays.stream(steps).anyMatch(s -> s > 0)) {
      return;
    }
    Allocation x = allocate(Makespan.create(), problem);
    double level = new ElasticRows(problem).level(steps);
    assertEquals(1 / level, x.certificate().objective(), CLOSE / level);
  }

  @Test
  void finishTime_isReachedAndNoLowerOneIs() {
    forSeeds(ElasticPoliciesTest::finishTime_isReachedAndNoLowerOneIs);
  }

  private static void finishTime_isReachedAndNoLowerOneIs(long seed) {
    AllocationProblem problem = problem(seed);
    Allocation x = allocate(FinishTimeFairness.create(), problem);
    double rho = x.certificate().objective();
    if (!(rho > 0)) {
      return;
    }
    double[] demands = demands(problem, rho);
    for (int m = 0; m < demands.length; m++) {
      assertTrue(x.effectiveThroughput(m) >= demands[m] * (1 - 1e-5), "demand of job " + m);
    }
    double[] lower = demands(problem, rho * (1 - 1e-4));
    if (Arrays.stream(lower).allMatch(Double::isFinite)) {
      double below = new ElasticRows(problem).level(lower);
      assertTrue(below < 1, "the demands below the optimum: " + below);
    }
  }

  /** The throughput that each job needs for {@code (age + steps / q) / (iso + steps / iso q)}. */
  private static double[] demands(AllocationProblem problem, double rho) {
    double[] demand =
        ofJobs(
            problem,
            m -> {
              Job job = problem.job(m);
              double steps = job.stepsRemaining().orElse(0);
              double alone = IsolatedShare.throughput(problem, m);
              double seconds = job.isolatedSecondsSoFar() + steps / alone;
              double left = rho * seconds - job.secondsSinceStart();
              return steps == 0 || alone == 0
                  ? 0
                  : left > 0 ? steps / left : Double.POSITIVE_INFINITY;
            });
    problem.unrunnable().forEach(job -> demand[job.job()] = 0);
    return demand;
  }

  @Test
  void sums_areTheLargest() {
    forSeeds(ElasticPoliciesTest::sums_areTheLargest);
  }

  private static void sums_areTheLargest(long seed) {
    AllocationProblem problem = problem(seed);
    double[] fastest =
        ofJobs(
            problem,
            m -> {
              double best = 0;
              for (int j = 0; j < problem.cluster().typeCount(); j++) {
                best =
                    problem.runs(m, j)
                        ? Math.max(best, problem.throughputs().stepsPerSecond(m, j))
                        : best;
              }
              return best;
            });
    int n = fastest.length;
    double[] none = new double[n];
    double[] shares =
        ofJobs(problem, m -> fastest[m] > 0 ? problem.job(m).weight() / fastest[m] : 0);
    double total = new ElasticRows(problem).sum(shares, none);
    Policy weighted =
        MaxTotalThroughput.create().withStepWeight(StepWeight.WEIGHTED_SHARES).withoutSlos();
    assertLevel(total, allocate(weighted, problem));
    double[] queue = new double[n];
    int rank = 0; // from the last to arrive, of those that run alone
    for (int m = n - 1; m >= 0; m--) {
      rank += fastest[m] > 0 ? 1 : 0;
      queue[m] = fastest[m] > 0 ? rank / fastest[m] : 0;
    }
    assertLevel(new ElasticRows(problem).sum(queue, none), allocate(FifoProgram.create(), problem));
    double[] unfinished =
        ofJobs(
            problem,
            m ->
                fastest[m] > 0 && problem.job(m).stepsRemaining().orElse(0) > 0
                    ? problem.job(m).weight() / fastest[m]
                    : 0);
    assertLevel(
        new ElasticRows(problem).sum(unfinished, none),
        allocate(AverageCompletionTime.create().withFavour(0), problem));
  }

  /** A concave sum is largest if nothing can be gained along its gradient. */
  private static void assertStationary(Allocation x, double[] gradient) {
    double[] reached = throughputs(x);
    double here = 0;
    for (int m = 0; m < gradient.length; m++) {
      here += gradient[m] * reached[m];
    }
    double most = new ElasticRows(x.problem()).sum(gradient, new double[gradient.length]);
    // A gap of 1e-6 in a concave objective leaves about its root along the gradient.
    assertEquals(most, here, 1e-2 * here);
  }

  @Test
  void nash_hasNoGainAlongItsGradient() {
    forSeeds(ElasticPoliciesTest::nash_hasNoGainAlongItsGradient);
  }

  private static void nash_hasNoGainAlongItsGradient(long seed) {
    AllocationProblem problem = problem(seed);
    Allocation x = allocate(NashWelfare.create(), problem);
    assertStationary(
        x,
        ofJobs(
            problem,
            m ->
                x.effectiveThroughput(m) > 0
                    ? problem.job(m).weight() / x.effectiveThroughput(m)
                    : 0));
  }

  @Test
  void harmonicMean_hasNoGainAlongItsGradient() {
    forSeeds(ElasticPoliciesTest::harmonicMean_hasNoGainAlongItsGradient);
  }

  private static void harmonicMean_hasNoGainAlongItsGradient(long seed) {
    AllocationProblem problem = problem(seed).withoutPairs();
    Allocation x = allocate(Pollux.create(), problem);
    double[] iso = ofJobs(problem, m -> IsolatedShare.throughput(problem, m));
    assertStationary(
        x,
        ofJobs(
            problem,
            m ->
                iso[m] > 0 && x.effectiveThroughput(m) > 0
                    ? iso[m] / (x.effectiveThroughput(m) * x.effectiveThroughput(m))
                    : 0));
  }

  /** Lexicographic: no job can rise unless one that has no more falls. */
  @Test
  void waterFilling_noJobCanRiseAboveTheLevelsBelowIt() {
    forSeeds(ElasticPoliciesTest::waterFilling_noJobCanRiseAboveTheLevelsBelowIt);
  }

  private static void waterFilling_noJobCanRiseAboveTheLevelsBelowIt(long seed) {
    AllocationProblem problem = problem(seed).withoutPairs();
    Allocation x = allocate(WaterFilling.create(), problem);
    double[] reached = throughputs(x);
    double[] level =
        ofJobs(
            problem,
            m ->
                workers(problem, m)
                    * reached[m]
                    / (problem.job(m).weight() * EqualShare.throughput(problem, m)));
    int m = (int) (seed % level.length);
    if (!(EqualShare.throughput(problem, m) > 0)) {
      return;
    }
    // Jobs above the level of m may fall to it, no further: they may be above it by a tolerance.
    double[] floor =
        ofJobs(
            problem,
            k ->
                k == m || !(level[k] > 0)
                    ? 0
                    : reached[k] * Math.min(1, level[m] / level[k]) * (1 - 1e-11));
    double[] only = new double[level.length];
    only[m] = 1;
    double most = new ElasticRows(problem).sum(only, floor);
    double fastest = new ElasticRows(problem).sum(only, new double[only.length]);
    double allowed = reached[m] * (1 + 1e-4) + 1e-5 * fastest; // both are solved to tolerances
    assertTrue(most <= allowed, () -> "%s, not %s".formatted(most, reached[m]));
  }

  @Test
  void strictFifo_givesEachJobTheMostThatEarlierJobsLeave() {
    forSeeds(ElasticPoliciesTest::strictFifo_givesEachJobTheMostThatEarlierJobsLeave);
  }

  private static void strictFifo_givesEachJobTheMostThatEarlierJobsLeave(long seed) {
    AllocationProblem problem = problem(seed);
    Allocation x = allocate(StrictFifo.create(), problem);
    int m = (int) (seed % problem.jobCount());
    if (!(EqualShare.throughput(problem, m) > 0)) {
      return;
    }
    double[] floor = ofJobs(problem, k -> k < m ? x.effectiveThroughput(k) * (1 - 1e-9) : 0);
    double[] only = new double[problem.jobCount()];
    only[m] = 1;
    double fastest = new ElasticRows(problem).sum(only, new double[only.length]);
    double most = new ElasticRows(problem).sum(only, floor);
    assertEquals(most, x.effectiveThroughput(m), 1e-4 * fastest);
  }

  @Test
  void configurations_neverLowerALevelOrASum() {
    forSeeds(ElasticPoliciesTest::configurations_neverLowerALevelOrASum);
  }

  private static void configurations_neverLowerALevelOrASum(long seed) {
    AllocationProblem problem = problem(seed);
    AllocationProblem rigid = problem.withoutConfigurations();
    if (!problem.unrunnable().equals(rigid.unrunnable())) {
      return;
    }
    for (Policy policy : new Policy[] {MaxMinFairness.create(), FifoProgram.create()}) {
      double alone = allocate(policy, rigid).certificate().objective();
      assertTrue(
          allocate(policy, problem).certificate().objective() >= alone * (1 - CLOSE),
          policy::toString);
    }
  }
}
