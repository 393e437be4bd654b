package io.gavel.policies.lp.contract;

import java.util.Locale;

/** The numbered rules of a solver. A solver may decline any program; that breaks no rule. */
public enum SolverRule {
  /**
   * A point reported as solved is feasible and optimal, and its prices prove it, if the program is
   * feasible. A solver need not detect infeasible floors.
   */
  SOUND(1),
  /** A program reported as infeasible is infeasible. */
  HONEST(2),
  /** The same program gives exactly the same result, also after another program. */
  DETERMINISM(3);

  private final int number;

  SolverRule(int number) {
    this.number = number;
  }

  @Override
  public String toString() {
    return "solver rule %s (%s)".formatted(number, name().toLowerCase(Locale.ROOT));
  }
}
