package io.gavel.policies.lp.internal.level;

import static io.gavel.policies.lp.Cases.gangs;
import static io.gavel.policies.lp.Cases.pair;
import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.interior.rows.DenseSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolveLimits.LimitAction;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Two jobs that hold each other back on type a, some with a third that has type b for itself. */
final class SurplusStageTest {

  private final AllocationProblem two = problem(workers(1), row(1), row(1));

  private final AllocationProblem three = problem(workers(1, 1), row(1, 0), row(1, 0), row(0, 1));

  /** A solution of equal levels in which the jobs run for the given parts of the time. */
  private static CertifiedSolution at(AllocationProblem problem, double... parts) {
    double[] ones = new double[problem.jobCount()];
    Arrays.fill(ones, 1);
    AllocationProgram program = AllocationProgram.maximizeMinimum(problem, ones);
    double[] x = new double[program.columnCount()];
    Arrays.setAll(x, c -> parts[program.first(c)]);
    return CertifiedSolution.of(
        program, List.of(), x, CertifiedSolver.standard().solve(program).bound());
  }

  private static CertifiedSolution above(
      OptimumChoice choice, AllocationProblem problem, CertifiedSolution point, double... claim) {
    double[] owed = new double[claim.length];
    Arrays.fill(owed, 0.5);
    return new SurplusStage(CertifiedSolver.standard(), Normalizer.FASTEST_TYPE, choice)
        .above(problem, point, owed, claim, UnaryOperator.identity());
  }

  private static CertifiedSolution above(
      AllocationProblem problem, CertifiedSolution point, double... claim) {
    return above(OptimumChoice.LEVEL_THEN_THROUGHPUT, problem, point, claim);
  }

  @Test
  void above_jobsHoldEachOtherBack_isThePoint() {
    CertifiedSolution point = at(two, 0.5, 0.5);
    assertSame(point, above(two, point, 1, 1));
  }

  @Test
  void above_idleTypeOfTheThird_isGivenToIt() {
    CertifiedSolution point = at(three, 0.5, 0.5, 0.5);
    CertifiedSolution full = above(three, point, 1, 1, 1);
    assertArrayEquals(new double[] {0.5, 0.5, 1}, full.throughput(), 1e-6);
    assertSame(point, above(OptimumChoice.LEVEL_ONLY, three, point, 1, 1, 1));
  }

  /**
   * What a job gains counts in parts of its fastest rate. Half of type a is left: the first job
   * would make a quarter of its rate on b there, where a third one runs, and the second all of its.
   */
  @Test
  void above_surplusForEither_goesWhereTheRelativeGainIsLarger() {
    AllocationProblem either = problem(workers(1, 1), row(10, 40), row(1, 0), row(0, 1));
    double[] owed = {2.5, 0.25, 1};
    AllocationProgram program = AllocationProgram.maximizeMinimum(either, owed);
    double[] x = new double[program.columnCount()];
    Arrays.setAll(x, c -> program.first(c) == 2 ? 1 : program.pool(c) == 0 ? 0.25 : 0);
    CertifiedSolution point =
        CertifiedSolution.of(
            program, List.of(), x, CertifiedSolver.standard().solve(program).bound());
    CertifiedSolution full =
        new SurplusStage(
                CertifiedSolver.standard(),
                Normalizer.FASTEST_TYPE,
                OptimumChoice.LEVEL_THEN_THROUGHPUT)
            .above(either, point, owed);
    assertArrayEquals(new double[] {2.5, 0.75, 1}, full.throughput(), 1e-5);
  }

  @Test
  void above_stoppedByLimits_isThePointIfThatIsAllowed() {
    CertifiedSolution point = at(three, 0.5, 0.5, 0.5);
    double[] owed = {0.5, 0.5, 0.5};
    for (LimitAction action : LimitAction.values()) {
      SolveLimits limits = SolveLimits.none().withCancellation(() -> true).withOnExpiry(action);
      SurplusStage stage =
          new SurplusStage(
              CertifiedSolver.standard().with(limits),
              Normalizer.FASTEST_TYPE,
              OptimumChoice.LEVEL_THEN_THROUGHPUT);
      if (action == LimitAction.BEST_FEASIBLE) {
        assertSame(point, stage.above(three, point, owed));
      } else {
        assertThrows(SolveStoppedException.class, () -> stage.above(three, point, owed));
      }
    }
  }

  /** A job without a claim gets no surplus by right, and its idle type does not count. */
  @Test
  void above_thirdHasNoClaim_isThePoint() {
    CertifiedSolution point = at(three, 0.5, 0.5, 0.5);
    assertSame(point, above(three, point, 1, 1, 0));
  }

