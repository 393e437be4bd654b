package io.gavel.policies.lp.solver.internal.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.internal.Tuning;
import io.gavel.policies.lp.solver.internal.interior.rows.DenseSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A dozen jobs in pairs, on few columns and on all of them. */
class PairRoundsTest {

  private static final int JOBS = 12;

  private static final SolveLimits NONE = SolveLimits.none();

  private static final DenseSolver ALL = new DenseSolver();

  private static final PairRounds FEW = new PairRounds(ALL, tuning(2, 0));

  private static Tuning tuning(int fewJobs, int many) {
    return new Tuning(15 * fewJobs, 4, 1.5, 4, many, 6, 3, 10, 8e5);
  }

  private static AllocationProblem problem(int seed) {
    Random random = new Random(seed);
    AllocationProblem.Builder problem = AllocationProblem.builder(Cases.workers(3, 4));
    double[][] alone = new double[JOBS][];
    for (int m = 0; m < JOBS; m++) {
      alone[m] = random.doubles(2, 1, 3).toArray();
      problem.job(Job.of("" + m), alone[m]);
    }
    for (int a = 0; a < JOBS; a++) {
      for (int b = a + 1; b < JOBS; b++) {
        double[] first = alone[a].clone();
        double[] second = alone[b].clone();
        double part = 0.3 + 0.7 * random.nextDouble();
        Arrays.setAll(first, j -> first[j] * part);
        Arrays.setAll(second, j -> second[j] * (1.2 - part));
        problem.pair("" + a, "" + b, first, second);
      }
    }
    return problem.build();
  }

