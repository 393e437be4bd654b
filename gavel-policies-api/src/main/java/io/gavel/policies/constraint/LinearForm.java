package io.gavel.policies.constraint;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.constraint.LinearForm.Term.Unit;
import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A linear form over an allocation: a sum of {@link Term}s, such as the workers that an entity's
 * jobs hold on one type, or the watts of all workers. Immutable; every method returns a copy.
 *
 * <pre>{@code
 * LinearForm red = LinearForm.workers().ofEntity("red").onTypes("v100");
 * LinearForm watts = LinearForm.amount(300, 150);
 * LinearForm both = red.times(2).plus(watts);
 * }</pre>
 *
 * <p>A new form counts all jobs on all worker types until some are selected. Workers, time and
 * amounts of a pair are attributed half to each of its two jobs. Steps and running are each job's
 * own.
 */
public final class LinearForm {

  private final List<Term> terms;

  private LinearForm(List<Term> terms) {
    this.terms = List.copyOf(terms);
  }

  /**
   * Returns a sum of terms.
   *
   * @param terms at least one
   * @return the form
   * @throws IllegalArgumentException if there is no term
   */
  public static LinearForm of(List<Term> terms) {
    Require.atLeast(1, terms.size(), "number of terms of a linear form");
    return new LinearForm(terms);
  }

  private static LinearForm of(Unit unit, List<Double> amount) {
    return of(List.of(new Term(new JobSelection.All(), List.of(), unit, amount, 1)));
  }

  /**
   * Counts workers held, averaged over time.
   *
   * @return the form over all jobs and worker types
   */
  public static LinearForm workers() {
    return of(Unit.WORKERS, List.of());
  }

  /**
   * Counts fractions of wall-clock time.
   *
   * @return the form over all jobs and worker types
   */
  public static LinearForm time() {
    return of(Unit.TIME, List.of());
  }

  /**
   * Counts fractions of wall-clock time in which jobs run. Unlike {@link #time}, a pair counts in
   * full for each of its jobs: while both run, both need their memory.
   *
   * @return the form over all jobs and worker types
   */
  public static LinearForm running() {
    return of(Unit.RUNNING, List.of());
  }

  /**
   * Counts steps per second.
   *
   * @return the form over all jobs and worker types
   */
  public static LinearForm steps() {
    return of(Unit.STEPS, List.of());
  }

  /**
   * Counts an amount per worker, averaged over time: watts, money per hour, licences.
   *
   * @param perWorker the amount of one worker, {@code [worker type]}, in any unit, finite; copied
   * @return the form over all jobs and worker types
   * @throws IllegalArgumentException if a number is not finite, or there is none
   */
  public static LinearForm amount(double... perWorker) {
    return of(Unit.AMOUNT, Arrays.stream(perWorker).boxed().toList());
  }

  /**
   * Counts only some jobs.
   *
   * @param ids ids of jobs
   * @return a copy
   * @throws IllegalArgumentException if jobs are already selected, or an id is blank or repeated
   */
  public LinearForm ofJobs(String... ids) {
    return of(new JobSelection.Ids(List.of(ids)));
  }

  /**
   * Counts only the jobs of an entity and of the entities below it.
   *
   * @param id the entity's id
   * @return a copy
   * @throws IllegalArgumentException if jobs are already selected, or the id is blank
   */
  public LinearForm ofEntity(String id) {
    return of(new JobSelection.OfEntity(id));
  }

  /**
   * Counts only the jobs of one job type.
   *
   * @param jobType the type
   * @return a copy
   * @throws IllegalArgumentException if jobs are already selected, or the type is blank
   */
  public LinearForm ofJobType(String jobType) {
    return of(new JobSelection.OfType(jobType));
  }

  private LinearForm of(JobSelection selection) {
    return map(term -> term.of(selection));
  }

  /**
   * Counts only some worker types.
   *
   * @param names names of worker types
   * @return a copy
   * @throws IllegalArgumentException if types are already selected, or a name is blank or repeated,
   *     or none is given
   */
  public LinearForm onTypes(String... names) {
    return map(term -> term.on(List.of(names)));
  }

  /**
   * Multiplies by a number.
   *
   * @param factor finite and not 0
   * @return a copy
   * @throws IllegalArgumentException if the factor is 0 or not finite
   */
  public LinearForm times(double factor) {
    return map(term -> term.times(factor));
  }

  /**
   * Adds another form.
   *
   * @param other any form
   * @return the sum
   */
  public LinearForm plus(LinearForm other) {
    List<Term> all = new ArrayList<>(terms);
    all.addAll(requireNonNull(other, "form").terms);
    return new LinearForm(all);
  }

  /**
   * Subtracts another form.
   *
   * @param other any form
   * @return the difference
   */
  public LinearForm minus(LinearForm other) {
    return plus(other.times(-1));
  }

