package io.gavel.policies.lp.solver.internal.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.TwofoldSimplex;
import io.gavel.policies.lp.solver.internal.Tuning;
import io.gavel.policies.lp.solver.internal.interior.rows.OjAlgoSolver;
import io.gavel.policies.lp.solver.internal.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.internal.presolve.Presolve;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Few columns of many worker types against all of them. */
class RoundsProperties {

  private static final StructuredSolver ALL = new StructuredSolver();

  private static final Rounds FEW = new Rounds(ALL, new Tuning(1_500, 4, 1.5, 4, 0, 6, 3, 10, 8e5));
  private static final Rounds USUAL = new Rounds(ALL, Tuning.STANDARD);

  enum Objective {
    LEVEL,
    SUM,
    LOGARITHM,
    POWER
  }

  /** What the rates of a problem are like. */
  private enum Rates {
    DISTINCT,
    EQUAL,
    SPARSE,
    SINGLE
  }

  private static AllocationProblem problem(
      RandomGenerator random, int jobs, int types, Rates rates) {
    WorkerType[] cluster = new WorkerType[types];
    Arrays.setAll(
        cluster,
        j -> new WorkerType("w" + j, random.nextInt(5) == 0 ? 0 : 8 + random.nextInt(jobs)));
    ThroughputMatrix.Builder matrix = ThroughputMatrix.builder(types);
    for (int m = 0; m < jobs; m++) {
      double speed = StrictMath.exp(3 * random.nextDouble());
      int only = random.nextInt(types);
      double[] row = new double[types];
      for (int j = 0; j < types; j++) {
        boolean runs =
            switch (rates) {
              case DISTINCT, EQUAL -> true;
              case SPARSE -> random.nextInt(4) == 0;
              case SINGLE -> m % 2 == 0 || j == only;
            };
        double rate = rates == Rates.EQUAL ? 1 << random.nextInt(2) : random.nextDouble(0.1, 1);
        row[j] = runs ? speed * rate : 0;
      }
      matrix.job(row);
    }
    List<Job> list =
        IntStream.range(0, jobs)
            .mapToObj(
                m ->
                    Job.builder("j" + m)
                        .weight(1 + random.nextInt(4))
                        .scaleFactor(1 << random.nextInt(4))
                        .build())
            .toList();
    return AllocationProblem.of(Cluster.of(cluster), list, matrix.build());
  }

  static AllocationProgram program(AllocationProblem problem, Objective objective) {
    AllocationProgram columns =
        AllocationProgram.maximizeSum(problem, new double[problem.jobCount()]);
    double[] fastest = columns.fastest();
    double[] each = new double[fastest.length];
    Arrays.setAll(each, m -> fastest[m] > 0 ? problem.job(m).weight() : 0);
    double[] needed = new double[fastest.length];
    Arrays.setAll(needed, m -> each[m] * fastest[m]);
    double[] worth = new double[fastest.length];
    Arrays.setAll(worth, m -> fastest[m] > 0 ? each[m] / fastest[m] : 0);
    return switch (objective) {
      case LEVEL -> AllocationProgram.maximizeMinimum(problem, needed);
      case SUM -> AllocationProgram.maximizeSum(problem, worth);
      case LOGARITHM -> AllocationProgram.maximizeUtility(problem, each, 0);
      case POWER -> AllocationProgram.maximizeUtility(problem, worth, 0.5);
    };
  }

  private static CertifiedSolution certified(AllocationProgram program, SolverOutcome outcome) {
    return CertifiedSolution.of(program, assertInstanceOf(SolverOutcome.Solved.class, outcome));
  }

  private static void assertProvedOverAll(
      AllocationProgram program, Optional<SolverOutcome> outcome) {
    outcome.ifPresent(
        few -> {
          CertifiedSolution point = certified(program, few);
          assertTrue(point.holdsWithin(CertifiedSolution.GOOD), point::toString);
        });
  }

  /** Where few columns fail, all are solved; but what they answer is proved over all. */
  @Property
  void onFew_anyProblem_isProvedOverAllColumnsOrLeftToThem(
      @ForAll @IntRange(min = 1, max = 25) int jobs,
      @ForAll @IntRange(min = 2, max = 60) int types,
      @ForAll Draws random,
      @ForAll Rates rates,
      @ForAll Objective objective,
      @ForAll @IntRange(max = 20) int many,
      @ForAll @IntRange(min = 1, max = 20) int steps) {
    AllocationProgram program = program(problem(random, jobs, types, rates), objective);
    Rounds rounds = new Rounds(ALL, new Tuning(1_500, 4, 1.5, 4, many, steps, 3, 10, 8e5));
    Optional<SolverOutcome> few = rounds.onFew(program, SolveLimits.none());
    assertProvedOverAll(program, few);
    assertProvedOverAll(
        program,
        few.flatMap(any -> ((Rounds) rounds.precise()).onFew(program, SolveLimits.none())));
  }

