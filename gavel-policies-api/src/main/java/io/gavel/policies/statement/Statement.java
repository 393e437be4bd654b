package io.gavel.policies.statement;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.internal.Require;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The theorem of a certificate: no allocation of a problem is better than a bound.
 *
 * <pre>
 *   the goal   is at most (if minimised: at least) the bound, for all X and y with
 *   time       Σ X over the rows of job m            ≤ 1                     for every job
 *   pools      Σ size · X over the pool − Σ y_f      ≤ workers_k             for every pool
 *   problem    every constraint of the problem
 *   floors     q_m                                   ≥ floor_m               for every job
 *   rows       Σ a · X + Σ e · y                     ≤, ≥ or = bound         if there are any
 *   X ≥ 0 where the group runs, 0 elsewhere;  0 ≤ y_f ≤ most_f
 * </pre>
 *
 * <p>Time, pools and constraints follow from the problem; a statement holds all other parts. All
 * numbers are doubles, which are exact fractions. Immutable.
 */
public final class Statement {

  private final Goal goal;
  private final double[] floors;
  private final List<LinearRow> rows;
  private final List<FreeVariable> free;
  private final double[] workers;

  private Statement(
      Goal goal, double[] floors, List<LinearRow> rows, List<FreeVariable> free, double[] workers) {
    if (Arrays.stream(floors).anyMatch(f -> f != 0) && goal instanceof Goal.FinishTimes) {
      throw new IllegalArgumentException("a statement about finish times has floors; it must not");
    }
    this.goal = goal;
    this.floors = floors;
    this.rows = rows;
    this.free = free;
    this.workers = workers;
  }

  /**
   * Returns a statement about all feasible allocations of a problem.
   *
   * @param goal the optimal goal
   * @return the statement
   */
  public static Statement of(Goal goal) {
    return new Statement(
        requireNonNull(goal, "goal"), new double[0], List.of(), List.of(), new double[0]);
  }

  /**
   * Returns a copy about another goal.
   *
   * @param newGoal the optimal goal
   * @return a copy
   * @throws IllegalArgumentException if the goal is a finish time, which has no floors, and the
   *     statement has some
   */
  public Statement withGoal(Goal newGoal) {
    return new Statement(requireNonNull(newGoal, "goal"), floors, rows, free, workers);
  }

  /**
   * Returns a copy about allocations that reach throughput floors.
   *
   * @param newFloors steps per second, {@code [job]}, finite; copied
   * @return a copy
   * @throws IllegalArgumentException if a floor is not finite, or the goal is a finish time, which
   *     has no floors
   */
  public Statement withFloors(double[] newFloors) {
    for (int m = 0; m < newFloors.length; m++) {
      if (!Double.isFinite(newFloors[m])) {
        Require.finite(newFloors[m], "least throughput of job %s".formatted(m));
      }
    }
    return new Statement(goal, newFloors.clone(), rows, free, workers);
  }

  /**
   * Returns a copy about allocations that keep further rows.
   *
   * @param newRows with different names
   * @return a copy
   * @throws IllegalArgumentException if a name occurs twice
   */
  public Statement withRows(List<LinearRow> newRows) {
    Set<String> names = new HashSet<>();
    for (LinearRow row : newRows) {
      if (!names.add(row.name())) {
        throw new IllegalArgumentException(
            "two rows have the name \"%s\"; names must be unique".formatted(row.name()));
      }
    }
    return new Statement(goal, floors, List.copyOf(newRows), free, workers);
  }

  /**
   * Returns the statement with free variables, on a cluster with these workers of its own.
   *
   * @param newFree variables that belong to no job
   * @param newWorkers the workers of each pool without bought workers, {@code [pool]}, finite and
   *     at least 0; copied
   * @return a copy
   */
  public Statement withFree(List<FreeVariable> newFree, double[] newWorkers) {
    for (int k = 0; k < newWorkers.length; k++) {
      Require.nonNegative(newWorkers[k], "workers of pool " + k);
    }
    return new Statement(goal, floors, rows, List.copyOf(newFree), newWorkers.clone());
  }

  /** {@return the optimal goal} */
  public Goal goal() {
    return goal;
  }

  /** {@return whether throughput floors are stated, which may all be 0} */
  public boolean hasFloors() {
    return floors.length > 0;
  }