  private static double[] ones() {
    double[] ones = new double[JOBS];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static CertifiedSolution certified(AllocationProgram program, SolverOutcome outcome) {
    return CertifiedSolution.of(program, assertInstanceOf(SolverOutcome.Solved.class, outcome));
  }

  private static CertifiedSolution assertOptimal(AllocationProgram program) {
    CertifiedSolution few = certified(program, FEW.onFew(program, NONE).orElseThrow());
    assertTrue(few.holdsWithin(CertifiedSolution.GOOD), few::toString);
    CertifiedSolution all = certified(program, ALL.solve(program, NONE));
    double scale = program.gapScale(all.objective());
    assertEquals(all.objective(), few.objective(), 2e-8 * scale);
    return few;
  }

  @Test
  void onFew_anyObjective_isTheOptimumOfAll() {
    for (int seed = 0; seed < 4; seed++) {
      AllocationProblem problem = problem(seed);
      assertOptimal(AllocationProgram.maximizeMinimum(problem, ones()));
      assertOptimal(AllocationProgram.maximizeSum(problem, ones()));
      assertOptimal(AllocationProgram.maximizeUtility(problem, ones(), 0));
      assertOptimal(AllocationProgram.maximizeUtility(problem, ones(), 0.5));
    }
  }

  /** Floors at parts of the highest level, and beyond it. */
  @Test
  void onFew_floors_areKeptOrImpossible() {
    for (int seed = 0; seed < 3; seed++) {
      AllocationProblem problem = problem(seed);
      double level =
          certified(
                  AllocationProgram.maximizeMinimum(problem, ones()),
                  ALL.solve(AllocationProgram.maximizeMinimum(problem, ones()), NONE))
              .objective();
      for (double part : new double[] {0.3, 0.99, 1.05}) {
        double[] floor = new double[JOBS];
        Arrays.fill(floor, part * level);
        AllocationProgram sum = AllocationProgram.maximizeSum(problem, ones()).withFloor(floor);
        if (part < 1) {
          CertifiedSolution found = assertOptimal(sum);
          for (double throughput : found.throughput()) {
            assertTrue(throughput >= part * level * (1 - 1e-6));
          }
        } else {
          SolverOutcome refused = FEW.onFew(sum, NONE).orElseThrow();
          String reason = assertInstanceOf(SolverOutcome.Infeasible.class, refused).reason();
          double met =
              Double.parseDouble(reason.replaceAll(".*only ([0-9.]+) of the floors is met", "$1"));
          assertEquals(1 / part, met, 1e-3);
        }
      }
    }
  }

  private static AllocationProgram floors(int seed, double missed) {
    AllocationProgram level = AllocationProgram.maximizeMinimum(problem(seed), ones());
    double reached = certified(level, ALL.solve(level, NONE)).objective();
    double[] floor = new double[JOBS];
    Arrays.fill(floor, (1 - missed) * reached);
    return AllocationProgram.maximizeSum(problem(seed), ones()).withFloor(floor);
  }

  /** Prices of such floors have much room, in which other columns may be worth more. */
  @Test
  void solve_floorsWithLittleInterior_isTheOptimumOfAll() {
    for (int seed = 0; seed < 12; seed++) {
      for (double missed : new double[] {0.1, 1e-3, 1e-6, 1e-9, 1e-11, 3e-13}) {
        AllocationProgram program = floors(seed, missed);
        CertifiedSolution found = certified(program, FEW.solve(program, NONE));
        assertTrue(found.holdsWithin(CertifiedSolution.GOOD), found::toString);
        CertifiedSolution all = certified(program, ALL.solve(program, NONE));
        assertTrue(all.holdsWithin(Tolerance.CERTIFIED), all::toString);
      }
    }
  }

  /**
   * On few columns, the claim on all of them ends the rounds where the prices have too much room.
   */
  @Test
  void onFew_floorsWithNextToNoInterior_isGood() {
    for (int seed : new int[] {0, 3, 4, 9, 11}) {
      for (double missed : new double[] {1e-6, 1e-9, 3e-13}) {
        AllocationProgram program = floors(seed, missed);
        CertifiedSolution few = certified(program, FEW.onFew(program, NONE).orElseThrow());
        assertTrue(few.relativeGap() <= 5e-9, few::toString);
      }
    }
  }

  /** Interrupted after each number of steps: a point, and steps that were counted. */
  @Test
  void onFew_fewSteps_isInterruptedThere() {
    AllocationProgram level = AllocationProgram.maximizeMinimum(problem(1), ones());
    SolverOutcome.Solved full =
        assertInstanceOf(SolverOutcome.Solved.class, FEW.onFew(level, NONE).orElseThrow());
    assertTrue(full.steps() > 8 && full.steps() < 60, "steps " + full.steps());
    for (int steps = 1; steps < 8; steps++) {
      SolverOutcome outcome = FEW.onFew(level, new SolveLimits(steps)).orElseThrow();
      SolverOutcome.Solved claim =
          assertInstanceOf(SolverOutcome.Interrupted.class, outcome).best().orElseThrow();
      assertEquals(steps, claim.steps());
      CertifiedSolution point = CertifiedSolution.of(level, claim);
      assertTrue(Double.isFinite(point.bound().value()));
    }
    SolveLimits cancelled = NONE.withCancellation(() -> true);
    assertInstanceOf(SolverOutcome.Interrupted.class, FEW.onFew(level, cancelled).orElseThrow());
  }

  /** The same bits every time. */
  @Test
  void onFew_again_isTheSame() {
    AllocationProgram sum = AllocationProgram.maximizeSum(problem(2), ones());
    CertifiedSolution one = certified(sum, FEW.onFew(sum, NONE).orElseThrow());
    CertifiedSolution other = certified(sum, FEW.onFew(sum, NONE).orElseThrow());
    assertEquals(one.objective(), other.objective());
  }

  @Test
  void onFew_otherPrograms_areForOthers() {
    AllocationProblem problem = problem(3);
    AllocationProgram level = AllocationProgram.maximizeMinimum(problem, ones());
    assertTrue(FEW.onFew(level, NONE).isPresent());
    int columns = level.columnCount();
    assertEquals(2 * JOBS + JOBS * (JOBS - 1), columns);
    int each = columns / JOBS;
    assertTrue(new PairRounds(ALL, tuning(JOBS, each)).onFew(level, NONE).isPresent());
    assertTrue(new PairRounds(ALL, tuning(JOBS + 1, 0)).onFew(level, NONE).isEmpty());
    assertTrue(new PairRounds(ALL, tuning(2, each + 1)).onFew(level, NONE).isEmpty());
    assertTrue(FEW.onFew(level.withFloor(ones()), NONE).isEmpty());
    AllocationProgram logs = AllocationProgram.maximizeUtility(problem, ones(), 0);
    assertTrue(FEW.onFew(logs.withFloor(ones()), NONE).isEmpty());
    AllocationProgram nothing = AllocationProgram.maximizeSum(problem, new double[JOBS]);
    assertTrue(FEW.onFew(nothing.withFloor(ones()), NONE).isEmpty());
    CouplingRows row =
        CouplingRows.builder().add("row", Relation.AT_MOST, 1, new int[] {0}, Cases.row(1)).build();
    assertTrue(FEW.onFew(level.withRows(row), NONE).isEmpty());
    AllocationProblem alone = problem.withoutPairs();
    AllocationProgram single = AllocationProgram.maximizeMinimum(alone, ones());
    assertTrue(FEW.onFew(single, NONE).isEmpty());
    Optional<SolverOutcome> declined = new PairRounds(ALL, Tuning.STANDARD).onFew(level, NONE);
    assertTrue(declined.isEmpty());
    assertInstanceOf(
        SolverOutcome.Solved.class,
        new PairRounds(ALL, Tuning.STANDARD).solve(level, NONE)); // by the other
    assertEquals("dense interior point", FEW.toString());
    AllocationProgram nobody =
        AllocationProgram.maximizeSum(Cases.problem(Cases.workers(1), Cases.row(0)), Cases.row(1));
    assertFalse(FEW.onFew(nobody, NONE).isPresent());
  }

  /** 16 columns a job, and more than 1,500 rows: of jobs, pools and demands. */
  @Test
  void isBeyond_manyColumnsAndRows_countsThem() {
    for (int types : new int[] {15, 16}) {
      for (int jobs : new int[] {742, 743}) {
        int[] workers = new int[types];
        Arrays.fill(workers, 1);
        double[][] rates = new double[jobs][types];
        for (double[] rate : rates) {
          Arrays.fill(rate, 1);
        }
        double[] each = new double[jobs];
        Arrays.fill(each, 1);
        AllocationProblem problem = Cases.problem(Cases.workers(workers), rates);
        AllocationProgram level = AllocationProgram.maximizeMinimum(problem, each);
        assertEquals(types == 16 && jobs == 743, PairRounds.isBeyond(level, Tuning.STANDARD));
        AllocationProgram sum = AllocationProgram.maximizeSum(problem, each);
        assertFalse(PairRounds.isBeyond(sum, Tuning.STANDARD));
      }
    }
  }
}
