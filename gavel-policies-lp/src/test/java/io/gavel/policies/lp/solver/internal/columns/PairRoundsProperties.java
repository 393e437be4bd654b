package io.gavel.policies.lp.solver.internal.columns;

import static io.gavel.policies.lp.solver.internal.columns.RoundsProperties.program;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.Tolerance;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.AnyProblem;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.Tuning;
import io.gavel.policies.lp.solver.internal.columns.RoundsProperties.Objective;
import io.gavel.policies.lp.solver.internal.interior.rows.DenseSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Few columns against all of them. */
class PairRoundsProperties {

  private static final int TYPES = 3;

  private static final DenseSolver ALL = new DenseSolver();

  private static final PairRounds FEW =
      new PairRounds(ALL, new Tuning(30, 4, 1.5, 4, 0, 6, 3, 10, 8e5));

  /** All pairs, each with rates of its own; some members do not fit together. */
  private static AllocationProblem generalPairs(int jobs, Random random) {
    return pairs(jobs, random, (a, b) -> random.nextInt(4) > 0);
  }

  private static AllocationProblem pairs(
      int jobs, Random random, BiPredicate<Integer, Integer> fit) {
    WorkerType[] types = new WorkerType[TYPES];
    Arrays.setAll(types, j -> new WorkerType("type" + j, 1 + jobs / 4));
    List<Job> list =
        IntStream.range(0, jobs)
            .mapToObj(m -> Job.builder("job" + m).weight(1 + random.nextInt(4)).build())
            .toList();
    ThroughputMatrix.Builder rates = ThroughputMatrix.builder(TYPES);
    double[][] alone = new double[jobs][];
    for (int m = 0; m < jobs; m++) {
      double speed = StrictMath.exp(2 * random.nextDouble());
      alone[m] = random.doubles(TYPES, 0.3, 1).map(r -> r * speed).toArray();
      rates.job(alone[m]);
    }
    for (int a = 0; a < jobs; a++) {
      for (int b = a + 1; b < jobs; b++) {
        if (fit.test(a, b)) {
          rates.pair(a, b, slower(alone[a], random), slower(alone[b], random));
        }
      }
    }
    return AllocationProblem.of(Cluster.of(types), list, rates.build());
  }

  private static double[] slower(double[] rates, Random random) {
    return Arrays.stream(rates).map(r -> r * (0.2 + 0.8 * random.nextDouble())).toArray();
  }

  private static CertifiedSolution certified(AllocationProgram program, SolverOutcome outcome) {
    return CertifiedSolution.of(program, assertInstanceOf(SolverOutcome.Solved.class, outcome));
  }

  private static void assertSameAsAll(AllocationProgram program, CertifiedSolution few) {
    CertifiedSolution all = certified(program, ALL.solve(program, SolveLimits.none()));
    double scale = program.gapScale(all.objective());
    assertEquals(all.objective(), few.objective(), 2e-8 * scale);
  }

  @Property
  void solve_generalPairs_isOptimalOverAllColumns(
      @ForAll @IntRange(min = 2, max = 30) int jobs,
      @ForAll Draws random,
      @ForAll Objective objective,
      @ForAll @IntRange(max = 20) int many) {
    AllocationProgram program = program(generalPairs(jobs, random), objective);
    PairRounds rounds = new PairRounds(ALL, new Tuning(30, 4, 1.5, 4, many, 6, 3, 10, 8e5));
    CertifiedSolution few = certified(program, rounds.solve(program, SolveLimits.none()));
    assertTrue(few.holdsWithin(CertifiedSolution.GOOD), few::toString);
    assertSameAsAll(program, few);
  }

  /** Degenerate problems may be left to all columns, but never answered differently. */
  @Property
  void onFew_anyPairs_isOptimalOverAllColumnsOrEmpty(
      @ForAll(supplier = AnyProblem.OfPairs.class) AllocationProblem problem,
      @ForAll Objective objective) {
    AllocationProgram program = program(problem, objective);
    Assume.that(program.hasLevel() || program.hasUtility() || objective == Objective.SUM);
    Optional<SolverOutcome> outcome = FEW.onFew(program, SolveLimits.none());
    Assume.that(outcome.isPresent());
    CertifiedSolution few = certified(program, outcome.get());
    assertTrue(few.holdsWithin(CertifiedSolution.GOOD), few::toString);
    assertSameAsAll(program, few);
  }

