package io.gavel.policies.lp.solver.internal.presolve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Which jobs are aggregated, the aggregated job, and how its fractions and prices are undone. */
class IdenticalJobsTest {

  private static final Cluster TWO = Cluster.of(new WorkerType("a", 4), new WorkerType("b", 2));

  private static double[] of(double... values) {
    return values;
  }

  private static IdenticalJobs classes(AllocationProgram program) {
    return new IdenticalJobs(program, SolveLimits.none());
  }

  private static AllocationProblem alike(int jobs) {
    AllocationProblem.Builder problem = AllocationProblem.builder(TWO);
    for (int m = 0; m < jobs; m++) {
      problem.job(Job.of("j" + m), 2, 1);
    }
    return problem.build();
  }

  /** Jobs 0, 2 and 3 are alike; 1 runs nowhere; 4 is larger, 5 runs on one type only. */
  private static AllocationProblem mixed() {
    return AllocationProblem.builder(TWO)
        .job(Job.of("j0"), 2, 1)
        .job(Job.of("j1"), 0, 0)
        .job(Job.of("j2"), 2, 1)
        .job(Job.of("j3"), 2, 1)
        .job(Job.builder("j4").scaleFactor(2).build(), 2, 1)
        .job(Job.of("j5"), 2, 0)
        .build();
  }

  @Test
  void classes_areOfJobsWithTheSameColumnsAndDemands() {
    AllocationProgram sum = AllocationProgram.maximizeSum(mixed(), of(1, 1, 1, 1, 1, 1));
    IdenticalJobs classes = classes(sum);
    assertArrayEquals(new int[] {0, IdenticalJobs.LEFT_OUT, 0, 0, 1, 2}, classes.of);
    assertArrayEquals(classes.of, IdenticalJobs.classOf(sum));
    assertEquals(3, classes.count());
    assertArrayEquals(new int[] {0, 4, 5}, Arrays.copyOf(classes.representative, 3));
    assertArrayEquals(new int[] {3, 1, 1}, Arrays.copyOf(classes.size, 3));
    assertArrayEquals(new int[] {0, 2, 2, 4, 6, 8, 9}, classes.start);
    IdenticalJobs floors = classes(sum.withFloor(of(0, 1, 0, 0.5, 0, 0)));
    assertArrayEquals(new int[] {0, 1, 0, 2, 3, 4}, floors.of, "floors differ, and j1 has one");
    IdenticalJobs worth = classes(AllocationProgram.maximizeSum(mixed(), of(1, 1, 2, 1, 1, 1)));
    assertArrayEquals(new int[] {0, IdenticalJobs.LEFT_OUT, 1, 0, 2, 3}, worth.of);
    IdenticalJobs level = classes(AllocationProgram.maximizeMinimum(mixed(), of(1, 0, 1, 2, 1, 1)));
    assertArrayEquals(new int[] {0, IdenticalJobs.LEFT_OUT, 0, 1, 2, 3}, level.of);
    IdenticalJobs logs =
        classes(AllocationProgram.maximizeUtility(mixed(), of(1, 0, 2, 1, 1, 1), 0));
    assertArrayEquals(new int[] {0, IdenticalJobs.LEFT_OUT, 1, 0, 2, 3}, logs.of);
  }

