package io.gavel.policies.lp.hierarchy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.lp.hierarchy.WaterFilling.WaterFillingResult;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Proof;
import io.gavel.policies.statement.FairLevels.PricedRound;
import io.gavel.policies.statement.Rational;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Levels of jobs in classes, where pairs are slower than their jobs in turn, by hand. */
class ClassFillingTest {

  private static final double WITHIN = 1e-9;

  /** Pairs of two types at a tenth of a step per second each. */
  private static AllocationProblem inPairs(AllocationProblem.Builder problem, int pools) {
    return inPairs(problem, pools, 1);
  }

  private static AllocationProblem inPairs(
      AllocationProblem.Builder problem, int pools, double unit) {
    double[] slow = new double[pools];
    slow[0] = 0.1 * unit;
    return problem
        .build()
        .sharingByType(
            PairThroughputs.builder(pools)
                .pair("t", "t", 1, slow, slow)
                .pair("t", "u", 1, slow, slow)
                .pair("u", "u", 1, slow, slow)
                .build());
  }

  private static AllocationProblem.Builder cluster(int... workers) {
    WorkerType[] types = new WorkerType[workers.length];
    for (int k = 0; k < types.length; k++) {
      types[k] = new WorkerType("w" + k, workers[k]);
    }
    return AllocationProblem.builder(Cluster.of(types));
  }

  private static Job job(String id, String type, double weight) {
    return Job.builder(id).type(type).weight(weight).build();
  }

  /** Fills over entities if there are any; the throughputs are proved nearly to the last bit. */
  private static WaterFillingResult filled(AllocationProblem problem, double... throughput) {
    boolean flat = problem.entities().isEmpty();
    WaterFilling policy = flat ? WaterFilling.create() : WaterFilling.create().overEntities();
    FairnessTree tree = flat ? FairnessTree.flat(problem) : FairnessTree.of(problem);
    WaterFillingResult filled = policy.byClass(problem, tree).orElseThrow();
    Allocation x = filled.allocation();
    for (int m = 0; m < throughput.length; m++) {
      assertEquals(throughput[m], x.effectiveThroughput(m), WITHIN, "job " + m);
    }
    Proof.Proved proved = assertInstanceOf(Proof.Proved.class, Proof.of(x));
    Rational open = proved.levels().orElseThrow();
    assertTrue(open.compareTo(Rational.of(WITHIN)) <= 0, () -> "open " + open);
    return filled;
  }

  private static void assertRounds(WaterFillingResult filled, List<List<Integer>> saturated) {
    assertEquals(saturated, filled.rounds().stream().map(r -> r.saturated()).toList());
  }

  private static PricedRound priced(WaterFillingResult filled, int at) {
    return filled.allocation().certificate().levels().orElseThrow().rounds().get(at);
  }

  /** The prices of jobs, each of throughput and of time, in units of that of a worker. */
  private static void assertPrices(PricedRound round, double[]... ofJobs) {
    assertEquals(ofJobs.length, round.size());
    for (int i = 0; i < ofJobs.length; i++) {
      assertEquals((int) ofJobs[i][0], round.job(i));
      assertEquals(ofJobs[i][1], round.ofThroughput(i) / round.ofPool(0), WITHIN, "job " + i);
      assertEquals(ofJobs[i][2], round.ofTime(i) / round.ofPool(0), WITHIN, "time of " + i);
    }
  }

  @Test
  void fill_jobsOfTwoTypesThatAlternate_areSaturatedInOrder() {
    AllocationProblem.Builder problem = cluster(2);
    for (int m = 0; m < 6; m++) {
      problem.job(job("j" + m, m % 2 == 0 ? "t" : "u", 1 + m / 2), 3);
    }
    WaterFillingResult filled = filled(inPairs(problem, 1), 0.5, 0.5, 1, 1, 1.5, 1.5);
    assertRounds(filled, List.of(List.of(0, 1, 2, 3, 4, 5)));
  }

