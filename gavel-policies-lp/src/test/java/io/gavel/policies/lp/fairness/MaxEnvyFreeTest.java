package io.gavel.policies.lp.fairness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Policy;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.program.PlainRows;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Proof;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** OEF's policies on closed forms, and against Commons Math's simplex with all rows. */
class MaxEnvyFreeTest {

  private static final long CASES = Boolean.getBoolean("gavel.nightly") ? 2_000 : 50;

  static LongStream seeds() {
    return LongStream.range(0, CASES);
  }

  static AllocationProblem random(long seed, int jobs) {
    Random random = new Random(seed);
    int types = 1 + random.nextInt(3);
    WorkerType[] columns = new WorkerType[types];
    for (int j = 0; j < types; j++) {
      columns[j] = new WorkerType("type" + j, 1 + random.nextInt(jobs));
    }
    AllocationProblem.Builder builder = AllocationProblem.builder(Cluster.of(columns));
    for (int m = 0; m < jobs; m++) {
      double[] rates = new double[types];
      for (int j = 0; j < types; j++) {
        rates[j] = random.nextInt(6) == 0 ? 0 : 1 + random.nextInt(20) / 4.;
      }
      builder.job(Job.builder("job" + m).scaleFactor(1 + random.nextInt(2)).build(), rates);
    }
    if (types > 1) {
      builder.forbid("job0", "type1");
    }
    return builder.build();
  }

