package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MemoryTest {

  private static final int MANY = 1_501;

  private static AllocationProgram program(int jobs, int... workers) {
    return AllocationProgram.maximizeMinimum(problem(jobs, workers), ones(jobs));
  }

  private static double[] ones(int jobs) {
    double[] one = new double[jobs];
    Arrays.fill(one, 1);
    return one;
  }

  private static AllocationProblem problem(int jobs, int... workers) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(
            Cluster.of(Arrays.stream(workers).mapToObj(n -> new WorkerType("w" + n, n)).toList()));
    for (int m = 0; m < jobs; m++) {
      double[] rates = new double[workers.length];
      Arrays.setAll(rates, j -> 1 + j);
      problem.job(Job.of("j" + m), rates);
    }
    return problem.build();
  }

  private static CertifiedSolution solved(AllocationProgram program) {
    return CertifiedSolver.standard().solve(program);
  }

  private static Memory knowing(AllocationProgram... programs) {
    Memory memory = new Memory();
    memory.begin();
    for (AllocationProgram program : programs) {
      memory.next(program).learn(solved(program), false);
    }
    memory.begin();
    return memory;
  }

  @Test
  void next_givesThePricesOfTheSamePlaceInTheOrder() {
    AllocationProgram one = program(MANY, 100);
    AllocationProgram two = program(MANY, 100, 50);
    Memory memory = knowing(one, two);

    assertArrayEquals(solved(one).bound().prices().pools(), memory.next(one).price());
    assertArrayEquals(solved(two).bound().prices().pools(), memory.next(two).price());
    assertEquals(0, memory.next(two).price().length, "no third program before");
  }

  @Test
  void next_otherPools_knowsNothing() {
    Memory memory = knowing(program(MANY, 100));

    assertEquals(0, memory.next(program(MANY, 100, 50)).price().length);
  }

  @Test
  void next_coupledJobs_givesThePricesOfTheirRows() {
    AllocationProgram plain = program(MANY, 100);
    AllocationProgram capped =
        plain.withRows(
            CouplingRows.builder()
                .add("cap", Relation.AT_MOST, 0.5, new int[] {0}, new double[] {1})
                .build());

    assertEquals(2, knowing(capped).next(capped).price().length);
    assertEquals(0, knowing(capped).next(plain).price().length);
  }

  @Test
  void next_otherGoal_knowsNothing() {
    AllocationProgram sum = AllocationProgram.maximizeSum(problem(MANY, 100), ones(MANY));

    assertEquals(0, knowing(program(MANY, 100)).next(sum).price().length);
  }

  @Test
  void next_fewJobs_isNotWorthATry() {
    AllocationProgram few = program(MANY - 1, 100);

    assertEquals(0, knowing(few).next(few).price().length);
  }

  @Test
  void next_onAnotherThread_knowsNothing() throws InterruptedException {
    AllocationProgram program = program(MANY, 100);
    Memory memory = knowing(program);
    double[][] seen = new double[1][];
    Thread other = new Thread(() -> seen[0] = memory.next(program).price());
    other.start();
    other.join();

    assertEquals(0, seen[0].length);
    assertEquals(1, memory.next(program).price().length, "the order has not moved on");
  }

  @Test
  void next_afterTheEnd_knowsNothing() {
    AllocationProgram program = program(MANY, 100);
    Memory memory = knowing(program);
    memory.end();

    assertEquals(0, memory.next(program).price().length);
  }

  @Test
  void off_isTheLargestChangeOfAPriceInTheSameUnit() {
    AllocationProgram even = program(MANY, 100, 50);
    Memory memory = knowing(even);
    Start near = memory.next(even);
    assertEquals(0, near.off(), "one problem shows no change");
    near.learn(solved(even), true);
    assertEquals(0, near.off(), "no change");
  }

  /** Workers of two types are worth what they run, so that their prices are as their rates. */
  private static CertifiedSolution worth(double first, double second) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 10), new WorkerType("b", 5)));
    for (int m = 0; m < MANY; m++) {
      problem.job(Job.of("j" + m), first, second);
    }
    return solved(AllocationProgram.maximizeMinimum(problem.build(), ones(MANY)));
  }

  /** From parts of 1/3 and 2/3 to 1/4 and 3/4, and from those to 5/8 and 3/8. */
  @Test
  void off_pricesThatChange_isTheLargestRelativeChange() {
    Memory memory = knowing(program(MANY, 10, 5));
    double[] off = {1 / 4.0, 1 / 2.0 + 1 / 10.0};
    CertifiedSolution[] found = {worth(1, 3), worth(50, 30)};
    for (int i = 0; i < off.length; i++) {
      Start near = memory.next(found[i].program());
      near.learn(found[i], true);
      assertEquals(off[i], near.off(), 1e-5);
      memory.begin();
    }
  }

  /** Workers for all jobs are worth nothing, which is no change either. */
  @Test
  void off_workersThatAreWorthNothing_isNoChange() {
    AllocationProgram plenty = program(MANY, MANY);
    Memory memory = knowing(plenty);
    Start near = memory.next(plenty);
    near.learn(solved(plenty), true);
    assertEquals(0, near.off());
    memory.begin();
    near = memory.next(program(MANY, 10));
    near.learn(solved(program(MANY, 10)), true);
    assertEquals(0, near.off(), "nothing to compare with");
  }

  @Test
  void learn_pricesThatLeadNowhere_areTriedAgainAfterPausesThatDouble() {
    AllocationProgram program = program(MANY, 100);
    CertifiedSolution solution = solved(program);
    Memory memory = knowing(program);
    StringBuilder tried = new StringBuilder();
    for (int problem = 0; problem < 12; problem++) {
      Start near = memory.next(program);
      tried.append(near.price().length > 0 ? 'x' : '.');
      near.learn(solution, false);
      memory.begin();
    }

    assertEquals("x.x...x.....", tried.toString());
  }

  @Test
  void learn_pricesThatLed_endThePause() {
    AllocationProgram program = program(MANY, 100);
    CertifiedSolution solution = solved(program);
    Memory memory = knowing(program);
    memory.next(program).learn(solution, false); // a pause of one
    memory.begin();
    memory.next(program).learn(solution, false);
    memory.begin();
    memory.next(program).learn(solution, true);
    memory.begin();
    memory.next(program).learn(solution, false); // again a pause of one only
    memory.begin();
    assertEquals(0, memory.next(program).price().length);
    memory.begin();
    assertEquals(1, memory.next(program).price().length);
  }
}
