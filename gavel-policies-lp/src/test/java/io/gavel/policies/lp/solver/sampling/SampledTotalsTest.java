package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sums and levels of totals of many jobs, in which each job counts at its own rates. */
class SampledTotalsTest {

  private static final int TEAMS = 4;
  private static final int TYPES = 3;

  private static AllocationProblem problem(int jobs) {
    Random random = new Random(5);
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cases.workers(jobs / 8, jobs / 4, jobs / 3));
    for (int m = 0; m < jobs; m++) {
      double[] rates = new double[TYPES];
      Arrays.setAll(rates, j -> 0.5 + (5 - j) * random.nextDouble());
      problem.job(Job.builder("job" + m).scaleFactor(1 << random.nextInt(3)).build(), rates);
    }
    return problem.build();
  }

  /** The total of each team in steps per second: at least a bound and a multiple of the level. */
  private static CouplingRows totals(AllocationProgram program, double[] bound, double ofLevel) {
    CouplingRows.Builder rows = CouplingRows.builder();
    for (int e = 0; e < TEAMS; e++) {
      int team = e;
      int[] columns = Samples.columns(program, m -> m % TEAMS == team);
      rows.add(
          "team " + e,
          Relation.AT_LEAST,
          bound[e],
          columns,
          Arrays.stream(columns).mapToDouble(program::rate).toArray(),
          ofLevel > 0 ? new int[] {0} : new int[0],
          ofLevel > 0 ? new double[] {-ofLevel * (1 + e)} : new double[0]);
    }
    return rows.build();
  }

  /** The largest level of teams that count as much as their number. */
  private static AllocationProgram level(int jobs) {
    AllocationProgram program = AllocationProgram.maximizeSum(problem(jobs), new double[jobs]);
    return program
        .withFreeVariables(FreeVariables.builder().add("level", 10.0 * jobs, 1).build())
        .withRows(totals(program, new double[TEAMS], 1));
  }

  /** The largest sum that leaves each team a total; two of them need more than the sum gives. */
  private static AllocationProgram sum(int jobs) {
    double[] worth = new Random(6).doubles(jobs, 0.5, 1.5).toArray();
    for (int m = 0; m < jobs; m += TEAMS) {
      worth[m] *= 0.1;
    }
    AllocationProgram program = AllocationProgram.maximizeSum(problem(jobs), worth);
    return program.withRows(totals(program, Cases.row(0.2 * jobs, 0.3 * jobs, 0, 0), 0));
  }

  @Test
  void solve_levelOfTotals_isTheSameOptimumFromSample() {
    Samples.assertSampledAsWhole(level(12_000));
  }

  @Test
  void solve_sumUnderTotals_isTheSameOptimumFromSample() {
    Samples.assertSampledAsWhole(sum(12_000));
  }

  /** A sample of a quarter would leave each row too few draws for its price. */
  @Test
  void solve_rowsOfFewJobs_areLeftToOthers() {
    AllocationProgram program = level(6_400);
    assertTrue(Samples.solve(program, SolveLimits.none()).isPresent());
    AllocationProgram more = program.withRows(program.rows().and(rowsOfFew(program)));
    assertTrue(Samples.solve(more, SolveLimits.none()).isEmpty());
  }

  /** Rows that limit nothing, each over one job of sixteen. */
  private static CouplingRows rowsOfFew(AllocationProgram program) {
    CouplingRows.Builder rows = CouplingRows.builder();
    for (int e = 0; e < 8; e++) {
      int team = e;
      int[] columns = Samples.columns(program, m -> m % 16 == team);
      double[] rates = Arrays.stream(columns).mapToDouble(program::rate).toArray();
      rows.add("few " + e, Relation.AT_MOST, 1e6, columns, rates);
    }
    return rows.build();
  }

  /** Decided jobs may hold workers that nobody has bought yet. */
  @Test
  void suits_columnsThatAddWorkers_areLeftToOthers() {
    AllocationProgram program = AllocationProgram.maximizeSum(problem(8), new double[8]);
    FreeVariables.Builder free = FreeVariables.builder().add("level", 1, 1);
    assertTrue(SumWorkingSet.suits(program.withFreeVariables(free.build())));
    assertFalse(free.build().holdWorkers());
    free.addWorkers("more", 5, 2, 0);
    assertFalse(SumWorkingSet.suits(program.withFreeVariables(free.build())));
    assertTrue(free.build().holdWorkers());
  }

  /** What a worker costs in a column, and what of that is added or taken off. */
  @Test
  void ofColumns_totals_havePricesOfTheirColumns() {
    AllocationProgram program = level(24);
    Uses uses = Uses.ofColumns(program);
    assertTrue(uses.areColumns);
    assertFalse(Samples.uses(program.withRows(CouplingRows.none())).areColumns);
    assertEquals(program.columnCount(), uses.count());
    assertEquals(TEAMS, uses.classes());
    double[] price = {5, 6, 7, 0.5, 0.25, 2, 0};
    double[] ofUse = new double[uses.count()];
    uses.price(price, ofUse);
    double[] stakes = new double[uses.count()];
    uses.stakes(price, stakes);
    for (int c = 0; c < program.columnCount(); c++) {
      int team = program.first(c) % TEAMS;
      double pays = price[program.pool(c)];
      double earns = program.rate(c) * price[TYPES + team] / program.size(c);
      assertEquals(pays - earns, ofUse[uses.of[c]], 1e-12);
      assertEquals(pays + earns, stakes[uses.of[c]], 1e-12);
      assertEquals(program.pool(c), uses.pool(uses.of[c]));
      assertEquals(team, uses.classOfJob[program.first(c)]);
    }
    CouplingRows same = uses.rows(uses.of, program.columns().size);
    double[] x = new Random(1).doubles(program.columnCount()).toArray();
    for (int i = 0; i < TEAMS; i++) {
      double[] level = {1e3};
      assertEquals(
          program.rows().violation(i, x, level), same.violation(i, x, level), 1e-12, "row " + i);
    }
  }

  /**
   * The first job gains 2.5 and 2.4 beyond costs of 1 on two types, and 1 on a third: at an error
   * of a tenth, only the first two may be best. The second job has decided.
   */
  @Test
  void decide_columnsThatAreFarFromBest_areNotOpen() {
    AllocationProgram program =
        AllocationProgram.maximizeGain(
            Cases.problem(Cases.workers(8, 8, 8), Cases.row(1, 1, 1), Cases.row(1, 1, 1)),
            Cases.row(3.5, 3.4, 2, 9, 1, 1));
    SumWorkingSet set =
        new SumWorkingSet(
            program,
            Samples.uses(program),
            Cases.row(1, 1, 1),
            Samples::solveSmall,
            CertifiedSolution.GOOD,
            SolveLimits.none());
    assertTrue(set.decide(set.bound(), 0.1));
    assertEquals(2, set.columnChoice.usedCount());
    AllocationProgram left = set.reduced().orElseThrow().program();
    assertEquals(1, left.jobCount());
    assertEquals(2, left.columnCount());
    assertEquals(7, left.workers(0), 1e-9);
  }

  /** The draws of the class with the fewest, which are all as long as its stretches. */
  @Test
  void errorOfClass_ofAnEvenSample_isThatOfTheSmallestClass() {
    int jobs = 4_000;
    AllocationProblem.Builder problem = AllocationProblem.builder(Cases.workers(jobs));
    IntStream.range(0, jobs).forEach(m -> problem.job(Job.builder("job" + m).build(), 1 + m));
    AllocationProgram program = AllocationProgram.maximizeSum(problem.build(), new double[jobs]);
    int[] columns = IntStream.range(0, 500).toArray();
    double[] ones = new double[columns.length];
    Arrays.fill(ones, 1);
    AllocationProgram limited =
        program.withRows(
            CouplingRows.builder().add("few", Relation.AT_MOST, 9, columns, ones).build());
    JobSample sample = JobSample.of(limited, Samples.uses(limited), 1_000);
    assertEquals(Math.sqrt(1 / 200.0), sample.errorOfClass(), 1e-12);
    assertTrue(sample.error() < 1.1 * Math.sqrt(1e-3), "error " + sample.error());
  }
}
