package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who and what goes to which part of a problem. */
class PartitionTest {

  private static Partition inOrder(AllocationProblem problem, int parts, double largest) {
    int[] order = IntStream.range(0, problem.jobCount()).toArray();
    return Partition.of(problem, parts, order, largest);
  }

  private static AllocationProblem part(Partition partition, int part) {
    return partition.problem(part, partition.rows());
  }

  /** The jobs of a part. */
  private static List<String> ids(Partition partition, int part) {
    return part(partition, part).jobs().stream().map(Job::id).toList();
  }

  private static int[] workers(Partition partition, int part) {
    AllocationProblem problem = part(partition, part);
    return IntStream.range(0, problem.cluster().poolCount())
        .map(problem.cluster()::poolWorkers)
        .toArray();
  }

  /** Each pool's remainder begins with the part after the last that had one. */
  @Test
  void of_workersThatDoNotDivide_goToThePartsInTurn() {
    Partition partition = inOrder(Cases.problem(Cases.workers(4, 7, 5)), 3, 1);
    assertArrayEquals(new int[] {2, 2, 2}, workers(partition, 0));
    assertArrayEquals(new int[] {1, 3, 1}, workers(partition, 1));
    assertArrayEquals(new int[] {1, 2, 2}, workers(partition, 2));
  }

  @Test
  void of_gangsAboveAPartOfAPool_areCutInAsManyPieces() {
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(64, 16))
            .job(gang("large", 3), 0, 4)
            .job(gang("small", 2), 0, 4)
            .job(gang("elsewhere", 3), 1, 4)
            .build();
    Partition partition = inOrder(problem, 2, 0.25); // of 8 workers where the first two run
    assertEquals(List.of("large", "small"), ids(partition, 0));
    assertEquals(List.of("large", "elsewhere"), ids(partition, 1));
    Job first = part(partition, 0).job(0);
    Job second = part(partition, 1).job(0);
    assertEquals(2, first.scaleFactor());
    assertEquals(1, second.scaleFactor());
    assertEquals(8, first.weight(), 1e-12);
    assertEquals(4, second.weight(), 1e-12);
    assertEquals(60, first.stepsRemaining().orElseThrow(), 1e-12);
    assertEquals(30, second.stepsRemaining().orElseThrow(), 1e-12);
    assertEquals(4 * 2 / 3.0, part(partition, 0).throughputs().stepsPerSecond(0, 1), 1e-12);
    assertEquals(0, part(partition, 0).throughputs().stepsPerSecond(0, 0));
  }

  private static Job gang(String id, int size) {
    return Job.builder(id).scaleFactor(size).weight(12).stepsRemaining(90).build();
  }

  /** A single worker is a large part of a small pool, and cannot be cut. */
  @Test
  void of_singleWorkers_areNeverCut() {
    Partition partition = inOrder(Cases.problem(Cases.workers(2), new double[] {1}), 2, 0.25);
    assertEquals(List.of("1"), ids(partition, 0));
    assertEquals(List.of(), ids(partition, 1));
  }

  /** Its turn is not lost for the others if a job has to go elsewhere. */
  @Test
  void of_jobThatCannotRunInThePartOfItsTurn_goesToTheNext() {
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(1, 4))
            .job(Job.of("1"), 1, 1)
            .job(Job.of("only a"), 1, 0)
            .job(Job.of("2"), 1, 1)
            .job(Job.of("not b"), 1, 1)
            .forbid("not b", "b")
            .job(Job.of("3"), 1, 1)
            .build();
    Partition partition = inOrder(problem, 2, 1);
    assertArrayEquals(new int[] {1, 2}, workers(partition, 0));
    assertArrayEquals(new int[] {0, 2}, workers(partition, 1));
    assertEquals(List.of("1", "only a", "not b"), ids(partition, 0));
    assertEquals(List.of("2", "3"), ids(partition, 1));
    assertTrue(part(partition, 0).eligibility().forbids(2, 1));
  }

  @Test
  void of_jobThatRunsNowhere_takesNobodysTurn() {
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(3))
            .job(Job.of("1"), 1)
            .job(Job.of("nowhere"), 0)
            .job(Job.of("2"), 1)
            .job(Job.of("3"), 1)
            .build();
    Partition partition = inOrder(problem, 2, 1);
    assertEquals(List.of("1", "3"), ids(partition, 0));
    assertEquals(List.of("nowhere", "2"), ids(partition, 1)); // on the one worker of that part
  }

  @Test
  void problem_ofAPart_hasItsEntitiesPairsAndConfigurations() {
    AllocationProblem.Builder builder =
        AllocationProblem.builder(Cases.workers(5))
            .entity(new Entity("team", 3, Entity.Discipline.FAIRNESS));
    for (int m = 0; m < 4; m++) {
      builder.job(Job.builder("" + m).entity("team").build(), 1);
    }
    double[] rate = {0.7};
    AllocationProblem problem =
        builder
            .pair("0", "2", rate, rate)
            .pair("0", "1", rate, rate)
            .configuration("1", "two", 2, 1.5)
            .configuration("1", "three", 3, 1.8)
            .configuration("2", "three", 3, 1.8)
            .build();
    Partition partition = inOrder(problem, 2, 1); // of three and of two workers
    AllocationProblem first = part(partition, 0);
    AllocationProblem second = part(partition, 1);
    assertEquals(problem.entities(), first.entities());
    assertEquals(List.of("0", "2"), ids(partition, 0));
    assertEquals(1, first.pairCount());
    assertEquals(1, first.configurationCount());
    assertEquals(0, second.pairCount());
    assertEquals(1, second.configurationCount());
    assertEquals(2, second.workers(second.jobCount()));
  }
}
