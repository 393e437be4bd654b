package io.gavel.policies.lp.contract;

import java.util.Locale;

/** The numbered rules of a solver. A solver may give up on any program; that breaks no rule. */
public enum SolverRule {
  /**
   * A point that it calls solved is feasible and optimal, and its prices prove it, if the program
   * has an answer at all: a solver need not notice that floors cannot be met.
   */
  SOUND(1),
  /** What it calls infeasible is. */
  HONEST(2),
  /** The same program gives the same bits, also after another program. */
  DETERMINISM(3);

  private final int number;

  SolverRule(int number) {
    this.number = number;
  }

  @Override
  public String toString() {
    return "solver rule %d (%s)".formatted(number, name().toLowerCase(Locale.ROOT));
  }
}
