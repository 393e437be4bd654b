package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import org.junit.jupiter.api.Test;

class TrivialSolutionTest {

  private static AllocationProblem.Builder cluster(int ofA, int ofB) {
    return AllocationProblem.builder(
        Cluster.of(new WorkerType("a", ofA), new WorkerType("b", ofB)));
  }

  @Test
  void of_roomForAll_isHalfOfEverybodysTimeSpreadOverTheColumns() {
    AllocationProblem problem =
        cluster(8, 8).job(Job.of("both"), 1, 1).job(Job.of("one"), 1, 0).build();
    double[] x =
        TrivialSolution.of(AllocationProgram.maximizeSum(problem, new double[] {1, 1})).fractions();
    assertArrayEquals(new double[] {0.25, 0.25, 0.5}, x);
  }

  @Test
  void of_fewWorkers_isHalfOfThemByTheSizeOfWhatIsWanted() {
    AllocationProblem problem =
        cluster(2, 0)
            .job(Job.builder("gang").scaleFactor(2).build(), 1, 0)
            .job(Job.of("x"), 1, 0)
            .job(Job.of("y"), 1, 0)
            .build();
    double[] x =
        TrivialSolution.of(AllocationProgram.maximizeSum(problem, new double[3])).fractions();
    assertArrayEquals(new double[] {0.25, 0.25, 0.25}, x, "2 workers where 4 are wanted");
  }

  /** Alone on two types and in a pair on one: three columns each. */
  @Test
  void of_pairs_countForBothMembers() {
    AllocationProblem problem =
        cluster(9, 9)
            .job(Job.of("p"), 1, 1)
            .job(Job.of("q"), 1, 0)
            .job(Job.of("r"), 1, 1)
            .pair("q", "r", new double[] {1, 0}, new double[] {1, 0})
            .build();
    double[] x =
        TrivialSolution.of(AllocationProgram.maximizeSum(problem, new double[3])).fractions();
    double third = 0.5 * (1.0 / 3);
    assertArrayEquals(new double[] {0.25, 0.25, 0.25, third, third, third}, x);
  }

  /** Quarters of a worker reach 0.25 and 0.75 steps per second; the slower job limits the level. */
  @Test
  void of_level_boundIsThatOfTheSlowestJob() {
    AllocationProblem problem = cluster(1, 0).job(Job.of("x"), 1, 0).job(Job.of("y"), 3, 0).build();
    AllocationProgram level = AllocationProgram.maximizeMinimum(problem, new double[] {1, 1});
    CertifiedSolution start = TrivialSolution.of(level);
    assertEquals(0.25, start.objective());
    assertEquals(1, start.bound().prices().ofThroughput(0), 1e-15);
    assertEquals(0, start.bound().prices().ofThroughput(1), 1e-15);
    assertEquals(1, start.bound().value(), 1e-15, "the slower job has all of its time");
    assertEquals(0, start.missed());
    assertTrue(start.isStopped());
  }

  /** Logarithms of 2 and 1 times 1/4 step per second cost 8 and 4 there, and are worth a log. */
  @Test
  void of_utilities_pricesAreTheirSlopes() {
    AllocationProblem problem = cluster(1, 0).job(Job.of("x"), 1, 0).job(Job.of("y"), 1, 0).build();
    AllocationProgram logs = AllocationProgram.maximizeUtility(problem, new double[] {2, 1}, 0);
    CertifiedSolution start = TrivialSolution.of(logs);
    assertEquals(8, start.bound().prices().ofThroughput(0));
    assertEquals(4, start.bound().prices().ofThroughput(1));
    assertEquals(12 - 3 - 3 * StrictMath.log(4), start.bound().value(), 1e-12);
  }

  @Test
  void of_jobThatCannotRun_provesThatTheLevelIsNothing() {
    AllocationProblem problem = cluster(1, 0).job(Job.of("x"), 1, 0).job(Job.of("y"), 0, 0).build();
    CertifiedSolution start =
        TrivialSolution.of(AllocationProgram.maximizeMinimum(problem, new double[] {1, 1}));
    assertEquals(0, start.objective());
    assertEquals(1, start.bound().prices().ofThroughput(1));
    assertEquals(0, start.bound().value());
  }
}
