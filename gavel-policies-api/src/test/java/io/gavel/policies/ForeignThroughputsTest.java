package io.gavel.policies;

import static io.gavel.policies.Errors.assertRejected;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a problem makes of an embedder's own {@link ThroughputMatrix}. */
class ForeignThroughputsTest {

  private static final Cluster CLUSTER =
      Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1));
  private static final List<Job> JOBS = List.of(Job.of("a"), Job.of("b"));

  /** A store with a row for each member of each group; counts how often each entry is read. */
  private static final class Store implements ThroughputMatrix {
    private final int jobCount;
    private final Group[] groups;
    private final double[][] rates = {{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 9}};
    private final int[][] reads = new int[5][2];

    Store(int jobCount, Group... groups) {
      this.jobCount = jobCount;
      this.groups = groups;
    }

    static Store withPair() {
      return new Store(2, new Group.Solo(0), new Group.Solo(1), new Group.Pair(0, 1));
    }

    @Override
    public int jobCount() {
      return jobCount;
    }

    @Override
    public int typeCount() {
      return 2;
    }

    @Override
    public int groupCount() {
      return groups.length;
    }

    @Override
    public Group group(int g) {
      return groups[g];
    }

    @Override
    public double stepsPerSecond(int g, int member, int j) {
      reads[g + member][j]++;
      return rates[g + member][j];
    }
  }

  private static AllocationProblem problem(Store store) {
    return AllocationProblem.of(CLUSTER, JOBS, store);
  }

  @Test
  void of_store_readsEachEntryOnceAndKeepsIt() {
    Store store = Store.withPair();
    AllocationProblem problem = problem(store);
    for (double[] row : store.rates) {
      Arrays.fill(row, 99);
    }
    problem.runs(2, 1);
    problem.withoutPairs();
    problem.withJobs(JOBS);
    int[] once = {1, 1};
    assertArrayEquals(new int[][] {once, once, once, once, new int[2]}, store.reads);
    assertEquals(
        ThroughputMatrix.builder(2)
            .job(1, 2)
            .job(3, 4)
            .pair(0, 1, new double[] {5, 6}, new double[] {7, 8})
            .build(),
        problem.throughputs());
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void of_wrongEntry_isNamedByIds(double rate) {
    String must = " on \"k80\" is " + rate + "; it must be finite and ≥ 0";
    String[] rows = {"\"a\"", "\"b\"", "\"a\" beside \"b\"", "\"b\" beside \"a\""};
    for (int i = 0; i < rows.length; i++) {
      Store store = Store.withPair();
      store.rates[i][1] = rate;
      assertRejected("throughput of job " + rows[i] + must, () -> problem(store));
    }
  }

  @Test
  void of_wrongGroups_areRejected() {
    Group first = new Group.Solo(0);
    Group second = new Group.Solo(1);
    String must =
        "; groups must be each job alone, in order, then pairs of jobs, then configurations, job by"
            + " job";
    assertRejected("group 0 is Solo[job=1]" + must, () -> problem(new Store(2, second, first)));
    assertRejected(
        "group 1 is Pair[first=0, second=1]" + must,
        () -> problem(new Store(2, first, new Group.Pair(0, 1))));
    assertRejected(
        "group 2 is Solo[job=0]" + must, () -> problem(new Store(2, first, second, first)));
    assertRejected(
        "group 2 is Solo[job=2]" + must,
        () -> problem(new Store(2, first, second, new Group.Solo(2))));
    assertRejected(
        "group 2 is Pair[first=0, second=2]" + must,
        () -> problem(new Store(2, first, second, new Group.Pair(0, 2))));
    assertRejected(
        "number of groups is 1; it must be at least 2", () -> problem(new Store(2, first)));
  }

  @Test
  void of_pairTwice_isRejected() {
    Store store =
        new Store(
            2, new Group.Solo(0), new Group.Solo(1), new Group.Pair(0, 1), new Group.Pair(0, 1));
    assertRejected("Pair[first=0, second=1] is given twice", () -> problem(store));
  }

  @Test
  void of_groupsWithoutJobs_areRejected() {
    assertRejected(
        "group 0 is Pair[first=0, second=1]; groups must be each job alone, in order, then pairs of"
            + " jobs, then configurations, job by job",
        () -> AllocationProblem.of(CLUSTER, List.of(), new Store(0, new Group.Pair(0, 1))));
  }

  @Test
  void of_storeWithPairAndConfiguration_readsEachFromItsRow() {
    Group way = new Group.Configuration(0, "x", 2);
    Store store = new Store(2, new Group.Solo(0), new Group.Solo(1), new Group.Pair(0, 1), way);
    assertEquals(
        ThroughputMatrix.builder(2)
            .job(1, 2)
            .job(3, 4)
            .pair(0, 1, new double[] {5, 6}, new double[] {7, 8})
            .configuration(0, "x", 2, 7, 8)
            .build(),
        problem(store).throughputs());
  }

  @Test
  void of_wrongConfigurations_areRejected() {
    Group first = new Group.Solo(0);
    Group second = new Group.Solo(1);
    Group ofFirst = new Group.Configuration(0, "x", 2);
    Group ofSecond = new Group.Configuration(1, "x", 2);
    String must =
        "; groups must be each job alone, in order, then pairs of jobs, then configurations, job by"
            + " job";
    assertRejected(
        "group 3 is " + ofFirst + must,
        () -> problem(new Store(2, first, second, ofSecond, ofFirst)));
    assertRejected(
        "group 3 is Pair[first=0, second=1]" + must,
        () -> problem(new Store(2, first, second, ofFirst, new Group.Pair(0, 1))));
    assertRejected("group 1 is " + ofFirst + must, () -> problem(new Store(2, first, ofFirst)));
    Group ofThird = new Group.Configuration(2, "x", 2);
    assertRejected(
        "group 2 is " + ofThird + must, () -> problem(new Store(2, first, second, ofThird)));
    assertRejected(
        "configuration \"x\" of job \"a\" is given twice; names must be unique within a job",
        () -> problem(new Store(2, first, second, ofFirst, ofFirst)));
  }
}