  /** The same with floors, some of which may be out of reach. */
  @Property
  void onFew_anyPairsWithFloors_isOptimalOverAllColumnsOrEmpty(
      @ForAll(supplier = AnyProblem.OfPairs.class) AllocationProblem problem,
      @ForAll Draws random) {
    AllocationProgram sum = program(problem, Objective.SUM);
    double[] fastest = sum.fastest();
    double[] floor = new double[fastest.length];
    Arrays.setAll(floor, m -> random.nextBoolean() ? 0.5 * random.nextDouble() * fastest[m] : 0);
    AllocationProgram program = sum.withFloor(floor);
    Optional<SolverOutcome> outcome = FEW.onFew(program, SolveLimits.none());
    if (outcome.orElse(null) instanceof SolverOutcome.Infeasible) {
      AllocationProgram part = program.floorsAsRequirements();
      double met = certified(part, ALL.solve(part, SolveLimits.none())).objective();
      assertTrue(met < 1, () -> "%s of the floors can be met".formatted(met));
      return;
    }
    Assume.that(outcome.isPresent());
    CertifiedSolution few = certified(program, outcome.get());
    assertTrue(few.holdsWithin(CertifiedSolution.GOOD), few::toString);
  }

  /** All columns are not even asked. */
  @Property(tries = 8)
  void onFew_aHundredJobs_isOptimal(@ForAll Draws random, @ForAll Objective objective) {
    AllocationProgram program = program(generalPairs(100, random), objective);
    SolverOutcome outcome =
        new PairRounds(ALL, Tuning.STANDARD).onFew(program, SolveLimits.none()).orElseThrow();
    assertTrue(certified(program, outcome).holdsWithin(CertifiedSolution.GOOD));
  }

  /**
   * Four partners of each job. Where it uses few of them, as a sum does, most columns are not
   * asked; else all are.
   */
  @Property(tries = 8)
  void solve_fewPartners_isOptimal(@ForAll Draws random, @ForAll Objective objective) {
    AllocationProgram program =
        program(pairs(120, random, (a, b) -> b - a == 1 || b - a == 7), objective);
    PairRounds rounds = new PairRounds(ALL, Tuning.STANDARD);
    CertifiedSolution few = certified(program, rounds.solve(program, SolveLimits.none()));
    assertTrue(few.holdsWithin(CertifiedSolution.GOOD), few::toString);
    assertSameAsAll(program, few);
    boolean isAsked = rounds.onFew(program, SolveLimits.none()).isPresent();
    assertTrue(isAsked || objective != Objective.SUM);
  }

  /** Worthless steps give no scale for floors; the dense method would take minutes. */
  @Example
  void solve_failureWithManyRows_declinesInsteadOfAskingAllColumns() {
    int jobs = 751;
    WorkerType[] types = new WorkerType[TYPES];
    Arrays.setAll(types, j -> new WorkerType("type" + j, jobs));
    List<Job> list = IntStream.range(0, jobs).mapToObj(m -> Job.of("job" + m)).toList();
    ThroughputMatrix.Builder rates = ThroughputMatrix.builder(TYPES);
    list.forEach(job -> rates.job(1, 1, 1));
    for (int m = 0; m < jobs; m++) {
      for (int next = m + 1; next < Math.min(jobs, m + 7); next++) {
        rates.pair(m, next, new double[] {1, 1, 1}, new double[] {1, 1, 1});
      }
    }
    double[] floor = new double[jobs];
    Arrays.fill(floor, 0.1);
    AllocationProblem problem = AllocationProblem.of(Cluster.of(types), list, rates.build());
    AllocationProgram floors =
        AllocationProgram.maximizeSum(problem, new double[jobs]).withFloor(floor);
    SolverOutcome outcome = new PairRounds(ALL, Tuning.STANDARD).solve(floors, SolveLimits.none());
    String reason = assertInstanceOf(SolverOutcome.Declined.class, outcome).reason();
    assertEquals(
        "column generation over pairs: no certified answer; 1505 rows, at most 1500 for all columns",
        reason);
  }

  @Property(tries = 5)
  void solve_limitedSteps_returnsTheBestPoint(@ForAll @IntRange(min = 1, max = 5) int steps) {
    AllocationProgram program = program(generalPairs(40, new Random(1)), Objective.LEVEL);
    SolverOutcome outcome = FEW.solve(program, new SolveLimits(steps));
    SolverOutcome.Solved claim =
        assertInstanceOf(SolverOutcome.Interrupted.class, outcome).claim().orElseThrow();
    CertifiedSolution point = CertifiedSolution.of(program, claim);
    assertTrue(point.objective() > 0, point::toString);
    assertTrue(Double.isFinite(point.bound().value()), point::toString);
  }

  /** The throughputs at the highest level of all jobs that can run. */
  private static double[] highestLevel(AllocationProblem problem) {
    AllocationProgram level = program(problem, Objective.LEVEL);
    CertifiedSolution point = certified(level, ALL.solve(level, SolveLimits.none()));
    double[] reached = new double[problem.jobCount()];
    Arrays.setAll(reached, m -> level.requirement(m) * point.objective());
    return reached;
  }

