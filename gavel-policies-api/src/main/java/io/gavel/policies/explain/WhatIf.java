package io.gavel.policies.explain;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.Tolerance;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A comparison of two allocations of one policy: the jobs that gain or lose. Nothing is modified.
 * Immutable.
 *
 * @param before the answer to the current problem
 * @param after the answer to the hypothetical problem
 * @param changes of the jobs in both problems, in the order of the first
 */
public record WhatIf(Allocation before, Allocation after, List<Change> changes) {

  /**
   * Throughputs that differ by less count as equal, since answers are certified only to a
   * tolerance.
   */
  private static final Tolerance SAME = new Tolerance(0, 1e-5);

  /**
   * The change in throughput of one job. Immutable.
   *
   * @param jobId the job
   * @param before its current throughput, in steps per second
   * @param after its throughput in the hypothetical problem, in steps per second
   */
  public record Change(String jobId, double before, double after) {

    /**
     * Returns whether the job gains.
     *
     * @return true if by more than one part in 100,000
     */
    public boolean gains() {
      return !SAME.atMost(after, before);
    }

    /**
     * Returns whether the job loses.
     *
     * @return true if by more than one part in 100,000
     */
    public boolean loses() {
      return !SAME.atMost(before, after);
    }
  }

  /**
   * Copies the list.
   *
   * @param before the answer to the current problem
   * @param after the answer to the hypothetical problem
   * @param changes of jobs
   */
  public WhatIf {
    changes = List.copyOf(changes);
  }

  /**
   * Solves both problems and compares.
   *
   * @param policy solves both problems
   * @param before the current problem
   * @param after the hypothetical problem: with another cluster, other jobs, or other throughputs
   * @return the comparison; jobs are matched by id
   */
  public static WhatIf compare(Policy policy, AllocationProblem before, AllocationProblem after) {
    return of(policy.allocate(before), policy.allocate(after));
  }

  /**
   * Solves a problem with and without one of its constraints, and compares.
   *
   * @param policy solves both problems
   * @param problem the current problem
   * @param constraint the name of a constraint, or of a rule of a quota such as {@code
   *     limit:red:v100}
   * @return the comparison
   * @throws IllegalArgumentException if the problem has no such constraint
   */
  public static WhatIf lifting(Policy policy, AllocationProblem problem, String constraint) {
    return compare(policy, problem, problem.withoutConstraint(constraint));
  }

  /**
   * Compares two allocations.
   *
   * @param before the first allocation
   * @param after the second allocation
   * @return the comparison; jobs are matched by id
   */
  public static WhatIf of(Allocation before, Allocation after) {
    Map<String, Integer> indices = new HashMap<>();
    for (int m = 0; m < after.problem().jobCount(); m++) {
      indices.put(after.problem().job(m).id(), m);
    }
    List<Change> changes = new ArrayList<>();
    for (int m = 0; m < before.problem().jobCount(); m++) {
      String id = before.problem().job(m).id();
      Integer same = indices.get(id);
      if (same != null) {
        changes.add(new Change(id, before.effectiveThroughput(m), after.effectiveThroughput(same)));
      }
    }
    return new WhatIf(before, after, changes);
  }

  /**
   * Returns the jobs that gain.
   *
   * @return their changes, in order
   */
  public List<Change> winners() {
    return changes.stream().filter(Change::gains).toList();
  }

  /**
   * Returns the jobs that lose.
   *
   * @return their changes, in order
   */
  public List<Change> losers() {
    return changes.stream().filter(Change::loses).toList();
  }

  /**
   * Returns a line for the objective, and one for each job whose throughput changes.
   *
   * @return lines that end with a line feed
   */
  public String toText() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "objective %.6g, then %.6g; %s gain, %s lose%n",
            before.certificate().objective(),
            after.certificate().objective(),
            winners().size(),
            losers().size()));
    for (Change change : changes) {
      if (change.gains() || change.loses()) {
        text.append(
            String.format(
                Locale.ROOT,
                "  %s: %.6g, then %.6g steps/s%n",
                change.jobId(),
                change.before(),
                change.after()));
      }
    }
    return text.toString().replace(System.lineSeparator(), "\n");
  }
}
