package io.gavel.policies.lp.solver.internal.presolve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.CommonsMathSolver;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Totals that jobs reach full time, or at a spread point, against a simplex on plain rows. */
class FullTimeRowsProperties {

  private static final int SETS = 3;

  private static final int[] ONLY = {0};

  @Property
  void solve_totalThatAsksForAllTime_agreesWithTheOracle(@ForAll Draws random) {
    AllocationProgram plain = plain(random);
    double[] worth = worth(plain, random);
    CouplingRows.Builder rows = CouplingRows.builder();
    addTotal(rows, plain, worth, 0, most(plain, worth, 0) * (1 - 1e-13), 0);
    addTotal(rows, plain, worth, 1, most(plain, worth, 1) * random.nextDouble() / 2, 0);
    AllocationProgram program = plain.withRows(rows.build());
    assertOptimal(program);
    AllocationProgram reduced = new FullTimeRows(program).reduced();
    boolean fits = reduced != program;
    assertTrue(!fits || reduced.columnCount() < program.columnCount());
    assertTrue(!fits || reduced.rows().count() < 2);
    double[] half = Arrays.stream(plain.fastest()).map(rate -> rate / 2).toArray();
    AllocationProgram floored = program.withFloor(half);
    new FullTimeRows(floored);
    assertArrayEquals(half, floored.floors(), "of the given program");
  }

  @Property
  void solve_levelOfTotals_agreesWithTheOracle(@ForAll Draws random) {
    AllocationProgram plain = plain(random);
    double[] worth = worth(plain, random);
    CouplingRows.Builder rows = CouplingRows.builder();
    double most = Double.POSITIVE_INFINITY;
    for (int set = 0; set < SETS; set++) {
      addTotal(rows, plain, worth, set, 0, 1);
      most = Math.min(most, most(plain, worth, set));
    }
    assertOptimal(
        withoutGains(plain)
            .withFreeVariables(FreeVariables.builder().add("level", most, 1).build())
            .withRows(rows.build()));
  }

  @Property
  void solve_leastPurchaseForFloors_agreesWithTheOracle(@ForAll Draws random) {
    AllocationProgram plain = withoutGains(plain(random));
    FreeVariables.Builder free = FreeVariables.builder();
    for (int k = 0; k < plain.poolCount(); k++) {
      free.addWorkers("bought " + k, 100, -1 - random.nextDouble(), k);
    }
    double[] floor = plain.fastest();
    Arrays.setAll(floor, m -> random.nextBoolean() ? floor[m] * random.nextDouble() : 0);
    assertOptimal(plain.withFloor(floor).withFreeVariables(free.build()));
  }

  private static AllocationProgram plain(Random random) {
    AllocationProblem problem = Problems.random(random, Kind.PLAIN);
    int entries = problem.groupCount() * problem.cluster().typeCount();
    return AllocationProgram.maximizeGain(problem, random.doubles(entries, -0.5, 1).toArray());
  }

  private static AllocationProgram withoutGains(AllocationProgram program) {
    double[] floor = new double[program.jobCount()];
    return Programs.rewritten(program, Programs.columns(program), floor, c -> 0, m -> 0, m -> 0);
  }

  private static double[] worth(AllocationProgram program, Random random) {
    double[] worth = new double[program.jobCount()];
    Arrays.setAll(worth, m -> 1 + random.nextInt(3));
    return worth;
  }

  private static int[] ofSet(AllocationProgram program, int set) {
    return IntStream.range(0, program.columnCount())
        .filter(c -> program.first(c) % SETS == set)
        .toArray();
  }

  private static double most(AllocationProgram program, double[] worth, int set) {
    double[] fastest = program.fastest();
    return IntStream.range(0, fastest.length)
        .filter(m -> m % SETS == set)
        .mapToDouble(m -> worth[m] * fastest[m])
        .sum();
  }

  /** The throughputs of a set of jobs, less a free variable, are at least a number. */
  private static void addTotal(
      CouplingRows.Builder rows,
      AllocationProgram program,
      double[] worth,
      int set,
      double least,
      double ofFree) {
    int[] columns = ofSet(program, set);
    double[] entries = new double[columns.length];
    Arrays.setAll(entries, i -> worth[program.first(columns[i])] * program.rate(columns[i]));
    int[] free = ofFree > 0 ? ONLY : new int[0];
    double[] level = ofFree > 0 ? minus(ofFree) : new double[0];
    rows.add("total " + set, Relation.AT_LEAST, least, columns, entries, free, level);
  }

  private static double[] minus(double value) {
    return new double[] {-value};
  }

  private static void assertOptimal(AllocationProgram program) {
    Assume.that(program.columnCount() > 0);
    SolverOutcome outcome = new CommonsMathSolver().solve(program, SolveLimits.none());
    Assume.that(outcome instanceof SolverOutcome.Solved);
    CertifiedSolution oracle = CertifiedSolution.of(program, (SolverOutcome.Solved) outcome);
    Assume.that(oracle.holdsWithin(Tolerance.CERTIFIED));
    CertifiedSolution found =
        CertifiedSolver.standard().within(new Tolerance(1e-9, 1e-6)).solve(program);
    double size = Math.max(1, Math.abs(oracle.objective()));
    assertEquals(oracle.objective(), found.objective(), 1e-7 * size + oracle.open());
    assertTrue(found.open() <= 1e-7 * size, found::toString);
  }
}
