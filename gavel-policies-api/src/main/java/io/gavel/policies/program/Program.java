package io.gavel.policies.program;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * An optimisation problem over the allocations of a problem: objectives in order of importance,
 * conditions, and workers that can be bought.
 *
 * <pre>
 *   maximise    objective(X), then the next objective, ...
 *   subject to  X is feasible for the problem and keeps its constraints
 *               throughput(m) ≥ floor_m                        for jobs with a floor
 *               Σ workers · X ≤ workers_k + bought_k           for every pool k
 *               Σ (workers − own_k) · X ≤ bought_k             over gangs larger than own_k &gt; 0
 *               0 ≤ bought_k ≤ most_k,  Σ price · bought ≤ budget
 * </pre>
 *
 * <p>The last row but one states that a gang larger than its pool runs only on the workers of the
 * pool and on bought workers, even if workers of the pool idle at other times. The price of this
 * row is named {@code gang:TYPE}.
 *
 * <p>A program is built step by step; each step returns a copy:
 *
 * <pre>{@code
 * Solution solution =
 *     Program.of(problem)
 *         .maximize(Objective.least(Measure.throughput().per(Normalizer.EQUAL_SHARE)))
 *         .then(Objective.sum(Measure.throughput()), 0.01)
 *         .solve(solver);
 * }</pre>
 *
 * <p>Measures are evaluated for the given problem: workers that are bought do not change a
 * normaliser. Immutable.
 */
public final class Program {

  /**
   * One objective of a program. Immutable.
   *
   * @param objective the objective
   * @param minimized whether the objective is minimised; only sums can be
   * @param slack the part of its value that the previous objective may lose or, if that is a
   *     utility, the part of its throughput that each job may lose; at least 0 and below 1, 0 for
   *     the first one
   */
  public record Stage(Objective objective, boolean minimized, double slack) {

    /**
     * Checks the parts.
     *
     * @param objective the objective
     * @param minimized whether it is minimised
     * @param slack at least 0 and below 1
     * @throws IllegalArgumentException if the slack is invalid, or a level or a utility is to be
     *     minimised
     */
    public Stage {
      if (minimized && !(objective instanceof Objective.Sum)) {
        throw new IllegalArgumentException(
            "objective %s is to be minimised; only sums can be minimised".formatted(objective));
      }
      if (!(slack >= 0 && slack < 1)) {
        throw new IllegalArgumentException(
            "slack of the objective before %s is %s; it must be at least 0 and below 1"
                .formatted(objective, slack));
      }
    }
  }

  private final AllocationProblem problem;
  private final List<Stage> stages;
  private final double[] floors;
  private final boolean meetsSlos;
  private final List<Purchasable> purchasables;
  private final double budget;

  private Program(
      AllocationProblem problem,
      List<Stage> stages,
      double[] floors,
      boolean meetsSlos,
      List<Purchasable> purchasables,
      double budget) {
    this.problem = problem;
    this.stages = stages;
    this.floors = floors;
    this.meetsSlos = meetsSlos;
    this.purchasables = purchasables;
    this.budget = budget;
  }

  /**
   * Returns a program without objectives.
   *
   * @param problem the jobs and the cluster
   * @return the program, to which at least one objective must be added
   */
  public static Program of(AllocationProblem problem) {
    return new Program(
        problem,
        List.of(),
        new double[problem.jobCount()],
        false,
        List.of(),
        Double.POSITIVE_INFINITY);
  }

  /**
   * Returns a copy that maximises a first objective.
   *
   * @param objective the objective
   * @return a copy
   * @throws IllegalStateException if the program has an objective; see {@link #then(Objective)}
   */
  public Program maximize(Objective objective) {
    return first(new Stage(objective, false, 0));
  }

  /**
   * Returns a copy that minimises a first objective.
   *
   * @param objective the objective
   * @return a copy
   * @throws IllegalStateException if the program has an objective; see {@link
   *     #thenMinimize(Objective.Sum, double)}
   */
  public Program minimize(Objective.Sum objective) {
    return first(new Stage(objective, true, 0));
  }

  /**
   * Returns a copy with one more objective, which is maximised among the optima of the earlier
   * objectives.
   *
   * @param objective the objective
   * @return a copy
   * @throws IllegalStateException if the program has no objective yet
   */
  public Program then(Objective objective) {
    return then(objective, 0);
  }