  @Property
  void solve_floorsAtHalfOfTheLevel_keepsThemAndIsProvedOverAllColumns(
      @ForAll @IntRange(min = 2, max = 25) int jobs,
      @ForAll @IntRange(min = 2, max = 60) int types,
      @ForAll Draws random,
      @ForAll Rates rates) {
    AllocationProblem problem = problem(random, jobs, types, rates);
    AllocationProgram level = program(problem, Objective.LEVEL);
    double half = 0.5 * CertifiedSolver.standard().solve(level).objective();
    double[] floor = new double[jobs];
    Arrays.setAll(floor, m -> half * level.requirement(m));
    AllocationProgram program = program(problem, Objective.SUM).withFloor(floor);
    assertProvedOverAll(program, FEW.onFew(program, SolveLimits.none()));
  }

  /** A column that is worth nothing until the last steps joins, and rounds go on. */
  @Example
  void onFew_floorsAtTheLevelItself_columnThatIsWantedLast() {
    assertProvedOverAll(atTheLevel(20, Rates.SINGLE, 56));
    assertProvedOverAll(atTheLevel(50, Rates.SINGLE, 26));
    assertProvedOverAll(atTheLevel(100, Rates.DISTINCT, 53));
  }

  /** Limits count the steps of all rounds, and the point of the last one is returned. */
  @Example
  void onFew_limitOfSteps_isThatOfAllRounds() {
    for (Objective objective : Objective.values()) {
      AllocationProgram program =
          program(problem(Draws.ofSeed(19), 60, 40, Rates.DISTINCT), objective);
      int steps = 1;
      while (isInterrupted(program, steps)) {
        steps++;
      }
      assertTrue(steps >= 15 && steps <= 80, steps + " steps");
      assertProvedOverAll(program, FEW.onFew(program, SolveLimits.none().withMaxSteps(steps)));
    }
  }

  private static boolean isInterrupted(AllocationProgram program, int steps) {
    SolverOutcome outcome =
        FEW.onFew(program, SolveLimits.none().withMaxSteps(steps)).orElseThrow();
    SolverOutcome.Solved point = outcome.claim().orElseThrow();
    assertTrue(point.steps() <= steps, point.steps() + " steps");
    assertEquals(program.columnCount(), point.fractions().length);
    return outcome instanceof SolverOutcome.Interrupted;
  }

  /** The last job's last column, which was left out at first, joins after all others. */
  @Example
  void onFew_lastColumnOfAllJoins_isCertified() {
    Random random = new Random(63);
    int[] workers = new int[30];
    Arrays.fill(workers, 1);
    double[][] rates = new double[24][];
    Arrays.setAll(rates, m -> random.doubles(workers.length, 0.5, 1).toArray());
    assertProvedOverAll(program(Cases.problem(Cases.workers(workers), rates), Objective.LEVEL));
  }

  @Example
  void onFew_cancelledBeforeTheStart_hasNoPoint() {
    SolveLimits cancelled = SolveLimits.none().withCancellation(() -> true);
    SolverOutcome outcome = USUAL.onFew(withTypes(40), cancelled).orElseThrow();
    assertEquals(
        Optional.empty(), assertInstanceOf(SolverOutcome.Interrupted.class, outcome).best());
  }

  @Example
  void toString_isThatOfTheMaster() {
    assertEquals(ALL.toString(), USUAL.toString());
  }

  private static AllocationProgram atTheLevel(int jobs, Rates rates, long seed) {
    AllocationProblem problem = problem(Draws.ofSeed(seed), jobs, 40, rates);
    AllocationProgram level = program(problem, Objective.LEVEL);
    double reached = (1 - 3e-13) * CertifiedSolver.standard().solve(level).objective();
    double[] floor = new double[jobs];
    Arrays.setAll(floor, m -> reached * level.requirement(m));
    AllocationProgram sum = program(problem, Objective.SUM).withFloor(floor);
    return Presolve.of(sum, SolveLimits.none()).reduced();
  }

  private static void assertProvedOverAll(AllocationProgram program) {
    Optional<SolverOutcome> few = FEW.onFew(program, SolveLimits.none());
    assertTrue(few.isPresent());
    assertProvedOverAll(program, few);
  }

