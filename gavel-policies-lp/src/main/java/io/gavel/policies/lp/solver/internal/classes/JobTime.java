package io.gavel.policies.lp.solver.internal.classes;

/**
 * The time of a job, alone or in pairs, in a column of classes. Immutable.
 *
 * @param partner the other job, or {@link #NONE} if the job runs alone
 */
public record JobTime(int job, int partner, int column, double amount) {

  public static final int NONE = -1;
}
