package io.gavel.policies.lp.internal;

import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import java.util.Set;

/** Aspects and claims of policies that solve a program over all columns of a problem. */
public final class ProgramPolicies {

  private ProgramPolicies() {}

  /** Returns the aspects that the columns and rows of a program depend on, and the given ones. */
  public static Set<Aspect> reads(Aspect... more) {
    Set<Aspect> program =
        Aspect.only(Aspect.PAIRS, Aspect.CONFIGURATIONS, Aspect.SHARES, Aspect.CONSTRAINTS);
    return Aspect.union(program, more);
  }

  /**
   * Returns the claims of a proved optimum whose objective does not depend on units or ids.
   *
   * @param allJobsCount when the objective rises with the throughput of each job, so that no job
   *     can have more
   */
  public static Claims claims(Condition... allJobsCount) {
    return Claims.rules()
        .and(Invariant.PROVED)
        .and(Invariant.WORK_CONSERVATION, allJobsCount)
        .and(Invariant.PARETO_EFFICIENCY, allJobsCount)
        .and(Invariant.EQUAL_TREATMENT, Condition.NO_PAIRS)
        .and(Invariant.UNIT_INVARIANCE, Condition.NO_PAIRS);
  }
}
