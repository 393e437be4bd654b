package io.gavel.policies.lp;

import io.gavel.policies.lp.Problems.Kind;

/**
 * Parameters of properties: random problems with all that any policy reads, which shrink to few
 * jobs.
 */
public class CompleteProblem extends AnyProblem {

  /** All kinds. */
  public CompleteProblem() {
    this(Kind.values());
  }

  private CompleteProblem(Kind... kinds) {
    super(Problems::complete, kinds);
  }

  /** With pairs. */
  public static final class OfPairs extends CompleteProblem {
    /** For jqwik. */
    public OfPairs() {
      super(Kind.PAIRS);
    }
  }

  /** Of jobs with rates and weights of one size. */
  public static final class Plain extends CompleteProblem {
    /** For jqwik. */
    public Plain() {
      super(Kind.PLAIN);
    }
  }
}
