package io.gavel.policies.lp.hierarchy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.statement.FairLevels.Entitlements;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Demands and entitlements of small trees. */
class FairnessNodesTest {

  private static final double ROUNDING = 1e-14;

  private static final FairnessNode FAIR =
      FairnessNode.of(
          List.of(FairnessNode.ofJob(3, 1), FairnessNode.ofJob(4, 3)), 2, Discipline.FAIRNESS);
  private static final FairnessNode QUEUE =
      FairnessNode.of(List.of(FairnessNode.ofJob(0, 9), FAIR), 5, Discipline.FIFO);

  @Test
  void nodes_areNamedByTheirFirstJobs() {
    assertEquals(0, QUEUE.firstJob());
    assertEquals(3, FAIR.firstJob());
    assertEquals(3, FairnessNode.ofJob(3, 1).withWeight(8).firstJob());
    assertEquals(8, QUEUE.withWeight(8).weight());
    assertEquals(QUEUE, QUEUE.withWeight(8).withWeight(5));
  }

  /** Two workers for four jobs that run, so that each has half of one: a gang of two a quarter. */
  private static AllocationProblem problem() {
    return AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)))
        .entity(new Entity("parent", 4, Discipline.FAIRNESS))
        .entity(new Entity("only", Optional.of("parent"), 9, Discipline.FAIRNESS))
        .entity(new Entity("times", 2, Discipline.FINISH_TIME_FAIRNESS))
        .job(Job.builder("gang").entity("only").scaleFactor(2).build(), 4)
        .job(Job.builder("nowhere").entity("only").build(), 0)
        .job(timed("late", 10).secondsSinceStart(30).isolatedSecondsSoFar(2).build(), 1)
        .job(timed("done", 0).build(), 1)
        .job(Job.builder("alone").weight(3).build(), 8)
        .build();
  }

  private static Job.Builder timed(String id, double steps) {
    return Job.builder(id).entity("times").stepsRemaining(steps);
  }

  @Test
  void tree_setsAside_whatRunsNowhereAndWhatIsDone() {
    AllocationProblem problem = problem();
    assertArrayEquals(
        new boolean[] {false, true, false, true, false}, FairnessTree.of(problem).owedNothing());
    assertArrayEquals(
        new boolean[] {false, true, false, false, false}, FairnessTree.flat(problem).owedNothing());
  }

  /** The equal share of a job that can run is all of a worker's rate, for a gang by worker. */
  @Test
  void entitlements_areUnitsAndFinishTimes_ofJobsThatCount() {
    AllocationProblem problem = problem();
    Entitlements of = FairnessTree.of(problem).entitlements();
    for (int m : new int[] {1, 3}) {
      assertEquals(0, of.unit(m));
      assertEquals(0, of.pace(m));
      assertEquals(0, of.lost(m));
    }
    assertEquals(2, of.unit(0), ROUNDING); // 4 steps/s by two workers
    assertEquals(1, of.unit(2), ROUNDING);
    assertEquals(8, of.unit(4), ROUNDING);
    assertEquals(0, of.pace(0));
    double isolated = IsolatedShare.throughput(problem, 2);
    double alone = 2 + 10 / isolated;
    assertEquals(10 / alone, of.pace(2), ROUNDING);
    assertEquals(30 / alone, of.lost(2), ROUNDING);
  }

  /** The entity with an only child hands its own weight on. */
  @Test
  void demands_atTheTop_areWeights() {
    double[] much = {9, 0, 9, 0, 9};
    assertArrayEquals(
        new double[] {4, 0, 2, 0, 3}, FairnessTree.of(problem()).demands(much).at(1), ROUNDING);
    assertArrayEquals(
        new double[] {1, 0, 1, 0, 3}, FairnessTree.flat(problem()).demands(much).at(1));
  }

  @Test
  void demands_riseWithTheLevel_upToTheCapacity() {
    FairnessTree.Demands demands = FairnessTree.of(problem()).demands(new double[] {2, 0, 1, 0, 6});
    assertArrayEquals(new double[] {1, 0, 0.5, 0, 0.75}, demands.at(0.25), ROUNDING);
    assertArrayEquals(new double[] {2, 0, 1, 0, 1.5}, demands.at(0.5), ROUNDING);
    assertArrayEquals(new double[] {2, 0, 1, 0, 6}, demands.at(2.5), ROUNDING);
    double[] full = demands.fullAt();
    assertEquals(0.5, full[0], ROUNDING);
    assertEquals(0.5, full[2], ROUNDING);
    assertEquals(2, full[4], ROUNDING);
  }

  /** Entities are in the order of the problem, and a child may come before its parent. */
  @Test
  void entities_areOrderedByTheirFirstJobs() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)))
            .entity(new Entity("second", Optional.of("queue"), 1, Discipline.FAIRNESS))
            .entity(new Entity("first", Optional.of("queue"), 1, Discipline.FAIRNESS))
            .entity(new Entity("queue", 1, Discipline.FIFO))
            .job(Job.builder("f").entity("first").build(), 1)
            .job(Job.builder("s").entity("second").build(), 1)
            .job(Job.builder("q").entity("queue").build(), 1)
            .job(Job.builder("f2").entity("first").weight(3).build(), 1)
            .build();
    FairnessTree tree = FairnessTree.of(problem);
    FairnessTree.Demands demands = tree.demands(new double[] {2, 4, 1, 6});
    assertArrayEquals(new double[] {0.25, 0, 0, 0.75}, demands.at(1), ROUNDING);
    assertArrayEquals(new double[] {2, 1, 0, 6}, demands.at(9), ROUNDING);
    assertArrayEquals(new double[] {2, 4, 1, 6}, demands.at(13), ROUNDING);
    assertArrayEquals(new double[] {8, 12, 13, 8}, demands.fullAt(), ROUNDING);
  }

  @Test
  void capacityCurve_ofWeights_givesAnOnlyChildAll() {
    FillCurve only =
        new FillCurve.WeightedFill(List.of(new FillCurve.JobFill(0, 0.3)), new double[] {7});
    double[] filled = new double[1];
    only.fill(0.1, filled);
    assertEquals(0.1, filled[0]); // no rounding by the weight
    only.full(amount -> amount, filled);
    assertEquals(0.3, filled[0]);
    only.fill(5, filled);
    assertEquals(0.3, filled[0]);
  }

  @Test
  void sequence_fillsAChildUpToTheLastBit() {
    FillCurve queue =
        new FillCurve.SequentialFill(
            List.of(new FillCurve.JobFill(0, 0.1), new FillCurve.JobFill(1, 0.2)));
    double[] filled = new double[2];
    queue.fill(queue.capacity(), filled);
    assertArrayEquals(new double[] {0.1, 0.2}, filled);
    queue.fill(0.05, filled);
    assertArrayEquals(new double[] {0.05, 0}, filled);
  }

  @Test
  void finishTimes_needStepsRemaining() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)))
            .entity(new Entity("times", 2, Discipline.FINISH_TIME_FAIRNESS))
            .job(Job.builder("a").entity("times").build(), 1)
            .build();
    assertThrows(IllegalArgumentException.class, () -> FairnessTree.of(problem));
  }
}
