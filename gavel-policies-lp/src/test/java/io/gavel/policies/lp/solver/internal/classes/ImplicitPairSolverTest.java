package io.gavel.policies.lp.solver.internal.classes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Classes of jobs, which jobs are priced, and pairs listed and unlisted. */
class ImplicitPairSolverTest {

  private static double[] of(double... values) {
    return values;
  }

  /** Jobs of two kinds in turn, on two types; b runs on the first only and never beside b. */
  private static AllocationProblem problem(int jobs) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v", 3), new WorkerType("k", 2)));
    for (int m = 0; m < jobs; m++) {
      if (m % 2 == 0) {
        problem.job(Job.builder("job" + m).type("a").build(), 1, 2);
      } else {
        problem.job(Job.builder("job" + m).type("b").build(), 3, 0);
      }
    }
    PairThroughputs.Builder pairs =
        PairThroughputs.builder(2)
            .pair("a", "a", 1, of(0.75, 1.5), of(0.75, 1.5))
            .pair("a", "b", 1, of(0.5, 0), of(2.5, 0));
    return problem.build().sharingByType(pairs.build());
  }

  private static ImplicitPairSolver solver(int jobs, double[] worth) {
    return new ImplicitPairSolver(AllocationProgram.maximizeSum(problem(jobs), worth));
  }

  private static double[] ones(int jobs) {
    double[] ones = new double[jobs];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** Some different values, the last of which all other jobs have. */
  private static double[] values(int jobs, int different) {
    return IntStream.range(0, jobs).mapToDouble(m -> 1 + Math.min(m, different - 1)).toArray();
  }

  @Test
  void classOf_interchangeableJobs_haveOneClass() {
    int[] four = solver(4, ones(4)).classOf();
    assertArrayEquals(new int[] {0, 1, 0, 1}, four);
    assertEquals(2, ImplicitPairSolver.count(four));
    assertEquals(0, ImplicitPairSolver.count(new int[0]));
  }

  /** A million jobs have pairs that 64 bits number, but not together with their columns. */
  @Test
  void solve_pairsOfManyJobs_isCertified() {
    int jobs = 1_000_000;
    ImplicitPairSolver many = solver(jobs, ones(jobs));
    CertifiedSolution found = many.solve(many.classOf()).orElseThrow();
    assertTrue(found.holdsWithin(Tolerance.CERTIFIED), found::toString);
  }

  @Test
  void classOf_thousandsOfClasses_areRefused() {
    int most = 2_000;
    assertEquals(most, ImplicitPairSolver.count(solver(most, values(most, most)).classOf()));
    ImplicitPairSolver more = solver(most + 1, values(most + 1, most + 1));
    String message = assertThrows(SolveFailedException.class, more::classOf).getMessage();
    assertTrue(message.contains("divide 2001 jobs into 2001 classes"), message);
  }

  /** Prices ask for few pairs of 100 to 2,000 jobs, more than half of which are classes. */
  @Test
  void isPriced_jobsThatMostlyDiffer_areIfNeitherFewNorTooMany() {
    assertTrue(solver(100, values(100, 100)).isPriced());
    assertFalse(solver(99, values(99, 99)).isPriced());
    assertTrue(solver(2_000, values(2_000, 2_000)).isPriced());
    assertFalse(solver(2_001, values(2_001, 2_001)).isPriced());
    assertFalse(solver(100, values(100, 49)).isPriced(), "50 classes of a and b");
    assertTrue(solver(100, values(100, 50)).isPriced(), "51");
  }

  @Test
  void isPriced_underConstraintsOrFloors_isNot() {
    AllocationProgram differ = AllocationProgram.maximizeSum(problem(100), values(100, 100));
    double[] floor = new double[100];
    floor[99] = 0.25;
    assertFalse(new ImplicitPairSolver(differ.withFloor(floor)).isPriced());
    AllocationProblem limited =
        problem(100)
            .constraining(
                Constraint.named("time").that(LinearForm.time().ofJobs("job0")).atMost(0.5));
    assertFalse(
        new ImplicitPairSolver(AllocationProgram.maximizeSum(limited, values(100, 100)))
            .isPriced());
  }

  @Test
  void undecided_names_theMostJobs() {
    assertEquals(
        "conflicts of constraints with floors are found for at most 500 jobs",
        ImplicitPairSolver.undecided());
  }

  @Test
  void listed_pairsByType_areThoseOfTheProblemWithAllPairs() {
    double[] worth = {1, 2, 3, 4};
    AllocationProgram listed = solver(4, worth).listed();
    AllocationProgram all = AllocationProgram.maximizeSum(problem(4).withAllPairs(), worth);
    assertEquals(all.columnCount(), listed.columnCount());
    for (int c = 0; c < all.columnCount(); c++) {
      assertEquals(all.pool(c), listed.pool(c), "column " + c);
      assertEquals(all.first(c), listed.first(c), "column " + c);
      assertEquals(all.second(c), listed.second(c), "column " + c);
      assertEquals(all.size(c), listed.size(c), "column " + c);
      assertEquals(all.rate(c), listed.rate(c), "column " + c);
      assertEquals(all.gain(c), listed.gain(c), 1e-15, "column " + c);
      if (all.second(c) >= 0) {
        assertEquals(all.secondRate(c), listed.secondRate(c), "column " + c);
      }
    }
  }

  @Test
  void unlisted_solution_hasThePairsThatItUses() {
    ImplicitPairSolver solver = solver(4, ones(4));
    AllocationProgram listed = solver.listed();
    double[] x = new double[listed.columnCount()];
    for (int c = 0; c < x.length; c++) {
      boolean alone = listed.second(c) < 0 && listed.first(c) == 1;
      boolean together = listed.first(c) == 0 && listed.second(c) == 2 && listed.pool(c) == 1;
      x[c] = alone ? 0.5 : together ? 0.75 : 0;
    }
    Prices prices = Prices.of(of(2, 3), new double[4], new double[4]);
    CertifiedSolution given = CertifiedSolution.of(listed, x, prices);
    CertifiedSolution found = solver.unlisted(given);
    assertEquals(List.of(new Group.Pair(0, 2)), found.pairs());
    assertArrayEquals(of(1.125, 1.5, 1.125, 0), found.throughput());
    assertEquals(given.objective(), found.objective());
    assertEquals(given.bound().value(), found.bound().value(), 1e-12);
    assertEquals(6 + 1 + 1, found.program().columnCount() + 1, "six alone, one pair on one type");
    assertFalse(found.isStopped());
    assertTrue(solver.unlisted(given.asStopped()).isStopped());
  }

  @Test
  void ranked_otherPrograms_areNone() {
    double[] worth = values(40, 40);
    assertTrue(solver(40, worth).ranked().isPresent());
    AllocationProgram sum = AllocationProgram.maximizeSum(problem(40), worth);
    double[] floor = new double[40];
    floor[3] = 0.125;
    assertTrue(new ImplicitPairSolver(sum.withFloor(floor)).ranked().isEmpty());
    AllocationProgram level = AllocationProgram.maximizeMinimum(problem(40), worth);
    assertTrue(new ImplicitPairSolver(level).ranked().isEmpty());
    assertTrue(solver(40, ones(40)).ranked().isEmpty(), "two classes as it is");
    assertTrue(solver(4, of(1, 2, 1, 3)).ranked().isEmpty(), "three, of two kinds");
    assertTrue(solver(4, values(4, 4)).ranked().isPresent(), "four, of two kinds");
  }

  /** Kinds rank nearly as all jobs do: what one step of worth is at most is lost. */
  @Test
  void ranked_sumPerPrice_isNearlyThatOfAllPairs() {
    double[] worth = IntStream.range(0, 40).mapToDouble(m -> 1 + m / 64.0).toArray();
    AllocationProgram perPrice =
        AllocationProgram.maximizeSumPerPrice(problem(40), worth, of(0.5, 4));
    ImplicitPairSolver solver = new ImplicitPairSolver(perPrice);
    CertifiedSolution found = solver.ranked().orElseThrow();
    CertifiedSolution all = solver.solve(IntStream.range(0, 40).toArray()).orElseThrow();
    assertTrue(all.holdsWithin(CertifiedSolution.GOOD), all::toString);
    assertTrue(found.bound().value() >= all.objective() * (1 - 1e-9), found::toString);
    assertEquals(all.objective(), found.bound().value(), 0.01 * all.objective());
    assertEquals(all.objective(), found.objective(), 0.01 * all.objective());
  }

  @Test
  void conflict_timeThatNobodyHas_namesTheConstraint() {
    AllocationProblem impossible =
        problem(4)
            .constraining(
                Constraint.named("late").that(LinearForm.time().ofJobs("job0")).atLeast(1.5))
            .constraining(
                Constraint.named("half").that(LinearForm.time().ofJobs("job1")).atLeast(0.5));
    AllocationProgram program = AllocationProgram.maximizeSum(impossible, ones(4));
    assertEquals(List.of("late"), new ImplicitPairSolver(program).conflict());
    assertEquals(List.of(), solver(4, ones(4)).conflict());
  }
}