  private LinearForm map(UnaryOperator<Term> change) {
    return new LinearForm(terms.stream().map(change).toList());
  }

  /**
   * Returns the terms.
   *
   * @return at least one, unmodifiable
   */
  public List<Term> terms() {
    return terms;
  }

  /**
   * Returns the coefficients of the form in a problem.
   *
   * @param problem has the jobs and worker types
   * @return the coefficient of each row and type
   * @throws IllegalArgumentException naming a job, entity, job type or worker type that the problem
   *     lacks, or if there is not one amount for each worker type
   */
  public FormCoefficients over(ProblemRows problem) {
    return FormCoefficients.of(terms, problem, "");
  }

  /**
   * Returns one coefficient in a problem. For many coefficients, {@link #over} is faster.
   *
   * @param problem has the jobs and worker types
   * @param g a group index
   * @param j a type index
   * @return the change of the form for one unit of {@code X[g][j]}
   * @throws IllegalArgumentException as {@link #over}
   */
  public double coefficient(ProblemRows problem, int g, int j) {
    return over(problem).at(g, j);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LinearForm that && terms.equals(that.terms);
  }

  @Override
  public int hashCode() {
    return terms.hashCode();
  }

  @Override
  public String toString() {
    return terms.stream().map(Term::toString).collect(Collectors.joining(" + "));
  }

  /**
   * One term of a {@link LinearForm}: {@code factor · Σ a(g, j) X[g][j]} over groups with selected
   * jobs and selected worker types. Immutable.
   *
   * @param jobs the selected jobs
   * @param types names of the selected worker types, each once; empty for all types
   * @param unit the unit of the term
   * @param amount for {@link Unit#AMOUNT} the amount per worker, one number for each worker type of
   *     the cluster; else empty
   * @param factor finite and not 0
   */
  public record Term(
      JobSelection jobs, List<String> types, Unit unit, List<Double> amount, double factor) {

    /** The unit of a term. Half of a pair's workers, time and amount belongs to each member. */
    public enum Unit {
      /** Workers held, averaged over time. */
      WORKERS,
      /** Fraction of wall-clock time. */
      TIME,
      /** Fraction of wall-clock time in which a job runs. Each member of a pair has its own. */
      RUNNING,
      /** Steps per second. Each member of a pair has its own. */
      STEPS,
      /** An amount per worker and type, such as watts or money per hour, averaged over time. */
      AMOUNT
    }

    /**
     * Checks the components.
     *
     * @param jobs the selected jobs
     * @param types names of worker types; copied
     * @param unit the unit of the term
     * @param amount finite numbers; copied
     * @param factor finite and not 0
     * @throws IllegalArgumentException naming a repeated, blank or infinite component, or if an
     *     amount is missing or given for another unit
     */
    public Term {
      types = List.copyOf(types);
      amount = List.copyOf(amount);
      for (int i = 0; i < types.size(); i++) {
        if (types.indexOf(Require.name(types.get(i), "name of a worker type")) < i) {
          throw new IllegalArgumentException(
              "worker type \"%s\" is selected twice; each may be named once"
                  .formatted(types.get(i)));
        }
      }
      if ((unit == Unit.AMOUNT) == amount.isEmpty()) {
        throw new IllegalArgumentException(
            "a term in unit %s has %s amounts; only unit AMOUNT has amounts, one for each worker type"
                .formatted(unit, amount.size()));
      }
      for (int j = 0; j < amount.size(); j++) {
        Require.finite(amount.get(j), "amount per worker of type %s".formatted(j));
      }
      if (Require.finite(factor, "factor of a term") == 0) {
        throw new IllegalArgumentException("factor of a term is 0; it must be another number");
      }
    }

    Term times(double number) {
      return new Term(jobs, types, unit, amount, factor * number);
    }

    Term of(JobSelection selection) {
      if (!(jobs instanceof JobSelection.All)) {
        throw new IllegalArgumentException(
            "a term selects %s and then %s; jobs may be selected once".formatted(jobs, selection));
      }
      return new Term(selection, types, unit, amount, factor);
    }

    Term on(List<String> names) {
      if (!types.isEmpty() || names.isEmpty()) {
        throw new IllegalArgumentException(
            "a term selects worker types %s and then %s; types may be selected once, at least one"
                .formatted(types, names));
      }
      return new Term(jobs, names, unit, amount, factor);
    }

    @Override
    public String toString() {
      return "%s · %s of %s on %s"
          .formatted(
              factor,
              unit == Unit.AMOUNT ? "amount " + amount : unit.name().toLowerCase(Locale.ROOT),
              jobs,
              types.isEmpty() ? "all types" : types);
    }
  }
}
