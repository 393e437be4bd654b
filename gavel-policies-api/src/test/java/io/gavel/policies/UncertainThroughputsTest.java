package io.gavel.policies;

import static io.gavel.policies.Errors.assertRejected;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.snapshot.ProblemSnapshot;
import java.util.List;
import org.junit.jupiter.api.Test;

class UncertainThroughputsTest {

  private static final Cluster CLUSTER =
      Cluster.of(new WorkerType("v100", 4), new WorkerType("k80", 4));

  private static double[] row(double... rates) {
    return rates;
  }

  /** Two jobs, their pair and a configuration, all uncertain but job b alone. */
  private static AllocationProblem.Builder uncertain() {
    return AllocationProblem.builder(CLUSTER)
        .job(Job.of("a"), 4, 1)
        .within(row(3, 1), row(5, 1.5))
        .job(Job.of("b"), 2, 0)
        .pair("b", "a", row(1.5, 0), row(3, 0.5))
        .within(row(1, 0), row(1.75, 0), row(2.5, 0.25), row(3.5, 0.5))
        .configuration("b", "x2", 2, 3.5, 0.5)
        .within(row(3, 0.25), row(4, 0.5));
  }

  private static void assertEnds(
      AllocationProblem problem, int g, int member, double[] low, double[] high) {
    for (int j = 0; j < low.length; j++) {
      assertEquals(low[j], problem.throughputs().low().stepsPerSecond(g, member, j));
      assertEquals(high[j], problem.throughputs().high().stepsPerSecond(g, member, j));
    }
  }

  @Test
  void builder_intervals_areThoseOfTheRowAddedLast() {
    AllocationProblem problem = uncertain().build();
    assertFalse(problem.throughputs().isCertain());
    assertEquals(4, problem.throughputs().stepsPerSecond(0, 0));
    assertEnds(problem, 0, 0, row(3, 1), row(5, 1.5));
    assertEnds(problem, 1, 0, row(2, 0), row(2, 0));
    assertEnds(problem, 2, 0, row(2.5, 0.25), row(3.5, 0.5)); // a is the first of the group
    assertEnds(problem, 2, 1, row(1, 0), row(1.75, 0));
    assertEnds(problem, 3, 0, row(3, 0.25), row(4, 0.5));
    assertTrue(problem.throughputs().low().isCertain());
  }

  @Test
  void views_keepTheIntervalsOfTheirRows() {
    AllocationProblem problem = uncertain().build();
    assertEquals(problem, problem.withJobs(problem.jobs()));
    assertEquals(problem, problem.withCluster(CLUSTER));
    assertEnds(problem.withoutPairs(), 2, 0, row(3, 0.25), row(4, 0.5));
    AllocationProblem rigid = problem.withoutConfigurations();
    assertEnds(rigid, 2, 1, row(1, 0), row(1.75, 0));
    assertEquals(problem, rigid.withConfigurations(problem.throughputs()));
    AllocationProblem low = problem.withThroughputs(problem.throughputs().low());
    assertEquals(3, low.throughputs().stepsPerSecond(0, 0));
    assertTrue(low.throughputs().isCertain());
    assertEquals(problem.group(2), low.group(2));
    assertSame(problem, problem.withThroughputs(problem.throughputs()));
  }

  @Test
  void withoutTheUncertainRows_isCertainAndEqual() {
    AllocationProblem.Builder rigid = AllocationProblem.builder(CLUSTER).job(Job.of("b"), 2, 0);
    AllocationProblem certain = rigid.build();
    AllocationProblem elastic =
        rigid.configuration("b", "x2", 2, 3.5, 0.5).within(row(3, 0.25), row(4, 0.5)).build();
    assertFalse(elastic.throughputs().isCertain());
    assertTrue(elastic.withoutConfigurations().throughputs().isCertain());
    assertEquals(certain, elastic.withoutConfigurations());
  }