  @Test
  void allocate_moreKindsThanCanBeCompared_isRefused() {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 9_000), new WorkerType("b", 900)));
    for (int m = 0; m <= 20_000; m++) {
      problem.job(Job.of("job" + m), 1, 1 + m / 10_000.);
    }
    AllocationProblem many = problem.build();
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> MaxEnvyFree.create().allocate(many));
    assertEquals(
        "20001 classes of jobs envy each other; limits on envy are supported for at most 20000"
            + " classes: divide the jobs with Partitioned, or choose a policy without such limits",
        thrown.getMessage());
  }

  /** More jobs than a matrix of all rows, or a dense one of all columns, is made for. */
  @Test
  void allocate_manyDifferentJobs_leavesNoEnvyAndIsProved() {
    AllocationProblem many = different(Boolean.getBoolean("gavel.nightly") ? 1_024 : 100);
    Allocation x = MaxEnvyFree.create().allocate(many);
    requireNoEnvy(many, x);
    Proof proof = Proof.of(x);
    assertTrue(proof.holdsWithin(Tolerance.CERTIFIED), proof::toString);
  }

  @Test
  void allocate_rowsAsTheyAreViolated_givesTheObjectiveOfAll() {
    AllocationProblem some = different(60);
    Allocation all = MaxEnvyFree.create().allocate(some, Integer.MAX_VALUE);
    Allocation few = MaxEnvyFree.create().allocate(some, 0);
    double objective = all.certificate().objective();
    assertEquals(objective, few.certificate().objective(), 1e-7 * objective);
    assertTrue(rows(few) < rows(all) / 2, () -> rows(few) + " of " + rows(all) + " rows");
    requireNoEnvy(some, few);
  }

  private static int rows(Allocation x) {
    return x.certificate().statement().orElseThrow().rows().size();
  }

  private static AllocationProblem different(int jobs) {
    int workers = jobs / 3;
    AllocationProblem.Builder problem =
        AllocationProblem.builder(
            Cluster.of(
                new WorkerType("a", workers),
                new WorkerType("b", workers),
                new WorkerType("c", workers)));
    Random random = new Random(1);
    for (int m = 0; m < jobs; m++) {
      double[] rates = {1 + random.nextDouble(), 1 + random.nextDouble(), 1 + random.nextDouble()};
      problem.job(Job.of("job" + m), rates);
    }
    return problem.build();
  }

  private static double envied(AllocationProblem problem, Allocation x, int m, int k) {
    double sum = 0;
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      double rate = problem.runs(m, j) ? problem.throughputs().stepsPerSecond(m, j) : 0;
      sum += rate * x.fraction(k, j);
    }
    return sum;
  }

  private static void requireNoEnvy(AllocationProblem problem, Allocation x) {
    for (int m = 0; m < problem.jobCount(); m++) {
      for (int k = 0; k < problem.jobCount(); k++) {
        boolean alike = problem.scaleFactor(m) == problem.scaleFactor(k);
        double own = x.effectiveThroughput(m);
        double fastest = Normalizer.FASTEST_TYPE.throughput(problem, m);
        assertTrue(
            !alike || envied(problem, x, m, k) <= own + 1e-7 * fastest,
            "job %s has %s and envies job %s".formatted(m, own, k));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void maxEnvyFree_randomProblem_isThatOfTheOracle(long seed) {
    AllocationProblem problem = random(seed, 2 + (int) (seed % 5));
    PlainRows rows = new PlainRows(problem, List.of());
    int types = problem.cluster().typeCount();
    double[] sum = new double[rows.variables()];
    for (int m = 0; m < problem.jobCount(); m++) {
      double equal = Normalizer.EQUAL_SHARE.throughput(problem, m);
      rows.addThroughput(sum, m, equal > 0 ? 1 / equal : 0);
      for (int k = 0; k < problem.jobCount(); k++) {
        if (k != m && problem.scaleFactor(k) == problem.scaleFactor(m)) {
          double[] row = new double[rows.variables()];
          for (int j = 0; j < types; j++) {
            double rate = problem.runs(m, j) ? problem.throughputs().stepsPerSecond(m, j) : 0;
            row[m * types + j] += rate;
            row[k * types + j] -= rate;
          }
          rows.atLeast(row, 0);
        }
      }
    }
    double expected = rows.maximum(sum).orElseThrow();
    Allocation x = MaxEnvyFree.create().allocate(problem);
    assertEquals(expected, x.certificate().objective(), 1e-6 * Math.max(expected, 1e-3));
    assertEquals(expected, x.certificate().bound(), 1e-6 * Math.max(expected, 1e-3));
    assertEquals(0, x.certificate().maxViolation());
    requireNoEnvy(problem, x);
  }

  @Test
  void maxEnvyFree_rowsAsTheyAreViolated_givesTheSame() {
    AllocationProblem problem = random(7, 30);
    Allocation x = MaxEnvyFree.create().allocate(problem, 0);
    requireNoEnvy(problem, x);
    double atOnce = MaxEnvyFree.create().allocate(problem).certificate().objective();
    assertEquals(atOnce, x.certificate().objective(), 1e-7 * atOnce);
    assertTrue(x.certificate().relativeGap() <= 1e-8, x.certificate().toString());
  }

  /** With a row of each two jobs there would be millions of rows. */
  @ParameterizedTest
  @ValueSource(ints = {100, 600})
  void maxEnvyFree_copiesOfAProblem_haveItsTotalEach(int copies) {
    AllocationProblem few = random(7, 10);
    WorkerType[] types = new WorkerType[few.cluster().typeCount()];
    Arrays.setAll(types, j -> new WorkerType("type" + j, copies * few.cluster().type(j).workers()));
    AllocationProblem.Builder builder = AllocationProblem.builder(Cluster.of(types));
    for (int i = 0; i < copies * few.jobCount(); i++) {
      int m = i % few.jobCount();
      double[] rates = new double[types.length];
      Arrays.setAll(rates, j -> few.runs(m, j) ? few.throughputs().stepsPerSecond(m, j) : 0);
      builder.job(Job.builder("job" + i).scaleFactor(few.scaleFactor(m)).build(), rates);
    }
    MaxEnvyFree policy = MaxEnvyFree.create().withReference((problem, m) -> 1);
    double expected = copies * policy.allocate(few).certificate().objective();
    Allocation x = policy.allocate(builder.build());
    assertEquals(expected, x.certificate().objective(), 1e-7 * expected);
    assertTrue(Proof.of(x).holdsWithin(Tolerance.CERTIFIED), x.certificate().toString());
    for (int i = few.jobCount(); i < x.problem().jobCount(); i++) {
      for (int j = 0; j < types.length; j++) {
        assertEquals(x.fraction(i % few.jobCount(), j), x.fraction(i, j));
      }
    }
  }

  @Test
  void oefCooperative_oppositeSpeedUps_givesEachItsBest() {
    AllocationProblem problem =
        Cases.problem(Cases.workers(1, 1), Cases.row(1, 3), Cases.row(3, 1));
    Allocation x = MaxEnvyFree.create().withReference(Normalizer.SLOWEST_TYPE).allocate(problem);
    assertEquals(6, x.certificate().objective(), 1e-9);
    assertEquals(1, x.fraction(0, 1), 1e-9);
    assertEquals(1, x.fraction(1, 0), 1e-9);
  }

  /** Speed-ups 2 and 4: equal speed-ups of t = 2 / (1 + 1/…) follow from full workers. */
  @Test
  void equalThroughput_twoSpeedUps_areEqual() {
    AllocationProblem problem =
        Cases.problem(Cases.workers(1, 1), Cases.row(2, 4), Cases.row(5, 20));
    Allocation x = EqualThroughput.create().allocate(problem);
    // Job 2 takes y of the fast worker and 1 − y of the slow one, job 1 the rest:
    // 1 − y + 4 y = y + 2 (1 − y) gives y = 1/4.
    double within = 1e-8; // the gap of a good solution
    assertEquals(1.75, x.certificate().objective(), 1.75 * within);
    assertEquals(1.75 * 2, x.effectiveThroughput(0), 1.75 * 2 * within);
    assertEquals(1.75 * 5, x.effectiveThroughput(1), 1.75 * 5 * within);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void equalThroughput_randomProblem_isEqualAndProved(long seed) {
    AllocationProblem problem = random(seed, 2 + (int) (seed % 5));
    Allocation x = EqualThroughput.create().allocate(problem);
    double level = x.certificate().objective();
    for (int m = 0; m < problem.jobCount(); m++) {
      double owed = level * Normalizer.SLOWEST_TYPE.throughput(problem, m);
      assertEquals(owed, x.effectiveThroughput(m), 1e-7 * Math.max(1, owed));
    }
    assertTrue(x.certificate().relativeGap() <= 1e-6);
    assertEquals(0, x.maxViolation());
  }

  @Test
  void policies_pairs_areRefused() {
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(1))
            .job(Job.of("a"), 1)
            .job(Job.of("b"), 1)
            .pair("a", "b", Cases.row(1), Cases.row(1))
            .build();
    assertThrows(IllegalArgumentException.class, () -> MaxEnvyFree.create().allocate(problem));
    assertThrows(IllegalArgumentException.class, () -> EqualThroughput.create().allocate(problem));
  }

  @Test
  void policies_configurations_areRefusedWithTheReason() {
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(2))
            .job(Job.of("a"), 1)
            .configuration("a", "x2", 2, 1.5)
            .build();
    for (Policy policy : List.of(MaxEnvyFree.create(), MaxMinFairness.create().withEnvyCap(2))) {
      String refusal =
          assertThrows(IllegalArgumentException.class, () -> policy.allocate(problem)).getMessage();
      assertTrue(
          refusal.endsWith(
              "does not support elastic jobs, since a job cannot compare fractions on other numbers"
                  + " of workers with its own: pass problem.withoutConfigurations()"),
          refusal);
    }
    assertEquals(1.5, EqualThroughput.create().allocate(problem).effectiveThroughput("a"), 1e-6);
  }

  /** On one worker both run for the same fraction of time, at most half of it. */
  @Test
  void equalThroughput_lowerLimit_isKeptOrNamed() {
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(1)).job(Job.of("a"), 1).job(Job.of("b"), 2).build();
    LinearForm ofA = LinearForm.time().ofJobs("a");
    Allocation x =
        EqualThroughput.create()
            .allocate(problem.constraining(Constraint.named("a").that(ofA).atLeast(0.25)));
    assertEquals(0.5, x.effectiveThroughput("a"), 1e-6);
    assertEquals(1, x.effectiveThroughput("b"), 1e-6);
    InfeasibleProblemException conflict =
        assertThrows(
            InfeasibleProblemException.class,
            () ->
                EqualThroughput.create()
                    .allocate(problem.constraining(Constraint.named("a").that(ofA).atLeast(0.75))));
    assertEquals(
        Set.of("a", "equal throughput of a", "equal throughput of b"),
        Set.copyOf(conflict.conflict()));
  }
}