  /**
   * Returns the throughput floor of a job.
   *
   * @param m a job index
   * @return steps per second; 0 if there are no floors
   */
  public double floor(int m) {
    return floors.length == 0 ? 0 : floors[m];
  }

  /** {@return the rows beyond the constraints of the problem, unmodifiable} */
  public List<LinearRow> rows() {
    return rows;
  }

  /** {@return the free variables, which belong to no job; unmodifiable} */
  public List<FreeVariable> free() {
    return free;
  }

  /** {@return whether the pools have other workers than the cluster of the allocation} */
  public boolean hasOwnWorkers() {
    return workers.length > 0;
  }

  /**
   * Returns the workers of a pool without bought workers.
   *
   * @param k a pool index
   * @return workers
   * @throws IllegalStateException if the statement does not state them, so that they are the
   *     workers of the cluster
   */
  public double workers(int k) {
    if (workers.length == 0) {
      throw new IllegalStateException("the statement has no workers of its own");
    }
    return workers[k];
  }

  /**
   * Requires that the numbers fit a problem.
   *
   * @param jobs of the problem
   * @param entries groups times worker types
   * @param pools of the cluster
   * @throws IllegalArgumentException naming the part of another size
   */
  public void requireFits(int jobs, int entries, int pools) {
    int expected = goal.isByEntry() ? entries : jobs;
    if (goal.size() != expected) {
      throw new IllegalArgumentException(
          "the goal of the statement has %s numbers; the problem needs %s"
              .formatted(goal.size(), expected));
    }
    if (hasFloors()) {
      Require.length(jobs, floors.length, "floors of the statement");
    }
    if (hasOwnWorkers()) {
      Require.length(pools, workers.length, "workers of the statement");
    }
    for (LinearRow row : rows) {
      if (row.size() > 0 && row.column(row.size() - 1) >= entries) {
        throw new IllegalArgumentException(
            "row %s has entry %s; the problem has %s"
                .formatted(row, row.column(row.size() - 1), entries));
      }
    }
    for (LinearRow row : rows) {
      if (row.freeSize() > 0 && row.free(row.freeSize() - 1) >= free.size()) {
        throw new IllegalArgumentException(
            "row %s has free variable %s; the statement has %s"
                .formatted(row, row.free(row.freeSize() - 1), free.size()));
      }
    }
    for (FreeVariable variable : free) {
      if (variable.pool() >= pools) {
        throw new IllegalArgumentException(
            "free variable \"%s\" adds workers to pool %s; the cluster has %s"
                .formatted(variable.name(), variable.pool(), pools));
      }
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Statement that
        && goal.equals(that.goal)
        && Arrays.equals(floors, that.floors)
        && rows.equals(that.rows)
        && free.equals(that.free)
        && Arrays.equals(workers, that.workers);
  }

  @Override
  public int hashCode() {
    return 31 * goal.hashCode() + rows.hashCode();
  }

  @Override
  public String toString() {
    return "Statement[%s, %s, %s rows, %s free variables]"
        .formatted(
            goal.getClass().getSimpleName(),
            floors.length == 0 ? "no floors" : "with floors",
            rows.size(),
            free.size());
  }

  /**
   * A variable of a {@link Statement} that belongs to no job: workers that are bought for a pool,
   * or a level of sets of jobs. Immutable.
   *
   * @param name its name
   * @param pool the pool to which a value of 1 adds one worker; {@link #NO_POOL} for none
   * @param most its largest value, finite and at least 0
   * @param gain the contribution of a value of 1 to a total; finite, and 0 for other goals
   * @param value its value at the allocation, from 0 to {@code most}
   */
  public record FreeVariable(String name, int pool, double most, double gain, double value) {

    /** The pool of a variable that adds no workers. */
    public static final int NO_POOL = -1;

    /**
     * Checks the numbers.
     *
     * @param name not blank
     * @param pool at least {@link #NO_POOL}
     * @param most finite and at least 0
     * @param gain finite
     * @param value finite and at least 0
     * @throws IllegalArgumentException naming the column and the invalid number
     */
    public FreeVariable {
      Require.name(name, "name of a free variable");
      Require.atLeast(NO_POOL, pool, "pool of free variable", name);
      Require.nonNegative(most, "largest value of free variable", name);
      Require.finite(gain, "gain of free variable", name);
      Require.nonNegative(value, "value of free variable", name);
    }
  }
}