  /** Nothing is idle, but the price of the third job proves nothing: a program decides. */
  @Test
  void above_jobOfPriceZero_isSolvedFor() {
    CertifiedSolution point = at(three, 0.5, 0.5, 1);
    CertifiedSolution full = above(three, point, 1, 1, 1);
    assertNotSame(point, full);
    assertArrayEquals(new double[] {0.5, 0.5, 1}, full.throughput(), 1e-6);
  }

  /** The prices prove a total to a millionth; less than that is still found idle. */
  @Test
  void above_hardlyIdle_isFilled() {
    double little = 1e-8;
    CertifiedSolution point = at(two, 0.5 - little, 0.5 - little);
    assertNotSame(point, above(two, point, 1, 1));
    AllocationProblem gang = gangs(problem(workers(3), row(1), row(1)), 2, 2);
    CertifiedSolution ofGangs = at(gang, 0.75 - little, 0.75 - little);
    assertNotSame(ofGangs, above(gang, ofGangs, 1, 1));
  }

  @Test
  void above_idleWorkerOfBusyJobs_isThePoint() {
    AllocationProblem spare = problem(workers(3), row(1), row(1));
    CertifiedSolution point = at(spare, 1, 1);
    assertSame(point, above(spare, point, 1, 1));
  }

  /** What the first job has beyond the half that it is owed is free for the second. */
  @Test
  void above_moreThanOwed_isFreeForOthers() {
    CertifiedSolution full = above(two, at(two, 0.9, 0.1), 0, 1);
    assertArrayEquals(new double[] {0.5, 0.5}, full.throughput(), 1e-6);
  }

  private static AllocationProgram largest(AllocationProblem problem) {
    return AllocationProgram.maximizeMinimum(problem, new double[] {1, 1});
  }

  /** A gang of two cannot use the one worker that is left, however idle it is. */
  @Test
  void above_gangThatDoesNotFit_hasRoomForAPartOfItsTime() {
    AllocationProblem gang = gangs(problem(workers(3), row(1), row(1)), 2, 2);
    CertifiedSolution point = at(gang, 0.75, 0.5);
    CertifiedSolution full = above(gang, point, 1, 1);
    assertNotSame(point, full);
    assertEquals(1.5, Arrays.stream(full.throughput()).sum(), 1e-6);
    CertifiedSolution whole = at(gang, 0.75, 0.75);
    assertSame(whole, above(gang, whole, 1, 1));
  }

  /** Both members of a pair have half of their time left, and so has their worker. */
  @Test
  void above_idlePair_isFilled() {
    AllocationProblem pair = pair();
    AllocationProgram program = largest(pair);
    double[] x = new double[program.columnCount()];
    Arrays.setAll(x, c -> program.second(c) >= 0 ? 0.5 : 0);
    CertifiedSolver interior = CertifiedSolver.of(List.of(new DenseSolver()), Tolerance.CERTIFIED);
    CertifiedSolution bound = interior.solve(program); // both jobs have a price
    CertifiedSolution point = CertifiedSolution.of(program, List.of(), x, bound.bound());
    assertArrayEquals(new double[] {0.9, 0.9}, above(pair, point, 1, 1).throughput(), 1e-6);
    Arrays.setAll(x, c -> program.second(c) >= 0 ? 1 - 1e-8 : 0);
    CertifiedSolution nearly = CertifiedSolution.of(program, List.of(), x, bound.bound());
    assertNotSame(nearly, above(pair, nearly, 1, 1));
    Arrays.setAll(x, c -> program.second(c) >= 0 ? 1 : 0);
    CertifiedSolution all = CertifiedSolution.of(program, List.of(), x, bound.bound());
    assertSame(all, above(pair, all, 1, 1));
  }

  /**
   * The first three jobs of the guide, at four fifths of an equal share each. Prices of 2 and 1 for
   * the workers are 1/2, 1 and 1 for a step; with those of their floors, 1/4, 1/2 and 0, they prove
   * that no sum of relative rates is larger.
   */
  @Test
  void above_floorsWithPrices_isThePoint() {
    AllocationProblem guide = problem(workers(1, 1), row(4, 1), row(2, 1), row(1, 1));
    double[] owed = {2, 1.2, 0.8};
    AllocationProgram program = AllocationProgram.maximizeMinimum(guide, row(2.5, 1.5, 1));
    double[] x = new double[program.columnCount()];
    double[][] time = {{0.5, 0}, {0.5, 0.2}, {0, 0.8}};
    Arrays.setAll(x, c -> time[program.first(c)][program.pool(c)]);
    Prices prices = Prices.of(row(2, 1), row(0, 0, 0), row(0.5, 1, 1));
    DualBound bound = DualBound.of(program, prices);
    assertEquals(0.8, bound.value(), 1e-12);
    CertifiedSolution point = CertifiedSolution.of(program, List.of(), x, bound);
    SurplusStage stage =
        new SurplusStage(
            CertifiedSolver.standard(),
            Normalizer.FASTEST_TYPE,
            OptimumChoice.LEVEL_THEN_THROUGHPUT);
    assertSame(point, stage.above(guide, point, owed));
    DualBound none = DualBound.proved(0.8, Prices.of(row(2, 1), row(0, 0, 0), row(0.5, 1, 0)));
    CertifiedSolution unpriced = CertifiedSolution.of(program, List.of(), x, none);
    CertifiedSolution full = stage.above(guide, unpriced, owed);
    assertNotSame(unpriced, full); // a job without a price, of which nothing is proved
    assertArrayEquals(owed, full.throughput(), 1e-6);
  }