  @Test
  void points_areNoIntervals() {
    ThroughputMatrix plain = ThroughputMatrix.copyOf(new double[][] {{4, 1}, {2, 0}});
    assertSame(plain, plain.low());
    assertSame(plain, plain.high());
    assertEquals(plain, plain.within(plain, plain));
    assertTrue(plain.within(plain, plain).isCertain());
    ThroughputMatrix wide =
        plain.within(plain, ThroughputMatrix.copyOf(new double[][] {{4, 1.5}, {2, 0}}));
    assertNotEquals(plain, wide);
    assertEquals(plain, wide.low());
    assertEquals("ThroughputMatrix[2 jobs, 0 pairs, 2 worker types, uncertain]", wide.toString());
  }

  /** A store of an embedder, with intervals of a tenth of each rate. */
  private static final class Store implements ThroughputMatrix {
    private final int jobs;
    private final double factor;

    Store(int jobs, double factor) {
      this.jobs = jobs;
      this.factor = factor;
    }

    @Override
    public int jobCount() {
      return jobs;
    }

    @Override
    public int typeCount() {
      return 2 * jobs; // like that of an array of rows, 0 if there are none
    }

    @Override
    public double stepsPerSecond(int g, int member, int j) {
      return factor * (j + 1);
    }

    @Override
    public boolean isCertain() {
      return factor != 1;
    }

    @Override
    public ThroughputMatrix low() {
      return new Store(jobs, 0.9);
    }

    @Override
    public ThroughputMatrix high() {
      return new Store(jobs, 1.1);
    }
  }

  @Test
  void foreignMatrix_intervals_areCopied() {
    AllocationProblem problem =
        AllocationProblem.of(CLUSTER, List.of(Job.of("a")), new Store(1, 1));
    assertEnds(problem, 0, 0, row(0.9, 1.8), row(1.1, 2.2));
    assertEquals(
        problem.throughputs(), new Store(1, 1).within(new Store(1, 0.9), new Store(1, 1.1)));
  }

  @Test
  void foreignMatrix_withoutJobs_isCertain() {
    AllocationProblem problem = AllocationProblem.of(CLUSTER, List.of(), new Store(0, 0.5));
    assertTrue(problem.throughputs().isCertain());
    assertEquals(2, problem.throughputs().typeCount());
  }

  @Test
  void snapshot_leavesOutPoints() {
    String text = ProblemSnapshot.print(uncertain().build());
    assertTrue(text.contains("job \"a\" rates=[4,1] low=[3,1] high=[5,1.5]\n"), text);
    assertTrue(text.contains("job \"b\" rates=[2,0]\n"), text);
    assertTrue(
        text.contains(
            "pair \"a\" \"b\" rates=[3,0.5] low=[2.5,0.25] high=[3.5,0.5]"
                + " beside=[1.5,0] low=[1,0] high=[1.75,0]\n"),
        text);
    assertEquals(uncertain().build(), ProblemSnapshot.parse(text));
  }

  @Test
  void wrongIntervals_areRefusedByName() {
    AllocationProblem.Builder builder = AllocationProblem.builder(CLUSTER).job(Job.of("a"), 4, 0);
    assertRejected(
        "throughput of job \"a\" on \"v100\" is 4.0 in the interval [5.0, 6.0]; the interval must"
            + " contain it",
        () -> builder.within(row(5, 0), row(6, 0)));
    assertRejected(
        "throughput of job \"a\" on \"v100\" is 4.0 in the interval [3.0, 3.5]; the interval must"
            + " contain it",
        () -> builder.within(row(3, 0), row(3.5, 0)));
    assertRejected(
        "throughput of job \"a\" on \"k80\" is 0.0 in the interval [0.0, 1.0]; where a job cannot"
            + " run, the interval must be 0",
        () -> builder.within(row(3, 0), row(5, 1)));
    assertRejected(
        "throughputs of the lower ends of job \"a\" have 1 entries; they must have one for each of"
            + " 2 worker types",
        () -> builder.within(row(3), row(5, 1)));
    assertRejected(
        "throughput of the upper ends of job \"a\" on \"v100\" is NaN; it must be finite and ≥"
            + " 0",
        () -> builder.within(row(3, 0), row(Double.NaN, 0)));
    String message =
        assertThrows(
                IllegalStateException.class,
                () -> builder.within(row(4, 0), row(4, 0), row(4, 0), row(4, 0)))
            .getMessage();
    assertEquals("there are intervals for 2 rows, but 1 were added last", message);
    assertThrows(
        IllegalStateException.class, () -> ThroughputMatrix.builder(1).within(row(1), row(1)));
  }

