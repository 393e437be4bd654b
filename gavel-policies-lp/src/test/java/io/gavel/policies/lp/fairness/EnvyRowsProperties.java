package io.gavel.policies.lp.fairness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.internal.level.MaxMinRequirements;
import io.gavel.policies.lp.program.PlainRows;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Proof;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;

/**
 * Few classes of jobs, several of each, against Commons Math's simplex with a row of each two jobs.
 */
class EnvyRowsProperties {

  private static AllocationProblem ofFewKinds(Random random) {
    int types = 1 + random.nextInt(3);
    WorkerType[] columns = new WorkerType[types];
    for (int j = 0; j < types; j++) {
      columns[j] = new WorkerType("type" + j, 2 + random.nextInt(4));
    }
    double[][] rates = new double[1 + random.nextInt(3)][types];
    for (double[] jobClass : rates) {
      for (int j = 0; j < types; j++) {
        jobClass[j] = j > 0 && random.nextInt(6) == 0 ? 0 : 1 + random.nextInt(20) / 4.;
      }
    }
    AllocationProblem.Builder builder = AllocationProblem.builder(Cluster.of(columns));
    int jobs = 2 + random.nextInt(6);
    for (int m = 0; m < jobs; m++) {
      int jobClass = random.nextInt(rates.length);
      Job.Builder job = Job.builder("job" + m).scaleFactor(1 + jobClass % 2);
      builder.job(job.weight(1 + random.nextInt(2)).build(), rates[jobClass]);
    }
    if (random.nextBoolean()) {
      builder.forbid("job0", "type0");
    }
    AllocationProblem problem = builder.build();
    LinearForm time = LinearForm.time().ofJobs("job1");
    return random.nextBoolean()
        ? problem
        : problem.constraining(Constraint.named("cap").that(time).atMost(0.3));
  }

  private static double rate(AllocationProblem problem, int m, int j) {
    return problem.runs(m, j) ? problem.throughputs().stepsPerSecond(m, j) : 0;
  }

  /** The part of the other's fractions that a job compares with its own. */
  private interface Part {
    double of(Job own, Job other);
  }

  private static PlainRows withoutEnvy(AllocationProblem problem, Part part) {
    PlainRows rows = new PlainRows(problem, List.of());
    int types = problem.cluster().typeCount();
    for (int m = 0; m < problem.jobCount(); m++) {
      for (int k = 0; k < problem.jobCount(); k++) {
        double counted = part.of(problem.job(m), problem.job(k));
        double[] row = new double[rows.variables()];
        for (int j = 0; j < types && k != m && counted > 0; j++) {
          row[m * types + j] = rate(problem, m, j);
          row[k * types + j] = -counted * rate(problem, m, j);
        }
        rows.atLeast(row, 0);
      }
    }
    return rows;
  }

  private static void requireNoEnvy(Allocation x, Part part) {
    AllocationProblem problem = x.problem();
    for (int m = 0; m < problem.jobCount(); m++) {
      double fastest = Normalizer.FASTEST_TYPE.throughput(problem, m);
      for (int k = 0; k < problem.jobCount(); k++) {
        double others = 0;
        for (int j = 0; j < problem.cluster().typeCount(); j++) {
          others += rate(problem, m, j) * x.fraction(k, j);
        }
        double most = x.effectiveThroughput(m) + 2e-8 * fastest;
        int own = m;
        int other = k;
        assertTrue(
            k == m || part.of(problem.job(m), problem.job(k)) * others <= most,
            () -> "job %s envies job %s".formatted(own, other));
      }
    }
  }

  /**
   * The simplex has absolute tolerances and may stop short of the optimum, or find none in one of
   * some thousand programs, so the proof decides.
   */
  private static void requireProved(OptionalDouble expected, Allocation x) {
    expected.ifPresent(
        most -> {
          double within = 1e-6 * Math.max(most, 1e-3);
          assertTrue(x.certificate().objective() >= most - within, x.certificate()::toString);
        });
    Proof proof = Proof.of(x);
    assertTrue(proof.holdsWithin(Tolerance.CERTIFIED), proof::toString);
  }

  @Property
  void maxEnvyFree_isThatOfSingleRows(@ForAll Draws random) {
    AllocationProblem problem = ofFewKinds(random);
    Part part = (own, other) -> own.workers() == other.workers() ? 1 : 0;
    PlainRows rows = withoutEnvy(problem, part);
    double[] sum = new double[rows.variables()];
    for (int m = 0; m < problem.jobCount(); m++) {
      double equal = Normalizer.EQUAL_SHARE.throughput(problem, m);
      rows.addThroughput(sum, m, equal > 0 ? 1 / equal : 0);
    }
    Allocation x = MaxEnvyFree.create().allocate(problem);
    requireProved(rows.maximum(sum), x);
    requireNoEnvy(x, part);
  }

  @Property
  void maxEnvyFree_rowsAsTheyAreViolated_givesTheSame(@ForAll Draws random) {
    AllocationProblem problem = ofFewKinds(random);
    Allocation x = MaxEnvyFree.create().allocate(problem, 0);
    requireNoEnvy(x, (own, other) -> own.workers() == other.workers() ? 1 : 0);
    double atOnce = MaxEnvyFree.create().allocate(problem).certificate().objective();
    assertEquals(atOnce, x.certificate().objective(), 1e-7 * Math.max(atOnce, 1e-3));
  }

  @Property
  void envyCap_isThatOfSingleRows(
      @ForAll Draws random, @ForAll @DoubleRange(min = 1, max = 2) double cap) {
    AllocationProblem problem = ofFewKinds(random);
    Part part =
        (own, other) -> other.workers() * own.weight() / (own.workers() * other.weight() * cap);
    PlainRows rows = withoutEnvy(problem, part);
    double[] requirement = MaxMinRequirements.of(problem, Normalizer.EQUAL_SHARE);
    int level = rows.variables() - 1;
    for (int m = 0; m < requirement.length; m++) {
      if (requirement[m] > 0) {
        double[] row = new double[rows.variables()];
        rows.addThroughput(row, m, 1);
        row[level] = -requirement[m];
        rows.atLeast(row, 0);
      }
    }
    double[] sum = new double[rows.variables()];
    sum[level] = 1;
    Allocation x = MaxMinFairness.create().withEnvyCap(cap).allocate(problem);
    requireProved(rows.maximum(sum), x);
    requireNoEnvy(x, part);
  }
}
