package io.gavel.policies;

import static io.gavel.policies.Errors.assertOutside;
import static io.gavel.policies.Errors.assertRejected;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.model.Group;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThroughputMatrixTest {

  private static ThroughputMatrix.Builder twoJobs() {
    return ThroughputMatrix.builder(2).job(1, 2).job(3, 4);
  }

  private static ThroughputMatrix.Builder withPair() {
    return twoJobs().pair(0, 1, new double[] {5, 6}, new double[] {7, 8});
  }

  @Test
  void copyOf_rows_areReadByIndex() {
    ThroughputMatrix matrix = ThroughputMatrix.copyOf(new double[][] {{1, 2}, {3, 4}});
    assertEquals(2, matrix.jobCount());
    assertEquals(2, matrix.groupCount());
    assertEquals(2, matrix.typeCount());
    assertEquals(new Group.Solo(1), matrix.group(1));
    assertEquals(2, matrix.stepsPerSecond(0, 1));
    assertEquals(3, matrix.stepsPerSecond(1, 0, 0));
    assertEquals(twoJobs().build(), matrix);
  }

  @Test
  void copyOf_rowChangedLater_staysAsItWas() {
    double[][] rows = {{1, 2}, {3, 4}};
    ThroughputMatrix matrix = ThroughputMatrix.copyOf(rows);
    rows[1][0] = 9;
    assertEquals(3, matrix.stepsPerSecond(1, 0));
  }

  @Test
  void builder_arraysChangedBeforeBuild_stayAsTheyWere() {
    double[] alone = {1};
    double[] ofA = {2};
    double[] ofB = {3};
    ThroughputMatrix.Builder builder =
        ThroughputMatrix.builder(1).job(alone).job(alone).pair(0, 1, ofA, ofB);
    alone[0] = ofA[0] = ofB[0] = 9;
    ThroughputMatrix matrix = builder.build();
    assertEquals(1, matrix.stepsPerSecond(0, 0));
    assertEquals(2, matrix.stepsPerSecond(2, 0, 0));
    assertEquals(3, matrix.stepsPerSecond(2, 1, 0));
  }

  @Test
  void copyOf_noRow_isEmpty() {
    ThroughputMatrix matrix = ThroughputMatrix.copyOf(new double[0][]);
    assertEquals(0, matrix.jobCount());
    assertEquals(0, matrix.typeCount());
    assertEquals("ThroughputMatrix[0 jobs, 0 pairs, 0 worker types]", matrix.toString());
  }

  @Test
  void pair_eitherOrder_isTheSame() {
    ThroughputMatrix matrix = withPair().build();
    assertEquals(3, matrix.groupCount());
    assertEquals(new Group.Pair(0, 1), matrix.group(2));
    assertEquals(6, matrix.stepsPerSecond(2, 0, 1));
    assertEquals(7, matrix.stepsPerSecond(2, 1, 0));
    assertEquals(matrix, twoJobs().pair(1, 0, new double[] {7, 8}, new double[] {5, 6}).build());
    assertEquals("ThroughputMatrix[2 jobs, 1 pairs, 2 worker types]", matrix.toString());
  }

  @Test
  void pair_beforeItsJobs_comesAfterThem() {
    ThroughputMatrix matrix =
        ThroughputMatrix.builder(2)
            .pair(0, 1, new double[] {5, 6}, new double[] {7, 8})
            .job(1, 2)
            .job(3, 4)
            .build();
    assertEquals(withPair().build(), matrix);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void builder_wrongRate_isNamed(double rate) {
    String must = " on type 1 is " + rate + "; it must be finite and ≥ 0";
    double[] wrong = {0, rate};
    double[] right = {0, 0};
    assertRejected("throughput of job 2" + must, () -> twoJobs().job(wrong));
    assertRejected("throughput of job 1 beside 0" + must, () -> twoJobs().pair(1, 0, wrong, right));
    assertRejected("throughput of job 0 beside 1" + must, () -> twoJobs().pair(1, 0, right, wrong));
    assertRejected(
        "throughput of job 1" + must, () -> ThroughputMatrix.copyOf(new double[][] {right, wrong}));
  }

  @Test
  void builder_wrongLength_isNamed() {
    assertRejected(
        "throughputs of job 2 have 1 entries; they must have one for each of 2 worker types",
        () -> twoJobs().job(1));
    assertRejected(
        "throughputs of job 1 beside 0 have 3 entries; they must have one for each of 2 worker"
            + " types",
        () -> twoJobs().pair(0, 1, new double[2], new double[3]));
    assertRejected(
        "number of worker types is -1; it must be at least 0", () -> ThroughputMatrix.builder(-1));
  }

  @Test
  void build_wrongPair_isNamed() {
    double[] rates = {1, 1};
    assertRejected(
        "pair (1, 1) must name two jobs, the smaller index first",
        () -> twoJobs().pair(1, 1, rates, rates));
    assertRejected(
        "Pair[first=1, second=2] names job 2, but there are 2 jobs",
        twoJobs().pair(2, 1, rates, rates)::build);
    assertRejected(
        "Pair[first=0, second=1] is given twice", withPair().pair(1, 0, rates, rates)::build);
  }

  @Test
  void index_outside_isNamed() {
    ThroughputMatrix matrix = withPair().build();
    assertOutside("group index 3 is outside 0..2", () -> matrix.group(3));
    assertOutside("group index -1 is outside 0..2", () -> matrix.stepsPerSecond(-1, 0, 0));
    assertOutside("group index 3 is outside 0..2", () -> matrix.stepsPerSecond(3, 0, 0));
    assertOutside("worker type index 2 is outside 0..1", () -> matrix.stepsPerSecond(0, 2));
    assertOutside("member index 1 is outside 0..0", () -> matrix.stepsPerSecond(0, 1, 0));
    assertOutside("member index 2 is outside 0..1", () -> matrix.stepsPerSecond(2, 2, 0));
  }

  @Test
  void equals_everyPart_counts() {
    ThroughputMatrix matrix = withPair().build();
    assertEquals(matrix, withPair().build());
    assertEquals(matrix.hashCode(), withPair().build().hashCode());
    assertNotEquals(matrix, twoJobs().build());
    assertNotEquals(matrix, twoJobs().pair(0, 1, new double[] {5, 6}, new double[] {7, 9}).build());
    assertNotEquals(
        ThroughputMatrix.copyOf(new double[][] {{1, 2}}),
        ThroughputMatrix.copyOf(new double[][] {{1}, {2}}));
    assertNotEquals(ThroughputMatrix.builder(1).build(), ThroughputMatrix.builder(2).build());
    assertNotEquals(matrix, (Object) "matrix");
  }

  @Test
  void defaults_ofAMinimalImplementation_areSoloAndCertain() {
    ThroughputMatrix matrix =
        new ThroughputMatrix() {
          @Override
          public int jobCount() {
            return 2;
          }

          @Override
          public int typeCount() {
            return 1;
          }

          @Override
          public double stepsPerSecond(int g, int member, int j) {
            return 10 * g + member;
          }
        };
    assertEquals(2, matrix.groupCount());
    assertEquals(new Group.Solo(1), matrix.group(1));
    assertEquals(10, matrix.stepsPerSecond(1, 0));
    assertTrue(matrix.isCertain());
    assertSame(matrix, matrix.low());
    assertSame(matrix, matrix.high());
  }

  @Test
  void ofRows_flatArray_isRowByRow() {
    double[] rates = {1, 2, 3, 4, 5, 6};
    ThroughputMatrix matrix = ThroughputMatrix.ofRows(3, rates);
    rates[0] = 9;
    assertEquals(ThroughputMatrix.copyOf(new double[][] {{1, 2, 3}, {4, 5, 6}}), matrix);
    assertRejected(
        "number of throughputs is 5; it must be a multiple of 3, the number of worker types",
        () -> ThroughputMatrix.ofRows(3, 1, 2, 3, 4, 5));
    assertRejected(
        "throughput of job 1 on type 0 is -1.0; it must be finite and ≥ 0",
        () -> ThroughputMatrix.ofRows(1, 1, -1));
  }

  @Test
  void configuration_inAnyOrder_comesJobByJob() {
    ThroughputMatrix matrix =
        ThroughputMatrix.builder(1)
            .job(1)
            .job(2)
            .configuration(1, "x", 2, 5)
            .configuration(0, "y", 2, 4)
            .configuration(0, "x", 2, 3)
            .build();
    assertEquals(new Group.Configuration(0, "y", 2), matrix.group(2));
    assertEquals(new Group.Configuration(0, "x", 2), matrix.group(3));
    assertEquals(new Group.Configuration(1, "x", 2), matrix.group(4));
    for (int g = 2; g < 5; g++) {
      assertEquals(new double[] {4, 3, 5}[g - 2], matrix.stepsPerSecond(g, 0, 0));
    }
    assertRejected(
        "throughput of job 0 in configuration \"x\" on type 0 is -1.0; it must be finite and ≥ 0",
        () -> ThroughputMatrix.builder(1).job(1).configuration(0, "x", 2, -1));
  }
}