  /** The second of a queue has its turn when the first can have no more; then nothing is left. */
  @Test
  void fill_jobThatWaitsForItsTurn_isSaturatedThen() {
    AllocationProblem.Builder problem = cluster(1).entity(new Entity("queue", 1, Discipline.FIFO));
    for (String id : List.of("first", "second")) {
      problem.job(Job.builder(id).type("t").entity("queue").build(), 1);
    }
    problem.job(job("other", "t", 1), 1);
    WaterFillingResult filled = filled(inPairs(problem, 1), 0.5, 0, 0.5);
    assertRounds(filled, List.of(List.of(0, 2), List.of(1)));
    assertPrices(priced(filled, 0), new double[][] {{0, 1, 0}, {1, 1, 0}, {2, 1, 0}});
  }

  /** The same with a second one of another type, which nobody else of its type holds back. */
  @Test
  void fill_jobOfAnotherTypeThatWaitsForItsTurn_isSaturatedThen() {
    AllocationProblem.Builder problem =
        cluster(1)
            .entity(new Entity("queue", 1, Discipline.FIFO))
            .job(Job.builder("first").type("t").entity("queue").build(), 1)
            .job(Job.builder("second").type("u").entity("queue").build(), 1)
            .job(job("other", "t", 1), 1);
    WaterFillingResult filled = filled(inPairs(problem, 1), 0.5, 0, 0.5);
    assertRounds(filled, List.of(List.of(0, 2), List.of(1)));
    double level = filled.rounds().get(0).level();
    assertEquals(level, filled.rounds().get(1).level(), WITHIN * level);
  }

  /**
   * Two make 5/2 steps per second, 3 beyond those of slow workers, when the last one has all that
   * it can have of a slow one: it pays for what it has no more, too.
   */
  @Test
  void fill_jobThatIsFullWhenOthersAreHeldBack_paysAsTheyDo() {
    for (int i = 1; i <= 20; i++) { // whichever way the last one is rounded
      double unit = 1.0 / i;
      AllocationProblem.Builder problem = cluster(1, 3);
      for (int m = 0; m < 3; m++) {
        problem.job(job("j" + m, "t", m < 2 ? 5.0 / i : 2.0 / i), 4 * unit, unit);
      }
      WaterFillingResult filled = filled(inPairs(problem, 2, unit), 2.5 * unit, 2.5 * unit, unit);
      double level = filled.rounds().get(0).level();
      filled.rounds().forEach(r -> assertEquals(level, r.level(), WITHIN * level));
      double part = 1 / 3.0;
      assertPrices(
          priced(filled, 0),
          new double[][] {{0, part * i, part}, {1, part * i, part}, {2, part * i, part}});
    }
  }

  /** Levels are in a unit of their own, in which no step may be. */
  @ParameterizedTest
  @ValueSource(doubles = {0x1p-20, 0x1p-10, 0x1p10, 0x1p20})
  void fill_weightsInAnotherUnit_takesTheSameSteps(double unit) {
    int[] steps = new int[2];
    for (int i = 0; i < 2; i++) {
      int at = i;
      double of = i == 0 ? 1 : unit;
      AllocationProblem.Builder problem = cluster(1, 3);
      problem.job(job("a", "t", 5 * of), 4, 1);
      problem.job(job("b", "t", 5 * of), 4, 1);
      problem.job(job("c", "t", of), 4, 1);
      AllocationProblem shared = inPairs(problem, 2);
      SolveLimits counted = SolveLimits.none().withCancellation(() -> ++steps[at] < 0);
      ClassFilling filling =
          ClassFilling.of(shared, FairnessTree.flat(shared), counted).orElseThrow();
      assertEquals(2, filling.rounds().size(), "steps follow a level");
    }
    assertEquals(steps[0], steps[1]);
  }

  /** The same with a light job that goes on until it is full. */
  @Test
  void fill_jobThatIsFullLater_paysNoTime() {
    AllocationProblem.Builder problem = cluster(1, 3);
    problem.job(job("a", "t", 5), 4, 1).job(job("b", "t", 5), 4, 1).job(job("c", "t", 1), 4, 1);
    WaterFillingResult filled = filled(inPairs(problem, 2), 2.5, 2.5, 1);
    assertRounds(filled, List.of(List.of(0, 1), List.of(2)));
    assertEquals(2 * filled.rounds().get(0).level(), filled.rounds().get(1).level(), WITHIN);
    double part = 1 / 3.0;
    assertPrices(
        priced(filled, 0), new double[][] {{0, part, part}, {1, part, part}, {2, part, 0}});
  }
}