  /** Two alike jobs of a type, on one worker together: nothing is left of it. */
  @Test
  void above_pairsByType_isThePointThatIsFull() {
    PairThroughputs table =
        PairThroughputs.builder(1).pair("t", "t", 1, row(0.9), row(0.9)).build();
    AllocationProblem shared =
        AllocationProblem.builder(workers(1))
            .job(Job.builder("1").type("t").build(), 1)
            .job(Job.builder("2").type("t").build(), 1)
            .build()
            .sharingByType(table);
    CertifiedSolution point = CertifiedSolver.standard().solve(largest(shared));
    assertEquals(0.9, point.objective(), 1e-6);
    double[] owed = {0.9, 0.9};
    SurplusStage stage =
        new SurplusStage(
            CertifiedSolver.standard(),
            Normalizer.FASTEST_TYPE,
            OptimumChoice.LEVEL_THEN_THROUGHPUT);
    assertSame(point, stage.above(shared, point, owed));
  }

  /**
   * Gangs of two, twice as many as fit, of so many jobs that the prices prove their total to a
   * millionth only: what one of them leaves idle is found nevertheless, if it is more than
   * rounding.
   */
  @Test
  void above_manyJobs_isThePointIfNoneLeavesRoom() {
    int n = 2_002; // as many with pairs by type would be solved for
    int[] twos = new int[n];
    Arrays.fill(twos, 2);
    double[][] rates = new double[n][];
    Arrays.fill(rates, row(1));
    AllocationProblem crowd = gangs(problem(workers(n), rates), twos);
    double[] half = new double[n];
    Arrays.fill(half, 0.5);
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    CertifiedSolution point = at(crowd, half);
    assertSame(point, above(crowd, point, ones));
    half[n - 1] -= 0.75e-7; // in all 1.5e-7 of a worker, not 1e-7 of a gang's time
    CertifiedSolution rounded = at(crowd, half);
    assertSame(rounded, above(crowd, rounded, ones));
    half[n - 1] -= 1e-6;
    CertifiedSolution idle = at(crowd, half);
    assertNotSame(idle, above(crowd, idle, ones));
  }

  @Test
  void claims_levelOnly_sayNothingOfTheSurplus() {
    Claims alone = claims(OptimumChoice.LEVEL_ONLY);
    assertFalse(alone.invariants().contains(Invariant.PARETO_EFFICIENCY));
    assertTrue(alone.invariants().contains(Invariant.EQUAL_TREATMENT));
    Claims total = claims(OptimumChoice.LEVEL_THEN_THROUGHPUT);
    assertTrue(total.invariants().contains(Invariant.PARETO_EFFICIENCY));
    assertTrue(total.invariants().contains(Invariant.WORK_CONSERVATION));
  }

  private static Claims claims(OptimumChoice choice) {
    return new SurplusStage(CertifiedSolver.standard(), Normalizer.FASTEST_TYPE, choice).claims();
  }

  /** It has no yardstick, so the level owes it nothing; but nobody else can use type b. */
  @Test
  void above_firstWayFitsNowhere_getsWhatOthersLeave() {
    AllocationProblem elastic =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 1), new WorkerType("b", 2)))
            .job(Job.builder("plain").stepsRemaining(9).build(), 1, 0)
            .job(Job.builder("large").stepsRemaining(9).build(), 0, 0)
            .configuration("large", "two", 2, new double[] {0, 3})
            .job(Job.builder("done").stepsRemaining(0).build(), 0, 0)
            .configuration("done", "two", 2, new double[] {0, 6})
            .build();
    double[] throughput = above(elastic, at(elastic, 0.5, 0, 0), 1, 0, -1).throughput();
    assertArrayEquals(new double[] {1, 3, 0}, throughput, 1e-9);
    Allocation fair = FinishTimeFairness.create().allocate(elastic);
    assertEquals(3, fair.effectiveThroughput("large"), 1e-9);
    assertEquals(0, fair.effectiveThroughput("done"));
  }
}
