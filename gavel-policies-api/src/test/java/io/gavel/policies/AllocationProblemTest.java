package io.gavel.policies;

import static io.gavel.policies.Errors.assertOutside;
import static io.gavel.policies.Errors.assertRejected;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllocationProblemTest {

  static final Cluster CLUSTER = Cluster.of(new WorkerType("v100", 2), new WorkerType("k80", 1));
  static final Job A = Job.of("a");
  static final Job B = Job.of("b");
  static final Job GANG = Job.builder("gang").scaleFactor(2).build();
  static final double[] ONES = {1, 1};

  static AllocationProblem.Builder builder() {
    return AllocationProblem.builder(CLUSTER);
  }

  static AllocationProblem.Builder twoJobs() {
    return builder().job(A, 1, 2).job(B, 3, 0);
  }

  static AllocationProblem.Builder withPair() {
    return twoJobs().pair("b", "a", new double[] {7, 8}, new double[] {5, 6});
  }

  @Test
  void of_parts_areThere() {
    ThroughputMatrix matrix = ThroughputMatrix.copyOf(new double[][] {{1, 2}, {3, 0}});
    AllocationProblem problem = AllocationProblem.of(CLUSTER, List.of(A, B), matrix);
    assertSame(CLUSTER, problem.cluster());
    assertEquals(List.of(A, B), problem.jobs());
    assertEquals(B, problem.job(1));
    assertEquals(2, problem.jobCount());
    assertEquals(2, problem.groupCount());
    assertEquals(new Group.Solo(1), problem.group(1));
    assertSame(matrix, problem.throughputs());
    assertEquals(List.of(), problem.entities());
    assertEquals(1, problem.indexOf("b"));
    assertEquals(List.of(), problem.unrunnable());
    assertEquals(twoJobs().build(), problem);
  }

  @Test
  void pair_byId_isAGroup() {
    AllocationProblem problem = withPair().build();
    assertEquals(3, problem.groupCount());
    assertEquals(new Group.Pair(0, 1), problem.group(2));
    assertEquals(5, problem.throughputs().stepsPerSecond(2, 0, 0));
    assertEquals(8, problem.throughputs().stepsPerSecond(2, 1, 1));
    assertEquals("AllocationProblem[2 jobs, 1 pairs, " + CLUSTER + "]", problem.toString());
  }

  @Test
  void of_listsChangedLater_keepsTheirElements() {
    List<Job> jobs = new ArrayList<>(List.of(A));
    List<Entity> entities = new ArrayList<>(List.of(new Entity("org", 1, Discipline.FIFO)));
    AllocationProblem problem =
        AllocationProblem.of(
            CLUSTER, jobs, ThroughputMatrix.copyOf(new double[][] {{1, 2}}), entities);
    jobs.clear();
    entities.clear();
    assertEquals(List.of(A), problem.jobs());
    assertEquals(1, problem.entities().size());
    assertThrows(UnsupportedOperationException.class, () -> problem.jobs().add(B));
    assertThrows(UnsupportedOperationException.class, () -> problem.entities().clear());
    assertThrows(UnsupportedOperationException.class, () -> problem.unrunnable().clear());
  }

  @Test
  void build_again_isIndependentOfWhatFollows() {
    AllocationProblem.Builder builder = builder().job(A, 1, 2);
    AllocationProblem first = builder.build();
    assertEquals(2, builder.job(B, 3, 0).build().jobCount());
    assertEquals(1, first.jobCount());
  }

  @Test
  void of_shapesDiffer_isRejected() {
    ThroughputMatrix oneByTwo = ThroughputMatrix.copyOf(new double[][] {{1, 2}});
    assertRejected(
        "throughputs are for 1 jobs × 2 worker types; the problem has 2 × 2",
        () -> AllocationProblem.of(CLUSTER, List.of(A, B), oneByTwo));
    assertRejected(
        "throughputs are for 1 jobs × 2 worker types; the problem has 0 × 2",
        () -> AllocationProblem.of(CLUSTER, List.of(), oneByTwo));
    assertRejected(
        "throughputs are for 1 jobs × 1 worker types; the problem has 1 × 2",
        () ->
            AllocationProblem.of(
                CLUSTER, List.of(A), ThroughputMatrix.copyOf(new double[][] {{1}})));
  }

  @Test
  void job_twice_isRejected() {
    assertRejected(
        "job \"a\" is listed twice; ids must be unique", () -> twoJobs().job(Job.of("a"), 1, 1));
    assertRejected(
        "job \"a\" is listed twice, at 0 and 2; ids must be unique",
        () ->
            AllocationProblem.of(
                CLUSTER,
                List.of(A, B, A),
                ThroughputMatrix.copyOf(new double[][] {ONES, ONES, ONES})));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void builder_wrongRate_isNamedByIds(double rate) {
    double[] wrong = {1, rate};
    String must = " on \"k80\" is " + rate + "; it must be finite and ≥ 0";
    assertRejected("throughput of job \"a\"" + must, () -> builder().job(A, wrong));
    assertRejected(
        "throughput of job \"b\" beside \"a\"" + must, () -> twoJobs().pair("b", "a", wrong, ONES));
    assertRejected(
        "throughput of job \"a\" beside \"b\"" + must, () -> twoJobs().pair("b", "a", ONES, wrong));
  }

  @Test
  void builder_wrongLength_isNamedByIds() {
    assertRejected(
        "throughputs of job \"a\" have 3 entries; they must have one for each of 2 worker types",
        () -> builder().job(A, 1, 2, 3));
    assertRejected(
        "throughputs of job \"b\" beside \"a\" have 0 entries; they must have one for each of 2"
            + " worker types",
        () -> twoJobs().pair("a", "b", ONES, new double[0]));
  }

  @Test
  void builder_afterARefusal_goesOn() {
    AllocationProblem.Builder builder = twoJobs();
    assertThrows(IllegalArgumentException.class, () -> builder.job(Job.of("c"), 1));
    assertThrows(IllegalArgumentException.class, () -> builder.job(A, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> builder.pair("a", "c", ONES, ONES));
    assertEquals(twoJobs().build(), builder.build());
  }

  @Test
  void pair_wrong_isRejected() {
    assertRejected(
        "there is no job \"c\"; known: a, b", () -> twoJobs().pair("a", "c", ONES, ONES));
    assertRejected(
        "pair names job \"a\" twice; a pair needs two different jobs",
        () -> twoJobs().pair("a", "a", ONES, ONES));
    assertRejected(
        "Pair[first=0, second=1] is given twice", withPair().pair("a", "b", ONES, ONES)::build);
    assertRejected(
        "jobs \"a\" and \"gang\" have scale factors 1 and 2; they must be equal in a pair",
        twoJobs().job(GANG, 1, 1).pair("gang", "a", ONES, ONES)::build);
    assertRejected(
        "jobs \"a\" and \"part\" take 1000 and 300 thousandths of a worker; they must be equal in"
            + " a pair",
        twoJobs().job(share("part", 300), 1, 1).pair("part", "a", ONES, ONES)::build);
  }

  @Test
  void indexOf_unknown_listsTheKnown() {
    assertRejected("there is no job \"x\"; known: a, b", () -> twoJobs().build().indexOf("x"));
    assertRejected("there is no job \"x\"; known: none", () -> builder().build().indexOf("x"));
  }

  @Test
  void find_isTheRowOrEmpty() {
    assertEquals(OptionalInt.of(1), twoJobs().build().find("b"));
    assertEquals(OptionalInt.empty(), twoJobs().build().find("x"));
  }

  @Test
  void builder_goesOnAfterBuild_earlierProblemStays() {
    AllocationProblem.Builder builder = twoJobs();
    AllocationProblem two = builder.build();
    AllocationProblem three = builder.job(Job.of("c"), ONES).build();
    assertEquals(List.of("a", "b"), two.jobs().stream().map(Job::id).toList());
    assertEquals(OptionalInt.empty(), two.find("c"));
    assertEquals(OptionalInt.of(2), three.find("c"));
    assertEquals(three, builder.build());
  }

  @Test
  void index_outside_isNamed() {
    AllocationProblem problem = withPair().build();
    assertOutside("job index 2 is outside 0..1", () -> problem.job(2));
    assertOutside("group index 3 is outside 0..2", () -> problem.group(3));
    assertOutside("group index 3 is outside 0..2", () -> problem.scaleFactor(3));
    assertOutside("worker type index 2 is outside 0..1", () -> problem.runs(0, 2));
  }

  static Job share(String id, int gpuMilli) {
    return Job.builder(id).gpuMilli(gpuMilli).build();
  }

  @Test
  void withoutPairs_keepsTheRest() {
    assertEquals(twoJobs().build(), withPair().build().withoutPairs());
    AllocationProblem solo = twoJobs().build();
    assertSame(solo, solo.withoutPairs());
  }

  @Test
  void withJobs_others_replacesThem() {
    Job faster = A.toBuilder().weight(2).build();
    AllocationProblem problem = withPair().build().withJobs(List.of(faster, B));
    assertEquals(2, problem.job(0).weight());
    assertEquals(withPair().build().throughputs(), problem.throughputs());
    assertRejected(
        "throughputs are for 2 jobs × 2 worker types; the problem has 1 × 2",
        () -> problem.withJobs(List.of(A)));
  }

  @Test
  void withCluster_larger_letsTheGangRun() {
    AllocationProblem problem = builder().job(GANG, 0, 1).build();
    assertEquals(1, problem.unrunnable().size());
    AllocationProblem larger =
        problem.withCluster(Cluster.of(new WorkerType("v100", 2), new WorkerType("k80", 2)));
    assertEquals(List.of(), larger.unrunnable());
    assertRejected(
        "throughputs are for 1 jobs × 2 worker types; the problem has 1 × 1",
        () -> problem.withCluster(Cluster.of(new WorkerType("v100", 2))));
  }

  @Test
  void believing_otherRates_ignoresGangs() {
    AllocationProblem problem = builder().job(GANG, 1, 0).build();
    AllocationProblem believed = problem.believing(ThroughputMatrix.copyOf(new double[][] {ONES}));
    assertTrue(believed.runs(0, 1));
    assertEquals(2, believed.scaleFactor(0));
    assertNotEquals(problem, problem.believing(problem.throughputs()));
    assertFalse(problem.runs(0, 1));
  }

  @Test
  void believing_thenChanged_keepsTheBelief() {
    AllocationProblem believed =
        builder().job(GANG, 0, 1).build().believing(ThroughputMatrix.copyOf(new double[][] {ONES}));
    assertEquals(believed, believed.withJobs(List.of(GANG)));
    assertEquals(believed, believed.withCluster(CLUSTER));
    assertTrue(believed.withJobs(List.of(GANG)).runs(0, 1));
  }

  @Test
  void believing_otherShapeOrPairs_isRejected() {
    AllocationProblem problem = withPair().build();
    assertRejected(
        "throughputs are for 1 jobs × 2 worker types; the problem has 2 × 2",
        () -> problem.believing(ThroughputMatrix.copyOf(new double[][] {ONES})));
    assertRejected(
        "believed ThroughputMatrix[2 jobs, 0 pairs, 2 worker types] has other groups than"
            + " ThroughputMatrix[2 jobs, 1 pairs, 2 worker types]; they must be the same, in the"
            + " same order",
        () -> problem.believing(twoJobs().build().throughputs()));
  }

  @Test
  void empty_noJobs_hasTheShapeOfTheCluster() {
    AllocationProblem problem = builder().build();
    assertEquals(0, problem.groupCount());
    assertEquals(2, problem.throughputs().typeCount());
    assertEquals(List.of(), problem.unrunnable());
    AllocationProblem same =
        AllocationProblem.of(CLUSTER, List.of(), ThroughputMatrix.copyOf(new double[0][]));
    assertEquals(problem, same);
    assertEquals(2, same.throughputs().typeCount());
  }

  @Test
  void equals_everyPart_counts() {
    AllocationProblem problem = withPair().build();
    assertEquals(problem, withPair().build());
    assertEquals(problem.hashCode(), withPair().build().hashCode());
    assertNotEquals(problem, problem.withoutPairs());
    assertNotEquals(problem, problem.withJobs(List.of(A, Job.of("c"))));
    assertNotEquals(
        problem,
        problem.withCluster(Cluster.of(new WorkerType("v100", 2), new WorkerType("k80", 2))));
    assertNotEquals(problem, withPair().entity(new Entity("e", 1, Discipline.FIFO)).build());
    assertNotEquals(problem, (Object) "problem");
  }
}
