package io.gavel.policies.constraint;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.constraint.LinearForm.Term.Unit;
import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A linear constraint on an allocation, with a name. Immutable.
 *
 * <pre>{@code
 * Constraint power =
 *     Constraint.named("night budget").that(LinearForm.amount(300, 150)).atMost(250_000);
 * Constraint share =
 *     Constraint.named("red on v100")
 *         .that(LinearForm.workers().ofEntity("red").onTypes("v100"))
 *         .atLeastPartOfCapacity(0.2);
 * }</pre>
 *
 * @param name unique in a problem, not blank
 * @param form the bounded quantity
 * @param relation how it compares with the bound
 * @param bound the number that it is compared with
 * @param holds when it holds, if that is stated; otherwise see {@link #holdsAtEachMoment}
 */
public record Constraint(
    String name, LinearForm form, Relation relation, Bound bound, Optional<Holds> holds) {

  /** When a constraint holds. Allocations treat both values equally; rounds distinguish them. */
  public enum Holds {
    /** At each moment: the jobs that run at the same time keep it. */
    MOMENT,
    /** On average over time: the fractions of time keep it. */
    AVERAGE
  }

  private static final Set<Unit> OF_RUNNING_JOBS = Set.of(Unit.WORKERS, Unit.AMOUNT, Unit.RUNNING);

  /**
   * The right-hand side of a constraint. Immutable.
   *
   * @param value a finite number: the bound itself, or a part of a capacity
   * @param ofCapacity whether the value is multiplied with the workers of the worker types of the
   *     form's first term, so that the bound follows the cluster; a pool of several types counts
   *     once
   */
  public record Bound(double value, boolean ofCapacity) {
    /**
     * Checks the value.
     *
     * @param value finite
     * @param ofCapacity whether it is a part of a capacity
     */
    public Bound {
      Require.finite(value, "bound of a constraint");
    }

    @Override
    public String toString() {
      return ofCapacity ? value + " of capacity" : Double.toString(value);
    }
  }

  /**
   * Checks the name.
   *
   * @param name not blank
   * @param form the bounded quantity
   * @param relation how it compares with the bound
   * @param bound the number that it is compared with
   * @param holds when it holds, if that is stated
   * @throws IllegalArgumentException if the name is blank
   */
  public Constraint {
    Require.name(name, "name of a constraint");
    requireNonNull(form, "form");
    requireNonNull(relation, "relation");
    requireNonNull(bound, "bound");
    requireNonNull(holds, "holds");
  }

  /**
   * Creates a constraint that does not state when it holds.
   *
   * @param name unique in a problem, not blank
   * @param form the bounded quantity
   * @param relation how it compares with the bound
   * @param bound the number that it is compared with
   */
  public Constraint(String name, LinearForm form, Relation relation, Bound bound) {
    this(name, form, relation, bound, Optional.empty());
  }

  /**
   * Returns this constraint as one that holds at each moment.
   *
   * @return a copy
   */
  public Constraint atEachMoment() {
    return new Constraint(name, form, relation, bound, Optional.of(Holds.MOMENT));
  }

  /**
   * Returns this constraint as one that holds on average over time.
   *
   * @return a copy
   */
  public Constraint onAverage() {
    return new Constraint(name, form, relation, bound, Optional.of(Holds.AVERAGE));
  }

  /**
   * Returns whether the constraint holds at each moment. If it does not state when it holds, it
   * holds at each moment if it bounds workers, amounts or running jobs from above and has no
   * negative coefficient; otherwise on average.
   *
   * @param row the row of this constraint in a problem
   * @return whether the running jobs keep it at each moment
   */
  public boolean holdsAtEachMoment(LinearRow row) {
    return holds
        .map(Holds.MOMENT::equals)
        .orElseGet(
            () ->
                relation == Relation.AT_MOST
                    && form.terms().stream().allMatch(term -> OF_RUNNING_JOBS.contains(term.unit()))
                    && IntStream.range(0, row.size()).allMatch(i -> row.coefficient(i) >= 0));
  }

  /**
   * Starts a constraint.
   *
   * @param name unique in a problem, not blank
   * @return the next step: the form that it bounds
   * @throws IllegalArgumentException if the name is blank
   */
  public static Named named(String name) {
    return new Named(Require.name(name, "name of a constraint"));
  }

  /**
   * States a resource other than workers, such as cores or memory: each job needs an amount of it
   * while it runs, and the jobs that run at the same time need no more than there is.
   *
   * @param name unique in a problem, not blank
   * @param needs the amount of each job while it runs, by id, finite and {@code >= 0}; jobs that
   *     are not named need none; at least one needs some
   * @param capacity how much there is, in the unit of the needs, finite and {@code >= 0}
   * @return the constraint
   * @throws IllegalArgumentException naming the resource and the number that is out of range, or if
   *     no job needs any
   */
  public static Constraint resource(String name, Map<String, Double> needs, double capacity) {
    Map<Double, List<String>> jobsByNeed = new TreeMap<>(); // one term for all jobs of equal need
    needs.forEach(
        (job, need) -> {
          Require.nonNegative(need, "need of job \"%s\" for resource \"%s\"".formatted(job, name));
          if (need > 0) {
            jobsByNeed.computeIfAbsent(need, amount -> new ArrayList<>()).add(job);
          }
        });
    Require.nonNegative(capacity, "capacity of resource \"%s\"".formatted(name));
    LinearForm total =
        jobsByNeed.entrySet().stream()
            .map(
                same ->
                    LinearForm.running()
                        .ofJobs(same.getValue().stream().sorted().toArray(String[]::new))
                        .times(same.getKey()))
            .reduce(LinearForm::plus)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "no job needs resource \"%s\"; at least one must need some"
                            .formatted(name)));
    return named(name).that(total).atMost(capacity);
  }

  /** A constraint of which the name is known. Immutable. */
  public static final class Named {

    private final String name;

    private Named(String name) {
      this.name = name;
    }

    /**
     * States the bounded quantity.
     *
     * @param form a linear form
     * @return the next step: the bound
     */
    public Bounded that(LinearForm form) {
      return new Bounded(name, requireNonNull(form, "form"));
    }
  }

  /** A constraint of which the form is known. Immutable. */
  public static final class Bounded {

    private final String name;
    private final LinearForm form;

    private Bounded(String name, LinearForm form) {
      this.name = name;
      this.form = form;
    }

    /**
     * Bounds the form from above.
     *
     * @param bound in the form's unit, finite
     * @return the constraint
     * @throws IllegalArgumentException if the bound is not finite; the message names the constraint
     */
    public Constraint atMost(double bound) {
      return absolute(Relation.AT_MOST, bound);
    }

    /**
     * Bounds the form from below.
     *
     * @param bound in the form's unit, finite
     * @return the constraint
     * @throws IllegalArgumentException if the bound is not finite; the message names the constraint
     */
    public Constraint atLeast(double bound) {
      return absolute(Relation.AT_LEAST, bound);
    }

    /**
     * Fixes the form.
     *
     * @param bound in the form's unit, finite
     * @return the constraint
     * @throws IllegalArgumentException if the bound is not finite; the message names the constraint
     */
    public Constraint exactly(double bound) {
      return absolute(Relation.EXACTLY, bound);
    }

    /**
     * Bounds the form from above by a part of the workers of its first term's types.
     *
     * @param part workers per worker, for example 0.5 for half of them; finite
     * @return the constraint
     * @throws IllegalArgumentException if the part is not finite; the message names the constraint
     */
    public Constraint atMostPartOfCapacity(double part) {
      return ofCapacity(Relation.AT_MOST, part);
    }

    /**
     * Bounds the form from below by a part of the workers of its first term's types.
     *
     * @param part workers per worker, for example 0.5 for half of them; finite
     * @return the constraint
     * @throws IllegalArgumentException if the part is not finite; the message names the constraint
     */
    public Constraint atLeastPartOfCapacity(double part) {
      return ofCapacity(Relation.AT_LEAST, part);
    }

    /**
     * Fixes the form at a part of the workers of its first term's types.
     *
     * @param part workers per worker, for example 0.5 for half of them; finite
     * @return the constraint
     * @throws IllegalArgumentException if the part is not finite; the message names the constraint
     */
    public Constraint exactlyPartOfCapacity(double part) {
      return ofCapacity(Relation.EXACTLY, part);
    }

    /**
     * Bounds the form from above by a part of another form, which goes to the left-hand side.
     *
     * @param part finite and not 0
     * @param other the other form
     * @return the constraint {@code form − part · other ≤ 0}
     * @throws IllegalArgumentException if the part is 0 or not finite
     */
    public Constraint atMostPartOf(double part, LinearForm other) {
      return ofForm(Relation.AT_MOST, part, other);
    }

    /**
     * Bounds the form from below by a part of another form, which goes to the left-hand side.
     *
     * @param part finite and not 0
     * @param other the other form
     * @return the constraint {@code form − part · other ≥ 0}
     * @throws IllegalArgumentException if the part is 0 or not finite
     */
    public Constraint atLeastPartOf(double part, LinearForm other) {
      return ofForm(Relation.AT_LEAST, part, other);
    }

    /**
     * Fixes the form at a part of another form, which goes to the left-hand side.
     *
     * @param part finite and not 0
     * @param other the other form
     * @return the constraint {@code form − part · other = 0}
     * @throws IllegalArgumentException if the part is 0 or not finite
     */
    public Constraint exactlyPartOf(double part, LinearForm other) {
      return ofForm(Relation.EXACTLY, part, other);
    }

    private Constraint absolute(Relation relation, double bound) {
      Require.finite(bound, "bound of constraint", name);
      return new Constraint(name, form, relation, new Bound(bound, false));
    }

    private Constraint ofCapacity(Relation relation, double part) {
      Require.finite(part, "part of capacity of constraint", name);
      return new Constraint(name, form, relation, new Bound(part, true));
    }

    private Constraint ofForm(Relation relation, double part, LinearForm other) {
      if (Require.finite(part, "part of a form in constraint", name) == 0) {
        throw new IllegalArgumentException(
            "part of a form in constraint \"%s\" is 0; it must be another number".formatted(name));
      }
      return new Constraint(name, form.minus(other.times(part)), relation, new Bound(0, false));
    }
  }

  /** Returns the row of this constraint in a problem. */
  LinearRow over(ProblemRows problem) {
    String place = "constraint \"%s\": ".formatted(name);
    FormCoefficients coefficients = FormCoefficients.of(form.terms(), problem, place);
    int[] types = TypeNames.in(problem.cluster(), form.terms().get(0).types(), place);
    double number =
        bound.ofCapacity ? bound.value * TypeNames.workers(problem.cluster(), types) : bound.value;
    return coefficients.row(name, relation, Require.finite(number, place + "bound"));
  }

  @Override
  public String toString() {
    String when =
        holds.map(stated -> stated == Holds.MOMENT ? " at each moment" : " on average").orElse("");
    return "\"%s\": %s %s %s%s".formatted(name, form, relation, bound, when);
  }
}
