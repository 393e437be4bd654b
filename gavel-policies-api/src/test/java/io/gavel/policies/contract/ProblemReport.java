package io.gavel.policies.contract;

import io.gavel.policies.AllocationProblem;
import net.jqwik.api.SampleReportingFormat;

/** Reports of jqwik show a problem as text to paste into a test. Stateless. */
public final class ProblemReport implements SampleReportingFormat {

  /** For jqwik. */
  public ProblemReport() {}

  @Override
  public boolean appliesTo(Object value) {
    return value instanceof AllocationProblem;
  }

  @Override
  public Object report(Object value) {
    return SampleReportingFormat.plainLabel("\n" + ProblemText.of((AllocationProblem) value));
  }
}