  @Test
  void classes_ofJobsInPairsOrComparedByRows_areTheirOwn() {
    AllocationProblem pair =
        AllocationProblem.builder(TWO)
            .job(Job.of("j0"), 2, 1)
            .job(Job.of("j1"), 2, 1)
            .job(Job.of("j2"), 2, 1)
            .job(Job.of("j3"), 2, 1)
            .pair("j1", "j2", of(1, 1), of(1, 1))
            .build();
    IdenticalJobs paired = classes(AllocationProgram.maximizeSum(pair, of(1, 1, 1, 1)));
    assertArrayEquals(new int[] {0, 1, 2, 0}, paired.of);
    AllocationProgram sum = AllocationProgram.maximizeSum(alike(3), of(1, 1, 1));
    assertArrayEquals(new int[3], classes(sum).of);
    CouplingRows rows =
        CouplingRows.builder()
            .add("order", Relation.AT_LEAST, 0, new int[] {0, 1}, of(1, -1))
            .build();
    assertArrayEquals(new int[] {0, 1, 1}, classes(sum.withRows(rows)).of);
    CouplingRows quota =
        CouplingRows.builder()
            .add("quota", Relation.AT_MOST, 1, new int[] {0, 2}, of(1, 1))
            .build();
    assertArrayEquals(new int[] {0, 0, 1}, classes(sum.withRows(quota)).of);
  }

  /** Enough jobs for collisions of 32-bit hashes; different jobs stay different. */
  @Test
  void classes_ofManyDifferentJobs_areAsManyAsJobs() {
    int jobs = 200_000;
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 1)));
    double[] requirement = new double[jobs];
    for (int m = 0; m < jobs; m++) {
      problem.job(Job.of("j" + m), 1);
      requirement[m] = 1 + m / 1024.0;
    }
    IdenticalJobs classes =
        classes(AllocationProgram.maximizeMinimum(problem.build(), requirement));
    assertEquals(jobs, classes.count());
  }

  @Test
  void of_jobsThatAreAlike_areOneOfTheirSize() {
    AllocationProgram sum =
        AllocationProgram.maximizeSum(mixed(), of(1, 1, 1, 1, 1, 1))
            .withFloor(of(0.5, 0, 0.5, 0.5, 0, 0));
    IdenticalJobs identicalJobs = new IdenticalJobs(sum, SolveLimits.none());
    AllocationProgram aggregated = identicalJobs.reduced();
    assertEquals(3, aggregated.jobCount());
    assertEquals(5, aggregated.columnCount());
    assertEquals(3, aggregated.size(0), "three at once");
    assertEquals(6, aggregated.gain(0), "two steps per second each");
    assertEquals(2, aggregated.rate(0), "of one of them");
    assertEquals(0.5, aggregated.floor(0));
    assertEquals(2, aggregated.size(2), "j4 as it was");
    assertArrayEquals(
        of(0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.3, 0.4, 0.5),
        identicalJobs.undoFractions(of(0.1, 0.2, 0.3, 0.4, 0.5)));
    Prices undone = identicalJobs.undoPrices(Prices.of(of(7, 8), of(6, 2, 3), of(9, 4, 5)));
    assertArrayEquals(of(7, 8), undone.pools());
    double[] time = new double[6];
    double[] throughput = new double[6];
    Arrays.setAll(time, undone::ofTime);
    Arrays.setAll(throughput, undone::ofThroughput);
    assertArrayEquals(of(2, 0, 2, 2, 2, 3), time, "a third for each of three");
    assertArrayEquals(of(3, 0, 3, 3, 4, 5), throughput);
  }

  @Test
  void of_utilities_weighAsMuchAsAllTogether() {
    AllocationProgram logs = AllocationProgram.maximizeUtility(alike(3), of(2, 2, 2), 0);
    assertEquals(6, new IdenticalJobs(logs, SolveLimits.none()).reduced().weight(0));
    AllocationProgram level = AllocationProgram.maximizeMinimum(alike(3), of(2, 2, 2));
    assertEquals(2, new IdenticalJobs(level, SolveLimits.none()).reduced().requirement(0));
  }

  @Test
  void of_jobsThatAllDiffer_stayAsTheyAre() {
    AllocationProgram sum = AllocationProgram.maximizeSum(alike(2), of(1, 2));
    IdenticalJobs identicalJobs = new IdenticalJobs(sum, SolveLimits.none());
    assertSame(sum, identicalJobs.reduced());
    double[] x = of(1, 0, 0, 1);
    assertArrayEquals(x, identicalJobs.undoFractions(x));
  }
}