  @Test
  void within_otherGroups_isRefused() {
    ThroughputMatrix plain = ThroughputMatrix.copyOf(new double[][] {{4, 1}});
    ThroughputMatrix other =
        ThroughputMatrix.builder(2).job(4, 1).configuration(0, "x2", 2, 5, 0).build();
    assertRejected(
        "an end of the intervals is ThroughputMatrix[1 jobs, 0 pairs, 1 configurations, 2 worker"
            + " types]; it must have the groups and worker types of ThroughputMatrix[1 jobs, 0"
            + " pairs, 2 worker types]",
        () -> plain.within(plain, other));
    ThroughputMatrix wider = ThroughputMatrix.copyOf(new double[][] {{4, 1, 1}});
    assertRejected(
        "an end of the intervals is ThroughputMatrix[1 jobs, 0 pairs, 3 worker types]; it must have"
            + " the groups and worker types of ThroughputMatrix[1 jobs, 0 pairs, 2 worker types]",
        () -> plain.within(plain, wider));
    AllocationProblem problem = uncertain().build();
    assertRejected(
        "ThroughputMatrix[2 jobs, 0 pairs, 1 configurations, 2 worker types, uncertain] has other"
            + " groups than ThroughputMatrix[2 jobs, 1 pairs, 1 configurations, 2 worker types,"
            + " uncertain]; they must be the same, in the same order",
        () -> problem.withThroughputs(problem.withoutPairs().throughputs()));
    assertEquals(new Group.Pair(0, 1), problem.group(2));
  }

  private static ThroughputMatrix matrix(double solo, double ofA, double ofB) {
    return ThroughputMatrix.builder(1).job(solo).job(2).pair(0, 1, row(ofA), row(ofB)).build();
  }

  @Test
  void within_matricesThatMissARate_areRefusedByRow() {
    ThroughputMatrix rates = matrix(4, 3, 2);
    String must = "; the interval must contain it";
    assertRejected(
        "throughput of job 0 on type 0 is 4.0 in the interval [5.0, 5.0]" + must,
        () -> rates.within(matrix(5, 3, 2), matrix(5, 3, 2)));
    assertRejected(
        "throughput of job 0 beside 1 on type 0 is 3.0 in the interval [3.5, 4.0]" + must,
        () -> rates.within(matrix(4, 3.5, 2), matrix(4, 4, 2)));
    assertRejected(
        "throughput of job 1 beside 0 on type 0 is 2.0 in the interval [1.0, 1.5]" + must,
        () -> rates.within(matrix(4, 3, 1), matrix(4, 3, 1.5)));
  }

  /** A matrix has no ids yet. */
  @Test
  void builder_wrongIntervals_areNamedByTheLastRow() {
    ThroughputMatrix.Builder builder = ThroughputMatrix.builder(1).job(4).job(2);
    assertRejected(
        "throughput of the last row on type 0 is 2.0 in the interval [3.0, 3.0]; the interval must"
            + " contain it",
        () -> builder.within(row(3), row(3)));
    builder.pair(1, 0, row(2), row(3));
    String must = " in the interval [4.0, 4.0]; the interval must contain it";
    assertRejected(
        "throughput of the first job of the last pair on type 0 is 2.0" + must,
        () -> builder.within(row(4), row(4), row(3), row(3)));
    assertRejected(
        "throughput of the second job of the last pair on type 0 is 3.0" + must,
        () -> builder.within(row(2), row(2), row(4), row(4)));
  }

  @Test
  void builder_intervals_canBeChained() {
    ThroughputMatrix rates =
        ThroughputMatrix.builder(1)
            .job(4)
            .within(row(3), row(5))
            .job(2)
            .pair(1, 0, row(2), row(3))
            .within(row(1), row(2), row(3), row(6))
            .build();
    assertEquals(3, rates.low().stepsPerSecond(0, 0));
    assertEquals(6, rates.high().stepsPerSecond(2, 0, 0)); // job 0 is the first of the group
    assertEquals(1, rates.low().stepsPerSecond(2, 1, 0));
  }
}
