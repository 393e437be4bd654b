package io.gavel.policies.contract;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.snapshot.ProblemSnapshot;

/** A problem in the message of a failure: text to paste into a test, for {@code parse}. */
final class ProblemText {

  private ProblemText() {}

  static String of(AllocationProblem problem) {
    return TextMutations.withoutDigest(ProblemSnapshot.print(problem));
  }
}
