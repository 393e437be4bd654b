package io.gavel.policies.lp.solver.internal.presolve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.RowPrograms;
import io.gavel.policies.lp.solver.RowPrograms.Goal;
import io.gavel.policies.lp.solver.internal.coefficients.Entries;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Rows with the bound 0, against the program without their columns. */
class ZeroRowsProperties {

  private static final int MOST_ROWS = 3;

  @Property
  void solve_rowsThatLeaveColumnsNothing_equalsTheProgramWithoutThem(
      @ForAll Draws random, @ForAll Kind kind, @ForAll Goal goal) {
    AllocationProgram program =
        RowPrograms.random(random, kind, goal)
            .program
            .withRows(CouplingRows.none())
            .withFreeVariables(FreeVariables.none());
    boolean[] kept = new boolean[program.columnCount()];
    Arrays.fill(kept, true);
    AllocationProgram limited = program.withRows(zeroRows(program, kept, random));
    AllocationProgram without = program.withColumns(kept);
    boolean isReduced = Presolve.of(limited, SolveLimits.none()).reduced().rows().count() == 0;
    Assume.that(limited.rows().count() > 0 && isReduced);
    CertifiedSolution found = CertifiedSolver.standard().solve(limited);
    CertifiedSolution expected = CertifiedSolver.standard().solve(without);
    assertTrue(found.holdsWithin(Tolerance.CERTIFIED), found::toString);
    double size = Math.max(1, Math.abs(expected.objective()));
    assertEquals(expected.objective(), found.objective(), 1e-7 * size);
    for (int c = 0; c < kept.length; c++) {
      assertTrue(kept[c] || found.fractions()[c] == 0, found::toString);
    }
  }

  private static CouplingRows zeroRows(AllocationProgram program, boolean[] kept, Random random) {
    CouplingRows.Builder rows = CouplingRows.builder();
    for (int i = 0; i < MOST_ROWS; i++) {
      Entries entries = new Entries();
      int sign = random.nextBoolean() ? 1 : -1;
      for (int c = 0; c < kept.length; c++) {
        if (random.nextInt(6) == 0) {
          entries.add(c, sign * (0.5 + random.nextInt(3)));
          kept[c] = false;
        }
      }
      Relation limit = sign > 0 ? Relation.AT_MOST : Relation.AT_LEAST;
      Relation relation = random.nextBoolean() ? limit : Relation.EXACTLY;
      if (entries.size() > 0) {
        rows.add("nothing " + i, relation, 0, entries.indices(), entries.values());
      }
    }
    return rows.build();
  }
}
