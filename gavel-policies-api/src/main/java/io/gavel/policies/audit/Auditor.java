package io.gavel.policies.audit;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Judges an allocation by every {@linkplain Invariant#isOfAllocation invariant of an allocation}.
 *
 * <p>Efficiency and fairness are judged subject to the constraints of the problem: a gain that
 * would break a constraint is no violation. Constraints hold if they are missed by at most
 * 10<sup>-6</sup> of the larger of bound and largest coefficient.
 *
 * <p>The auditor takes only the fractions and the certificate from the allocation; it sums time,
 * workers and throughputs itself, in the order that {@link Allocation} prescribes. For n jobs and K
 * worker types, an audit costs {@code O(groups · K)}, and envy-freeness {@code O(n² K)}. Pareto
 * efficiency takes the time of its {@link ParetoCheck}, which is called only if simpler evidence
 * does not decide. Immutable; may be shared by threads if the check may.
 */
public final class Auditor {

  private final Tolerance feasibility;
  private final Tolerance fairness;
  private final ParetoCheck paretoCheck;

  private Auditor(Tolerance feasibility, Tolerance fairness, ParetoCheck paretoCheck) {
    this.feasibility = feasibility;
    this.fairness = fairness;
    this.paretoCheck = paretoCheck;
  }

  /**
   * Returns an auditor that tolerates rounding: 10<sup>-9</sup> of a limit on fractions, time and
   * workers, and otherwise 10<sup>-5</sup> of a throughput, ten times the error that a certified
   * answer may have. It has no {@link ParetoCheck}.
   *
   * @return the auditor
   */
  public static Auditor create() {
    return new Auditor(new Tolerance(1e-9, 1e-9), new Tolerance(0, 1e-5), ParetoCheck.none());
  }

  /**
   * Returns a copy with another tolerance for fractions, time, workers and useful time.
   *
   * @param tolerance for fractions of time and workers of a pool; {@link Tolerance#EXACT} suits
   *     answers of this library
   * @return a copy
   */
  public Auditor withFeasibility(Tolerance tolerance) {
    return new Auditor(tolerance, fairness, paretoCheck);
  }

  /**
   * Returns a copy with another tolerance for all invariants except fractions, time, workers and
   * useful time.
   *
   * @param tolerance its relative part applies to throughputs; for idle time, to a job's fastest
   *     throughput
   * @return a copy
   */
  public Auditor withTolerance(Tolerance tolerance) {
    return new Auditor(feasibility, tolerance, paretoCheck);
  }

  /**
   * Returns a copy with a source of evidence on Pareto efficiency.
   *
   * @param check the source of evidence; the auditor checks its answers
   * @return a copy
   */
  public Auditor withParetoCheck(ParetoCheck check) {
    return new Auditor(feasibility, fairness, check);
  }

  /**
   * Returns the {@linkplain Condition conditions} of claims that a problem meets, as {@link
   * Claims#include} takes them.
   *
   * @param problem any problem
   * @return true for a condition that is met
   */
  public static Predicate<Condition> met(AllocationProblem problem) {
    return Conditions.metBy(problem);
  }

  /**
   * Judges an allocation as if every invariant were promised.
   *
   * @param allocation an allocation of any scheduler
   * @return a finding for each invariant of an allocation; none is {@link Finding.NotClaimed}
   */
  public Audit audit(Allocation allocation) {
    return new Audit(judge(allocation));
  }

  /**
   * Judges an allocation by the claims of its policy.
   *
   * @param allocation an allocation of any scheduler
   * @param claims of the policy that made it
   * @return a finding for each invariant of an allocation; {@link Finding.NotClaimed} where there
   *     is no claim or the problem does not meet its conditions
   */
  public Audit audit(Allocation allocation, Claims claims) {
    return claimed(judge(allocation), allocation.problem(), claims);
  }

  /**
   * Judges the fractions of a scheduler without certificates. The finding on {@linkplain
   * Invariant#PROVED proofs} is undecided.
   *
   * @param problem the problem that was scheduled
   * @param fractions of wall-clock time, {@code [group][worker type]}, row-major; copied
   * @return the findings of {@link #audit(Allocation)} in all other respects
   * @throws IllegalArgumentException if the length is wrong or an entry is not finite
   */
  public Audit audit(AllocationProblem problem, double[] fractions) {
    return new Audit(judge(problem, fractions));
  }

  /**
   * Judges the fractions of a scheduler without certificates by its claims.
   *
   * @param problem the problem that was scheduled
   * @param fractions of wall-clock time, {@code [group][worker type]}, row-major; copied
   * @param claims of the scheduler
   * @return otherwise the findings of {@link #audit(Allocation, Claims)}
   * @throws IllegalArgumentException if the length is wrong or an entry is not finite
   */
  public Audit audit(AllocationProblem problem, double[] fractions, Claims claims) {
    return claimed(judge(problem, fractions), problem, claims);
  }

  /**
   * Judges one invariant.
   *
   * @param allocation an allocation of any scheduler
   * @param invariant an invariant of an allocation
   * @return the finding
   * @throws IllegalArgumentException if one allocation is not enough to judge the invariant
   */
  public Finding judge(Allocation allocation, Invariant invariant) {
    return new Judge(allocation, feasibility, fairness).judge(invariant, paretoCheck);
  }

  private List<Finding> judge(Allocation allocation) {
    Judge judge = new Judge(allocation, feasibility, fairness);
    return Arrays.stream(Invariant.values())
        .filter(Invariant::isOfAllocation)
        .map(invariant -> judge.judge(invariant, paretoCheck))
        .toList();
  }

  private List<Finding> judge(AllocationProblem problem, double[] fractions) {
    Certificate nothing = new Certificate(0, Double.POSITIVE_INFINITY, 0, Prices.zero(problem));
    Finding unproved =
        new Finding.Undecided(Invariant.PROVED, "the fractions came without a certificate");
    return judge(Allocation.of(problem, fractions, nothing)).stream()
        .map(finding -> finding.invariant() == Invariant.PROVED ? unproved : finding)
        .toList();
  }

  private static Audit claimed(List<Finding> findings, AllocationProblem problem, Claims claims) {
    Predicate<Condition> met = Conditions.metBy(problem);
    return new Audit(
        findings.stream()
            .map(
                finding ->
                    claims.include(finding.invariant(), met)
                        ? finding
                        : new Finding.NotClaimed(finding))
            .toList());
  }
}
