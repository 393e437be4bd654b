package io.gavel.policies.audit;

import io.gavel.policies.claims.Invariant;
import java.util.List;

/**
 * What an {@link Auditor} found. Immutable.
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
   * What was found of one invariant.
   *
   * @param invariant an invariant of an allocation
   * @return the finding
   * @throws IllegalArgumentException if the audit did not look at it
   */
  public Finding of(Invariant invariant) {
    return findings.stream()
        .filter(finding -> finding.invariant() == invariant)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("the audit did not look at " + invariant));
  }

  /**
   * The broken promises.
   *
   * @return the violations of what was claimed, in order; empty if all claims hold or are undecided
   */
  public List<Finding.Violated> violations() {
    return findings.stream()
        .filter(Finding.Violated.class::isInstance)
        .map(Finding.Violated.class::cast)
        .toList();
  }

  /**
   * A line a finding, for people.
   *
   * @return lines that end with a line feed
   */
  public String toText() {
    StringBuilder text = new StringBuilder();
    findings.forEach(finding -> text.append(finding).append('\n'));
    return text.toString();
  }
}
