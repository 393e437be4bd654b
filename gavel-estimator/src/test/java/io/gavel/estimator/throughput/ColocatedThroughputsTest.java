package io.gavel.estimator.throughput;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ColocatedThroughputsTest {

  private final Columns columns = Columns.grid(List.of("w"), List.of("a", "b"), true);
  // columns: beside a, beside b, a's own rate, b's own rate
  private final ReferenceTable table =
      ReferenceTable.of(
          columns, List.of("a", "b"), new double[][] {{0.5, 0.6, 0.5, 0.7}, {0.7, 0.8, 0.6, 0.8}});

  private Estimate complete(double... rates) {
    return Estimate.of(Measurements.complete(columns, rates), rates, rates);
  }

  private Estimate guess(double rate, double error, double zero) {
    return Estimate.of(
        Measurements.none(columns),
        new double[] {rate, rate, rate, rate},
        new double[] {error, error, error, error},
        new double[] {zero, zero, zero, zero});
  }

  private ColocatedThroughputs both() {
    return ColocatedThroughputs.of(table, List.of("w"))
        .withJob("a", complete(0.5, 0.6, 0.5, 0.7), 10)
        .withJob("b", complete(0.7, 0.8, 0.6, 0.8), 100);
  }

  @Test
  void toThroughputMatrix_twoKnownTypes_multipliesRateAndThroughputAlone() {
    ThroughputMatrix matrix = both().toThroughputMatrix();
    assertEquals(2, matrix.jobCount());
    assertEquals(new Group.Pair(0, 1), matrix.group(2));
    assertEquals(10, matrix.stepsPerSecond(0, 0));
    assertEquals(6, matrix.stepsPerSecond(2, 0, 0), 1e-12);
    assertEquals(70, matrix.stepsPerSecond(2, 1, 0), 1e-12);
  }

  @Test
  void toThroughputMatrix_usedByAProblem_isAccepted() {
    Cluster cluster = Cluster.of(new WorkerType("w", 1));
    var problem =
        AllocationProblem.of(
            cluster, List.of(Job.of("one"), Job.of("two")), both().toThroughputMatrix());
    assertEquals(3, problem.groupCount());
  }

  @Test
  void toThroughputMatrix_measuredAgainstEstimated_measuredWins() {
    ThroughputMatrix matrix =
        ColocatedThroughputs.of(table, List.of("w"))
            .withJob("a", guess(0.1, 0.3, 0), 1)
            .withJob("b", complete(0.7, 0.8, 0.6, 0.8), 1)
            .toThroughputMatrix();
    assertEquals(0.6, matrix.stepsPerSecond(2, 0, 0), 1e-12);
    assertEquals(0.7, matrix.stepsPerSecond(2, 1, 0), 1e-12);
  }

  @Test
  void toThroughputMatrix_twoNewTypes_nearestReferenceStandsIn() {
    Estimate likeA = complete(0.5, 0.6, 0.5, 0.7);
    Estimate likeB = complete(0.72, 0.8, 0.6, 0.8);
    ThroughputMatrix matrix =
        ColocatedThroughputs.of(table, List.of("w"))
            .withJob("x", likeA, 1)
            .withJob("y", likeB, 1)
            .toThroughputMatrix();
    assertEquals(0.6, matrix.stepsPerSecond(2, 0, 0), 1e-12); // x beside b, whom y resembles
    assertEquals(0.72, matrix.stepsPerSecond(2, 1, 0), 1e-12);
  }

  @Test
  void toThroughputMatrix_unsurePairs_areLeftOut() {
    ColocatedThroughputs jobs =
        ColocatedThroughputs.of(table, List.of("w"))
            .withJob("x", guess(0.5, 0.2, 0.3), 1)
            .withJob("y", guess(0.5, 0.2, 0.3), 1);
    assertEquals(3, jobs.toThroughputMatrix().groupCount());
    assertEquals(2, jobs.withLeastConfidence(0.8).toThroughputMatrix().groupCount());
    assertEquals(2, jobs.withLargestError(0.1).toThroughputMatrix().groupCount());
  }

  @Test
  void toThroughputMatrix_zeroRate_isNoPair() {
    ThroughputMatrix matrix =
        ColocatedThroughputs.of(table, List.of("w"))
            .withJob("a", complete(0, 0, 0, 0), 1)
            .withJob("b", guess(0.5, 0.2, 0), 1)
            .withLeastConfidence(0)
            .toThroughputMatrix();
    assertEquals(2, matrix.groupCount());
  }

  @Test
  void toThroughputMatrix_unknownWorkerTypeOrJobAlone_neverShares() {
    ThroughputMatrix matrix =
        ColocatedThroughputs.of(table, List.of("w", "new"))
            .withJob("a", complete(0.5, 0.6, 0.5, 0.7), 10, 20)
            .withJobAlone(5, 5)
            .withJob("b", complete(0.7, 0.8, 0.6, 0.8), 0, 100)
            .toThroughputMatrix();
    // b cannot run on w even alone, and nobody was measured on "new"
    assertEquals(3, matrix.groupCount());
    assertEquals(100, matrix.stepsPerSecond(2, 1));
  }

  @Test
  void withJob_badThroughputs_areRefused() {
    ColocatedThroughputs none = ColocatedThroughputs.of(table, List.of("w"));
    var error =
        assertThrows(
            IllegalArgumentException.class,
            () -> none.withJob("a", guess(0.5, 0.1, 0), Double.NaN));
    assertTrue(error.getMessage().contains("job 0 on \"w\" is NaN"), error.getMessage());
    assertThrows(IllegalArgumentException.class, () -> none.withJobAlone(1, 2));
    assertThrows(IllegalArgumentException.class, () -> none.withLeastConfidence(1.5));
    assertThrows(IllegalArgumentException.class, () -> none.withLargestError(-1));
  }
}