  /**
   * Returns a copy with one more objective, which is maximised. The previous objective may lose a
   * part of its value; the losses of earlier objectives stay as stated.
   *
   * @param objective the objective
   * @param slack the permitted loss of the previous objective, relative to the absolute value of
   *     its optimum or, if it is a utility, relative to the throughput of each job at its optimum;
   *     at least 0 and below 1
   * @return a copy
   * @throws IllegalArgumentException if the slack is invalid
   * @throws IllegalStateException if the program has no objective yet
   */
  public Program then(Objective objective, double slack) {
    return next(new Stage(objective, false, slack));
  }

  /**
   * Returns a copy with one more objective, which is minimised.
   *
   * @param objective the objective
   * @param slack as in {@link #then(Objective, double)}
   * @return a copy
   * @throws IllegalArgumentException if the slack is invalid
   * @throws IllegalStateException if the program has no objective yet
   */
  public Program thenMinimize(Objective.Sum objective, double slack) {
    return next(new Stage(objective, true, slack));
  }

  private Program first(Stage stage) {
    if (!stages.isEmpty()) {
      throw new IllegalStateException(
          "the program has the objective %s; add further ones with then"
              .formatted(stages.get(0).objective()));
    }
    return with(List.of(stage));
  }

  private Program next(Stage stage) {
    if (stages.isEmpty()) {
      throw new IllegalStateException(
          "the program has no objective yet; state the first one with maximize or minimize");
    }
    List<Stage> more = new ArrayList<>(stages);
    more.add(stage);
    return with(List.copyOf(more));
  }

  private Program with(List<Stage> newStages) {
    return new Program(problem, newStages, floors, meetsSlos, purchasables, budget);
  }

  /**
   * Returns a copy with further constraints, which become part of its problem.
   *
   * @param constraints with names that are new to the problem
   * @return a copy
   * @throws IllegalArgumentException naming a constraint that is stated twice, or a selected job,
   *     entity or type that the problem lacks
   */
  public Program subjectTo(Constraint... constraints) {
    AllocationProblem constrained = problem;
    for (Constraint constraint : constraints) {
      constrained = constrained.constraining(constraint);
    }
    return new Program(constrained, stages, floors, meetsSlos, purchasables, budget);
  }

  /**
   * Returns a copy with a floor of a job's throughput.
   *
   * @param jobId a job's id
   * @param stepsPerSecond the floor, finite and at least 0; replaces an earlier one
   * @return a copy
   * @throws IllegalArgumentException naming an unknown job or an invalid floor
   */
  public Program withFloor(String jobId, double stepsPerSecond) {
    double[] more = floors.clone();
    more[problem.indexOf(jobId)] =
        Require.nonNegative(stepsPerSecond, "least throughput of job", jobId);
    return new Program(problem, stages, more, meetsSlos, purchasables, budget);
  }

  /**
   * Returns a copy in which every job meets its SLO: its throughput is at least its remaining steps
   * divided by the seconds of its SLO. Jobs that can run nowhere are set aside.
   *
   * @return a copy
   * @throws IllegalArgumentException if the steps remaining of a job with an SLO are not given
   */
  public Program meetingSlos() {
    for (Job job : problem.jobs()) {
      if (job.sloSeconds().isPresent() && job.stepsRemaining().isEmpty()) {
        throw new IllegalArgumentException(
            "job \"%s\" has no steps remaining; its SLO needs them".formatted(job.id()));
      }
    }
    return new Program(problem, stages, floors, true, purchasables, budget);
  }

  /**
   * Returns a copy that can buy workers.
   *
   * @param workers the purchasable workers, in addition to workers already stated
   * @return a copy
   * @throws IllegalArgumentException naming an unknown worker type, or a worker type whose pool is
   *     purchasable already
   */
  public Program buying(Purchasable... workers) {
    return buying(List.of(workers));
  }

  /**
   * Returns a copy that can buy workers.
   *
   * @param workers the purchasable workers, in addition to workers already stated
   * @return a copy
   * @throws IllegalArgumentException naming an unknown worker type, a worker type whose pool is
   *     purchasable already, or a co-gang of the problem
   */
  public Program buying(List<Purchasable> workers) {
    if (!workers.isEmpty()) {
      problem.requireNoCoGangs("a program that buys workers");
    }
    List<Purchasable> all = new ArrayList<>(purchasables);
    all.addAll(workers);
    Set<Integer> pools = new HashSet<>();
    for (Purchasable purchasable : all) {
      int j = problem.cluster().indexOf(purchasable.typeName());
      if (!pools.add(problem.cluster().poolOf(j))) {
        throw new IllegalArgumentException(
            "workers of type \"%s\" are purchasable twice; state each pool of workers once"
                .formatted(purchasable.typeName()));
      }
    }
    return new Program(problem, stages, floors, meetsSlos, List.copyOf(all), budget);
  }