  private static AllocationProgram withFloors(AllocationProblem problem, double part) {
    double[] floor = Arrays.stream(highestLevel(problem)).map(f -> f * part).toArray();
    return program(problem, Objective.SUM).withFloor(floor);
  }

  /** Floors that are redundant, loose, or as tight as policies state what was reached before. */
  @Property
  void onFew_floors_isOptimalOverAllColumnsOrEmpty(
      @ForAll @IntRange(min = 2, max = 30) int jobs, @ForAll Draws random, @ForAll Floors floors) {
    AllocationProgram program = withFloors(generalPairs(jobs, random), floors.part);
    Optional<SolverOutcome> outcome = FEW.onFew(program, SolveLimits.none());
    Assume.that(outcome.isPresent() && !isInDoubt(outcome, floors));
    CertifiedSolution few = certified(program, outcome.get());
    assertTrue(few.holdsWithin(CertifiedSolution.GOOD), few::toString);
    CertifiedSolution all = certified(program, ALL.solve(program, SolveLimits.none()));
    Assume.that(all.holdsWithin(CertifiedSolution.GOOD));
    double most = 3e-8 * Math.abs(all.objective()) + worthOfMissed(all) + worthOfMissed(few);
    assertEquals(all.objective(), few.objective(), most);
  }

  /** Returns the cost of the parts of floors that a point misses. */
  private static double worthOfMissed(CertifiedSolution point) {
    double floors = 0;
    for (int m = 0; m < point.program().jobCount(); m++) {
      floors += point.program().floor(m) * point.bound().prices().ofThroughput(m);
    }
    return point.missed() * floors;
  }

  /** All columns are not even asked. */
  @Property(tries = 10)
  void onFew_floorsOfAHundredJobs_isOptimal(@ForAll Draws random, @ForAll Floors floors) {
    AllocationProgram program = withFloors(generalPairs(100, random), floors.part);
    Optional<SolverOutcome> outcome =
        new PairRounds(ALL, Tuning.STANDARD).onFew(program, SolveLimits.none());
    Assume.that(!isInDoubt(outcome, floors));
    CertifiedSolution found = certified(program, outcome.orElseThrow());
    assertTrue(found.holdsWithin(CertifiedSolution.GOOD), found::toString);
  }

  /** Floors that are reached but for their last bits may look impossible; then all are asked. */
  private static boolean isInDoubt(Optional<SolverOutcome> outcome, Floors floors) {
    return floors == Floors.REACHED
        && outcome.filter(SolverOutcome.Solved.class::isInstance).isEmpty();
  }

  /** The few pairs do not reach these floors, so the dense method is asked for all pairs. */
  @Example
  void solve_floorsInDoubt_isOptimal() {
    AllocationProgram program =
        withFloors(generalPairs(100, Draws.ofSeed(15)), Floors.REACHED.part);
    CertifiedSolution found = CertifiedSolver.standard().solve(program);
    assertTrue(found.holdsWithin(CertifiedSolution.GOOD), found::toString);
  }

  private enum Floors {
    NEGATIVE(-0.5),
    REDUNDANT(1e-9),
    LOOSE(0.5),
    TIGHT(1 - 1e-6),
    REACHED(1 - 3e-13);

    private final double part;

    Floors(double part) {
      this.part = part;
    }
  }

  @Property(tries = 100)
  void solve_impossibleFloors_isInfeasible(
      @ForAll @IntRange(min = 2, max = 30) int jobs, @ForAll Draws random) {
    AllocationProgram program = withFloors(generalPairs(jobs, random), 1.01);
    Optional<SolverOutcome> outcome = FEW.onFew(program, SolveLimits.none());
    outcome.ifPresent(claim -> assertInstanceOf(SolverOutcome.Infeasible.class, claim));
    assertThrows(
        InfeasibleProblemException.class,
        () -> CertifiedSolver.of(List.of(FEW), Tolerance.CERTIFIED).solve(program));
  }

  @Example
  void onFew_otherFloorsOrFewPairs_areForOthers() {
    AllocationProblem problem = generalPairs(20, new Random(2));
    AllocationProgram program = program(problem, Objective.LEVEL);
    double[] floor = new double[20];
    Arrays.fill(floor, 1e-3);
    SolveLimits none = SolveLimits.none();
    assertTrue(FEW.onFew(program.withFloor(floor), none).isEmpty());
    AllocationProgram nothing = AllocationProgram.maximizeSum(problem, new double[20]);
    assertTrue(FEW.onFew(nothing.withFloor(floor), none).isEmpty());
    AllocationProgram utility = program(problem, Objective.LOGARITHM).withFloor(floor);
    assertTrue(FEW.onFew(utility, none).isEmpty());
  }
}
