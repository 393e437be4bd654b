package io.gavel.policies.lp.solver.internal.presolve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.CommonsMathSolver;
import io.gavel.policies.lp.solver.RowPrograms;
import io.gavel.policies.lp.solver.RowPrograms.Goal;
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

/** Rows that ask for all that pools can give, against a simplex on plain rows. */
class FullPoolsProperties {

  @Property
  void solve_rowThatFillsPools_agreesWithTheOracle(@ForAll Draws random, @ForAll Kind kind) {
    AllocationProgram program = forced(random, kind);
    Assume.that(program.columnCount() > 0);
    SolverOutcome outcome = new CommonsMathSolver().solve(program, SolveLimits.none());
    Assume.that(outcome instanceof SolverOutcome.Solved);
    CertifiedSolution oracle = CertifiedSolution.of(program, (SolverOutcome.Solved) outcome);
    Assume.that(oracle.holdsWithin(Tolerance.CERTIFIED));
    CertifiedSolution found = CertifiedSolver.standard().solve(program);
    double size = Math.max(1, Math.abs(oracle.objective()));
    assertEquals(oracle.objective(), found.objective(), 1e-7 * size + oracle.open());
    assertTrue(found.open() <= 1e-7 * size, found::toString);
  }

  /** A row of random columns of some pools whose bound is all that they can give. */
  private static AllocationProgram forced(Random random, Kind kind) {
    Goal goal = random.nextBoolean() ? Goal.LEVEL : Goal.GAIN;
    AllocationProgram program =
        RowPrograms.random(random, kind, goal)
            .program
            .withRows(CouplingRows.none())
            .withFreeVariables(FreeVariables.none());
    double[] ratio = new double[program.poolCount()];
    Arrays.setAll(ratio, k -> random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 0);
    int sign = random.nextBoolean() ? 1 : -1;
    int[] columns =
        IntStream.range(0, program.columnCount()).filter(c -> random.nextInt(3) > 0).toArray();
    double[] entries = new double[columns.length];
    double[] most = new double[ratio.length];
    for (int i = 0; i < columns.length; i++) {
      int k = program.pool(columns[i]);
      boolean less = random.nextInt(6) == 0;
      entries[i] = sign * program.size(columns[i]) * (less ? ratio[k] - 0.5 : ratio[k]);
      most[k] = Math.max(most[k], sign * entries[i] / program.size(columns[i]));
    }
    double all = 0;
    for (int k = 0; k < most.length; k++) {
      all += most[k] * program.workers(k);
    }
    Relation limit = sign > 0 ? Relation.AT_LEAST : Relation.AT_MOST;
    CouplingRows rows =
        CouplingRows.builder()
            .add(
                "all",
                random.nextInt(4) == 0 ? Relation.EXACTLY : limit,
                sign * all,
                columns,
                entries)
            .build();
    return program.withRows(rows);
  }
}
