package io.gavel.policies.audit;

import io.gavel.policies.claims.Invariant;
import java.util.List;

/**
 * The result of an audit by an {@link Auditor}. Immutable.
 *
 * @param findings one for each invariant of an allocation, in the order of {@link Invariant}
 */
public record Audit(List<Finding> findings) {

  /**
   * Copies the list.
   *
   * @param findings in the order of {@link Invariant}
   */
  public Audit {
    findings = List.copyOf(findings);
  }

  /**
   * Returns the finding on one invariant.
   *
   * @param invariant an invariant of an allocation
   * @return the finding
   * @throws IllegalArgumentException if the audit did not judge it
   */
  public Finding of(Invariant invariant) {
    return findings.stream()
        .filter(finding -> finding.invariant() == invariant)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("the audit did not judge " + invariant));
  }

  /**
   * Returns the violations of promises.
   *
   * @return the violations of claimed invariants, in order; empty if all claims hold or are
   *     undecided
   */
  public List<Finding.Violated> violations() {
    return findings.stream()
        .filter(Finding.Violated.class::isInstance)
        .map(Finding.Violated.class::cast)
        .toList();
  }

  /**
   * Returns the findings as human-readable text, one line each.
   *
   * @return lines that end with a line feed
   */
  public String toText() {
    StringBuilder text = new StringBuilder();
    findings.forEach(finding -> text.append(finding).append('\n'));
    return text.toString();
  }
}
