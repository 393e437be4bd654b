package io.gavel.policies.lp.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.CommonsMathSolver;
import io.gavel.policies.lp.solver.internal.interior.rows.OjAlgoSolver;
import io.gavel.policies.lp.solver.internal.interior.rows.SimplexSolver;
import io.gavel.policies.lp.solver.internal.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The library's solvers satisfy the contract; deliberately wrong solvers do not. */
class SolverContractTest {

  @Nested
  class Structured extends SolverContract {
    @Override
    protected AllocationSolver solver() {
      return new StructuredSolver();
    }

    @Override
    protected double unanswered() {
      return 0.3; // it leaves infeasible floors to other solvers
    }
  }

  @Nested
  class Simplex extends Structured { // it leaves infeasible floors to a proof
    @Override
    protected AllocationSolver solver() {
      return new SimplexSolver();
    }
  }

  @Nested
  class OjAlgo extends SolverContract {
    @Override
    protected AllocationSolver solver() {
      return new OjAlgoSolver();
    }
  }

  @Nested
  class CommonsMath extends SolverContract {
    @Override
    protected AllocationSolver solver() {
      return new CommonsMathSolver();
    }

    @Override
    protected double unanswered() {
      return 0.3; // it does not report infeasible programs
    }
  }

  private static Set<SolverRule> broken(AllocationSolver solver) {
    Set<SolverRule> broken = EnumSet.noneOf(SolverRule.class);
    for (long seed = 0; seed < 60; seed++) {
      AllocationProgram program = SolverRules.program(seed);
      for (SolverRule rule : SolverRule.values()) {
        if (SolverRules.of(solver).broken(rule, program).isPresent()) {
          broken.add(rule);
        }
      }
    }
    return broken;
  }

  /** A correct solution with its fractions multiplied by a factor. */
  private static AllocationSolver scaled(double factor, boolean proved) {
    return (program, limits) -> {
      SolverOutcome right = new OjAlgoSolver().solve(program, limits);
      if (!(right instanceof SolverOutcome.Solved solved)) {
        return right;
      }
      Prices prices =
          proved ? solved.prices() : Prices.zero(program.poolCount(), program.jobCount());
      return new SolverOutcome.Solved(
          Arrays.stream(solved.fractions()).map(x -> x * factor).toArray(), prices);
    };
  }

  @Test
  void rules_solversThatAreWrong_breakTheRuleThatTheyAreToBreak() {
    assertEquals(Set.of(SolverRule.SOUND), broken(scaled(0.5, true)), "stops early");
    assertEquals(Set.of(SolverRule.SOUND), broken(scaled(2, true)), "overbooks");
    assertEquals(Set.of(SolverRule.SOUND), broken(scaled(Double.NaN, true)), "not a number");
    assertEquals(Set.of(SolverRule.SOUND), broken(scaled(1, false)), "proves nothing");
    assertEquals(
        Set.of(SolverRule.HONEST),
        broken((program, limits) -> new SolverOutcome.Infeasible("too hard")),
        "calls everything infeasible");
    int[] calls = {0};
    assertEquals(
        Set.of(SolverRule.DETERMINISM),
        broken(
            (program, limits) ->
                calls[0]++ % 2 == 0
                    ? new OjAlgoSolver().solve(program, limits)
                    : new SolverOutcome.Declined("tired")),
        "tires");
  }

  @Test
  void rules_solverThatGivesUp_breaksNone_butDoesNotAnswer() {
    AllocationSolver gaveUp = (program, limits) -> new SolverOutcome.Declined("too hard");
    assertEquals(Set.of(), broken(gaveUp));
    assertFalse(SolverRules.of(gaveUp).answers(SolverRules.program(0)));
    assertTrue(SolverRules.of(new OjAlgoSolver()).answers(SolverRules.program(0)));
    AssertionError error =
        assertThrows(
            AssertionError.class,
            () -> SolverRules.of(scaled(0.5, true)).checkAll(SolverRules.program(0)));
    assertTrue(error.getMessage().startsWith("solver rule 1 (sound)"), error.getMessage());
  }
}