  @Property
  void solve_levelOrSum_agreesWithOjAlgo(
      @ForAll @IntRange(min = 2, max = 12) int jobs,
      @ForAll @IntRange(min = 2, max = 60) int types,
      @ForAll Draws random,
      @ForAll Rates rates,
      @ForAll boolean level) {
    AllocationProgram program =
        program(problem(random, jobs, types, rates), level ? Objective.LEVEL : Objective.SUM);
    CertifiedSolver simplex =
        CertifiedSolver.of(List.of(new OjAlgoSolver(), new TwofoldSimplex()), Tolerance.CERTIFIED);
    CertifiedSolver few = CertifiedSolver.of(List.of(FEW, new OjAlgoSolver()), Tolerance.CERTIFIED);
    double expected = simplex.solve(program).objective();
    assertEquals(expected, few.solve(program).objective(), 2e-6 * Math.abs(expected));
  }

  @Example
  void onFew_columnsOfAJob_areEnoughFromThirtyTwoOn() {
    AllocationProgram fewer = withTypes(31);
    AllocationProgram enough = withTypes(32);
    assertTrue(USUAL.onFew(fewer, SolveLimits.none()).isEmpty());
    assertTrue(USUAL.onFew(enough, SolveLimits.none()).isPresent());
  }

  private static AllocationProgram withTypes(int types) {
    double[] row = IntStream.range(0, types).mapToDouble(j -> 1 + j).toArray();
    AllocationProblem.Builder builder =
        AllocationProblem.builder(
            Cluster.of(
                IntStream.range(0, types).mapToObj(j -> new WorkerType("w" + j, 1)).toList()));
    for (int m = 0; m < 2 * types; m++) {
      builder.job(Job.of("j" + m), row);
    }
    return program(builder.build(), Objective.LEVEL);
  }

  /** The columns that rows make cheap are not those of the first master. */
  @Property
  void onFew_couplingRows_isProvedOverAllColumns(
      @ForAll @IntRange(min = 2, max = 25) int jobs,
      @ForAll @IntRange(min = 2, max = 60) int types,
      @ForAll Draws random,
      @ForAll Rates rates,
      @ForAll Objective objective,
      @ForAll @IntRange(min = 1, max = 6) int count) {
    AllocationProgram program = program(problem(random, jobs, types, rates), objective);
    CouplingRows.Builder rows = CouplingRows.builder();
    for (int i = 0; i < count; i++) {
      int[] columns =
          IntStream.range(0, program.columnCount()).filter(c -> random.nextInt(3) > 0).toArray();
      double[] each = Arrays.stream(columns).mapToDouble(c -> random.nextDouble()).toArray();
      boolean isLimit = random.nextInt(4) > 0;
      double bound = isLimit ? random.nextDouble(0.01, jobs) : 0.01 * random.nextDouble();
      rows.add("row " + i, isLimit ? Relation.AT_MOST : Relation.AT_LEAST, bound, columns, each);
    }
    AllocationProgram coupled = program.withRows(rows.build());
    assertProvedOverAll(coupled, FEW.onFew(coupled, SolveLimits.none()));
  }

  /** Columns that help to keep a row are worth more than they gain. */
  @Example
  void onFew_rowThatTheOptimumBreaks_findsTheColumnsThatKeepIt() {
    int found = 0;
    for (int seed = 0; seed < 40; seed++) {
      RandomGenerator random = Draws.ofSeed(seed);
      AllocationProgram program = program(problem(random, 20, 40, Rates.DISTINCT), Objective.SUM);
      int[] columns = IntStream.range(0, program.columnCount()).toArray();
      double[] each = Arrays.stream(columns).mapToDouble(c -> random.nextDouble()).toArray();
      double[] x = certified(program, ALL.solve(program, SolveLimits.none())).fractions();
      double bound = 1.2 * Arrays.stream(columns).mapToDouble(c -> each[c] * x[c]).sum();
      CouplingRows rows =
          CouplingRows.builder().add("least", Relation.AT_LEAST, bound, columns, each).build();
      Optional<SolverOutcome> few = FEW.onFew(program.withRows(rows), SolveLimits.none());
      assertProvedOverAll(program.withRows(rows), few);
      found += few.isPresent() ? 1 : 0;
    }
    assertTrue(found >= 35, found + " of 40");
  }

  @Example
  void solve_limitOfSteps_isInterruptedWithTheColumnsOfAll() {
    AllocationProgram program = withTypes(40);
    SolverOutcome outcome = USUAL.solve(program, SolveLimits.none().withMaxSteps(2));
    assertInstanceOf(SolverOutcome.Interrupted.class, outcome);
    assertEquals(program.columnCount(), outcome.claim().orElseThrow().fractions().length);
  }
}