  /**
   * Returns a copy with a limit on the price of all bought workers.
   *
   * @param perHour currency per hour, finite and at least 0
   * @return a copy
   * @throws IllegalArgumentException if the budget is not as stated
   */
  public Program withBudget(double perHour) {
    Require.nonNegative(perHour, "budget per hour");
    return new Program(problem, stages, floors, meetsSlos, purchasables, perHour);
  }

  /**
   * Solves the program.
   *
   * @param solver the solver
   * @return a feasible allocation, with a certificate for each objective
   * @throws IllegalStateException if the program has no objective
   * @throws io.gavel.policies.InfeasibleProblemException if no allocation satisfies the program
   * @throws io.gavel.policies.SolveFailedException if no certified answer was found
   * @throws io.gavel.policies.SolveStoppedException if a limit or a cancellation came first
   */
  public Solution solve(ProgramSolver solver) {
    if (stages.isEmpty()) {
      throw new IllegalStateException(
          "the program has no objective; state one with maximize or minimize");
    }
    return solver.solve(this);
  }

  /** {@return the jobs, the cluster and the constraints} */
  public AllocationProblem problem() {
    return problem;
  }

  /** {@return the objectives in order of importance, unmodifiable} */
  public List<Stage> stages() {
    return stages;
  }

  /**
   * Returns the floor of each job's throughput, as {@link #withFloor} states it.
   *
   * @return steps per second, a copy, {@code [job]}; 0 for jobs without a floor
   */
  public double[] floors() {
    return floors.clone();
  }

  /** {@return whether jobs must meet their SLOs} */
  public boolean meetsSlos() {
    return meetsSlos;
  }

  /** {@return the workers that can be bought, unmodifiable} */
  public List<Purchasable> purchasables() {
    return purchasables;
  }

  /** {@return the limit on the price of purchases, in currency per hour; empty without one} */
  public OptionalDouble budget() {
    return budget == Double.POSITIVE_INFINITY ? OptionalDouble.empty() : OptionalDouble.of(budget);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Program that
        && problem.equals(that.problem)
        && stages.equals(that.stages)
        && Arrays.equals(floors, that.floors)
        && meetsSlos == that.meetsSlos
        && purchasables.equals(that.purchasables)
        && budget == that.budget;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * problem.hashCode() + stages.hashCode()) + Arrays.hashCode(floors);
  }

  @Override
  public String toString() {
    return "Program[%s, %s, purchasable %s]".formatted(problem, stages, purchasables);
  }

  /**
   * Workers that can be rented in addition to the cluster's workers. Immutable.
   *
   * @param typeName the name of a worker type of the cluster, which may have 0 workers of its own
   * @param most the largest number of workers that can be rented, at least 0
   * @param pricePerHour the price of one worker, in currency per hour, finite and at least 0
   */
  public record Purchasable(String typeName, int most, double pricePerHour) {

    /**
     * Checks the components.
     *
     * @param typeName not blank
     * @param most at least 0
     * @param pricePerHour finite and at least 0
     * @throws IllegalArgumentException naming the type, the value and the allowed values
     */
    public Purchasable {
      Require.name(typeName, "name of a purchasable worker type");
      Require.atLeast(0, most, "largest number of purchasable workers of type", typeName);
      Require.nonNegative(pricePerHour, "price per hour of purchasable workers of type", typeName);
    }
  }

  /** Solves programs. Implementations are immutable and may be shared by threads. */
  @FunctionalInterface
  public interface ProgramSolver {

    /**
     * Optimises the objectives of a program, one after the other.
     *
     * @param program the program
     * @return a feasible allocation, with a certificate for each objective
     * @throws io.gavel.policies.InfeasibleProblemException if no allocation satisfies the program;
     *     names a minimal conflict
     * @throws io.gavel.policies.SolveFailedException if no certified answer was found
     * @throws io.gavel.policies.SolveStoppedException if a limit, a cancellation or an interruption
     *     came before a certified answer
     */
    Solution solve(Program program);
  }
}
