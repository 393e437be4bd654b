package io.gavel.catalog;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.input.ClusterSpec;
import io.gavel.input.ThroughputTableReader;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.workload.JobGenerator;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import io.gavel.workload.Workload;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SharingByTypeTest {

  private static final Path TABLE =
      Path.of(
          "..", "..", "..", "shared", "data", "gavel-throughputs", "simulation_throughputs.json");

  private static final Cluster CLUSTER = ClusterSpec.parse("v100=36,p100=36,k80=36", "");

  /**
   * Jobs of simulated clusters for which there was no certified answer: Newton's equations were as
   * good as singular near the optimum, and the last steps lost a millionth of the rows.
   */
  @ParameterizedTest
  @ValueSource(ints = {99, 233})
  void allocate_optimumOfFewColumns_isCertified(int jobs) throws IOException {
    MaxMinFairness level = MaxMinFairness.create().withChoice(OptimumChoice.LEVEL_ONLY);
    double gap = allocate(level, jobs).certificate().relativeGap();
    assertTrue(gap <= 1e-7, "gap " + gap);
  }

  /**
   * Jobs that fill their cluster so that next to nothing is left above the level: of the second
   * program, a point with all floors has no room, and there was no certified answer.
   */
  @ParameterizedTest
  @ValueSource(ints = {238, 524})
  void allocate_clusterThatIsFull_handsOutTheRest(int jobs) throws IOException {
    Allocation level = allocate(MaxMinFairness.create().withChoice(OptimumChoice.LEVEL_ONLY), jobs);
    Allocation full = allocate(MaxMinFairness.create(), jobs);
    assertTrue(full.certificate().relativeGap() <= 1e-7, "gap of " + full.certificate());
    assertTrue(total(full) >= total(level), total(full) + " < " + total(level));
  }

  /** Jobs of which a class' row was stated again and again, since rounding broke it. */
  @Test
  void allocate_rowThatRoundingBreaks_isStatedOnce() {
    Assumptions.assumeTrue(Files.exists(TABLE), "the published throughputs are not there; skipped");
    ThroughputTable table = ThroughputTableReader.read(TABLE);
    JobGenerator jobs = new JobGenerator(Workload.published(0).withGangs(), table, 15);
    AllocationProblem.Builder problem = AllocationProblem.builder(CLUSTER);
    for (int m = 0; m < 700; m++) {
      TraceJob job = jobs.next();
      problem.job(
          Job.builder(job.id())
              .type(job.kind().jobType())
              .scaleFactor(job.kind().scaleFactor())
              .stepsRemaining(job.totalSteps())
              .build(),
          table.alone(CLUSTER, job.kind()));
    }
    Policy makespan = Makespan.create();
    Allocation allocation = SharingByType.of(makespan, table, CLUSTER).allocate(problem.build());
    assertTrue(allocation.certificate().relativeGap() <= 1e-7, "gap of " + allocation);
  }

  private static double total(Allocation allocation) {
    double total = 0;
    for (int m = 0; m < allocation.problem().jobCount(); m++) {
      total += allocation.effectiveThroughput(m) / EqualShare.throughput(allocation.problem(), m);
    }
    return total;
  }

  private static Allocation allocate(Policy policy, int jobs) throws IOException {
    Assumptions.assumeTrue(Files.exists(TABLE), "the published throughputs are not there; skipped");
    ThroughputTable table = ThroughputTableReader.read(TABLE);
    AllocationProblem.Builder problem = AllocationProblem.builder(CLUSTER);
    int number = 0;
    for (String line : lines("sharing-%s-jobs.csv".formatted(jobs))) {
      int comma = line.indexOf(',');
      JobKind kind = new JobKind(line.substring(comma + 1), 1);
      double[] rates = table.alone(CLUSTER, kind);
      for (int i = Integer.parseInt(line.substring(0, comma)); i > 0; i--) {
        problem.job(Job.builder(Integer.toString(number++)).type(kind.jobType()).build(), rates);
      }
    }
    return SharingByType.of(policy, table, CLUSTER).allocate(problem.build());
  }

  private static List<String> lines(String name) throws IOException {
    try (InputStream in = requireNonNull(SharingByTypeTest.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }
}
