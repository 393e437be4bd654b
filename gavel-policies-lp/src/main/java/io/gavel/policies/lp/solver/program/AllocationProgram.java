package io.gavel.policies.lp.solver.program;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.coefficients.ImplicitPairs;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.coefficients.ProgramObjective;
import io.gavel.policies.lp.solver.passes.Passes;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A linear or concave program over the allocations of a problem, as policies state it.
 *
 * <pre>
 *   maximise   t,  or  Σ_c gain_c x_c,  or  Σ_m weight_m U(throughput_m);  plus  Σ_f gain_f y_f
 *   time       Σ_{c of m} x_c                 ≤ 1                          for every job m
 *   pools      Σ_{c on k} size_c x_c + Σ_f size_{kf} y_f ≤ workers_k       for every pool k
 *   throughput Σ_{c of m} rate_{mc} x_c       ≥ floor_m + requirement_m t  for every job m
 *   rows       Σ_c a_{ic} x_c + Σ_f e_{if} y_f ≤, ≥ or = bound_i           if there are any
 *   x, t ≥ 0;  0 ≤ y_f ≤ most_f;  t is absent if every requirement is 0;  U(q) = log q, or q^p / p for a power p &lt; 1
 * </pre>
 *
 * <p>A column {@code c} is a group on a worker type where it {@linkplain AllocationProblem#runs
 * runs}. Columns are ordered by job, with its configurations, then type; pairs come last.
 * Maximising {@code t} maximises a minimum. Floors are demands, such as deadlines or a level
 * reached before. Size: n jobs and K types have at most nK columns and 2n + K rows, plus K columns
 * for each pair. Immutable.
 */
public final class AllocationProgram extends ProgramData {

  AllocationProgram(Polytope polytope, ProgramObjective objective, Passes passes) {
    super(polytope, objective, passes);
  }

  private static AllocationProgram of(
      AllocationProblem problem,
      ProgramColumns programColumns,
      ProgramObjective objective,
      Passes passes) {
    double[] none = new double[problem.jobCount()];
    Polytope polytope =
        new Polytope(
            problem.cluster().typeCount(),
            ProgramInput.workers(problem),
            programColumns,
            none,
            ProgramInput.rows(problem, programColumns),
            FreeColumns.none(),
            List.of());
    return new AllocationProgram(polytope, objective, passes);
  }

  /**
   * Maximises the level {@code t} that every job's throughput reaches in multiples of its
   * requirement.
   *
   * @param problem the jobs and the cluster
   * @param requirement steps per second for one unit of level, {@code [job]}, finite and at least
   *     0; jobs with requirement 0 do not count; copied
   * @return the program
   * @throws IllegalArgumentException if the requirements are not as stated
   */
  public static AllocationProgram maximizeMinimum(AllocationProblem problem, double[] requirement) {
    return maximizeMinimum(problem, requirement, Passes.ALONE);
  }

  /**
   * The same program, whose jobs are passed over on other threads from the start.
   *
   * @param problem the jobs and the cluster
   * @param requirement as in {@link #maximizeMinimum(AllocationProblem, double[])}
   * @param passes how passes over the jobs run
   * @return the program
   */
  @SuppressWarnings("exports") // for packages of this module that are not exported
  public static AllocationProgram maximizeMinimum(
      AllocationProblem problem, double[] requirement, Passes passes) {
    ProgramColumns programColumns = ProgramColumns.of(problem, passes);
    ProgramObjective level =
        new ProgramObjective.MaxMin(ProgramInput.ofJobs(requirement, problem, "requirement"));
    return of(problem, programColumns, level, passes).withImplicitPairs(ImplicitPairs.of(problem));
  }

  /**
   * Maximises the weighted sum of effective throughputs.
   *
   * @param problem the jobs and the cluster
   * @param weight the worth of one step per second of each job, {@code [job]}, finite and at least
   *     0; copied
   * @return the program
   * @throws IllegalArgumentException if the weights are not as stated
   */
  public static AllocationProgram maximizeSum(AllocationProblem problem, double[] weight) {
    ProgramColumns programColumns = ProgramColumns.of(problem, Passes.ALONE);
    double[] worth = ProgramInput.ofJobs(weight, problem, "weight");
    ProgramObjective sum =
        new ProgramObjective.LinearSum(ProgramInput.gains(programColumns, worth));
    return of(problem, programColumns, sum, Passes.ALONE)
        .withImplicitPairs(ImplicitPairs.of(problem, worth));
  }

  /**
   * Maximises the weighted sum of effective throughputs, each divided by the price of a worker or
   * of the share of a worker that it holds.
   *
   * @param problem the jobs and the cluster
   * @param weight the worth of one step per second of each job, {@code [job]}, finite and at least
   *     0; copied
   * @param price the price of one worker, {@code [worker type]}, finite and above 0; copied
   * @return the program
   * @throws IllegalArgumentException if a number is not as stated, or a throughput per price is not
   *     finite
   */
  public static AllocationProgram maximizeSumPerPrice(
      AllocationProblem problem, double[] weight, double[] price) {
    ProgramColumns programColumns = ProgramColumns.of(problem, Passes.ALONE);
    double[] worth = ProgramInput.ofJobs(weight, problem, "weight");
    double[] gain = ProgramInput.gainsPerPrice(programColumns, problem, worth, price);
    return of(problem, programColumns, new ProgramObjective.LinearSum(gain), Passes.ALONE)
        .withImplicitPairs(ImplicitPairs.of(problem, worth, price.clone()));
  }

  /**
   * Maximises a sum of gains by group and worker type, such as throughput minus a price.
   *
   * @param problem the jobs and the cluster
   * @param gain part of the objective for a fraction of 1, {@code [group][worker type]}, row-major,
   *     finite and of any sign; entries where the group does not run are ignored; copied
   * @return the program
   * @throws IllegalArgumentException if the gains are not as stated
   */
  public static AllocationProgram maximizeGain(AllocationProblem problem, double[] gain) {
    ProgramColumns programColumns = ProgramColumns.of(problem, Passes.ALONE);
    return of(
        problem,
        programColumns,
        new ProgramObjective.LinearSum(ProgramInput.gains(programColumns, problem, gain)),
        Passes.ALONE);
  }

  /**
   * Maximises a weighted sum of concave utilities of throughput: {@code Σ weight_m log
   * throughput_m} for power 0, whose optimum is proportionally fair, or {@code Σ weight_m
   * throughput_m^p / p}.
   *
   * @param problem the jobs and the cluster
   * @param weight without unit, {@code [job]}, finite and at least 0; jobs with weight 0 do not
   *     count; copied
   * @param power the power {@code p}, finite and below 1
   * @return the program
   * @throws IllegalArgumentException if the weights or the power are not as stated
   */
  public static AllocationProgram maximizeUtility(
      AllocationProblem problem, double[] weight, double power) {
    if (!(power < 1) || Double.isInfinite(power)) {
      throw new IllegalArgumentException(
          "power of the utility is %s; it must be finite and below 1".formatted(power));
    }
    ProgramColumns programColumns = ProgramColumns.of(problem, Passes.ALONE);
    double[] ofJob = ProgramInput.ofJobs(weight, problem, "weight");
    return of(problem, programColumns, new ProgramObjective.UtilitySum(ofJob, power), Passes.ALONE)
        .withImplicitPairs(ImplicitPairs.of(problem));
  }

  /**
   * The same program with other floors.
   *
   * @param newFloor the least throughput of each job in steps per second at level 0, {@code [job]},
   *     finite; negative for a job that need only make progress above some level; copied
   * @return a copy
   * @throws IllegalArgumentException if there is not one for each job
   */
  public AllocationProgram withFloor(double[] newFloor) {
    requireByJob(newFloor, "floor");
    return rewritten(polytope.columns, newFloor.clone(), objective);
  }

  /**
   * The same program with other requirements.
   *
   * @param newRequirement steps per second for one unit of level, {@code [job]}, finite and at
   *     least 0; copied
   * @return a copy
   * @throws IllegalArgumentException if the number of requirements is not that of the jobs
   * @throws IllegalStateException if the program does not maximise a level
   */
  public AllocationProgram withRequirement(double[] newRequirement) {
    requireByJob(newRequirement, "requirement");
    if (!(objective instanceof ProgramObjective.MaxMin)) {
      throw new IllegalStateException("the program maximises a sum; it has no level to replace");
    }
    return new AllocationProgram(
        polytope, new ProgramObjective.MaxMin(newRequirement.clone()), passes);
  }

  private void requireByJob(double[] values, String what) {
    if (values.length != jobCount()) {
      throw new IllegalArgumentException(
          "%s has %s entries; there must be one for each of %s jobs"
              .formatted(what, values.length, jobCount()));
    }
  }

  /**
   * The same program with other coupling rows.
   *
   * @param rows rows over the columns and the free columns of this program
   * @return a copy
   * @throws IllegalArgumentException if a row names a column that the program does not have
   * @throws IllegalStateException if the program has pairs by job type
   */
  public AllocationProgram withRows(CouplingRows rows) {
    requireListed();
    return new AllocationProgram(polytope.with(rows, polytope.free), objective, passes);
  }

  /**
   * The same program with other free columns. Rows over them come afterwards.
   *
   * @param free columns without a job
   * @return a copy
   * @throws IllegalArgumentException if a column names a pool that the program does not have, or a
   *     row of this program names a free column that is not among them
   * @throws IllegalStateException if the program has pairs by job type
   */
  public AllocationProgram withFreeColumns(FreeColumns free) {
    requireListed();
    return new AllocationProgram(polytope.with(polytope.rows, free), objective, passes);
  }

  /**
   * The same program without some of its columns, also in coupling rows.
   *
   * @param kept whether each column stays, {@code [column]}
   * @return a copy with its columns in the same order
   * @throws IllegalStateException if the program has pairs by job type
   */
  public AllocationProgram withColumns(boolean[] kept) {
    requireListed();
    int[] left = IntStream.range(0, columnCount()).filter(c -> kept[c]).toArray();
    ProgramObjective ofLeft =
        objective.with(
            new ProgramObjective.Numbers(
                left.length, jobCount(), i -> gain(left[i]), this::requirement, this::weight));
    return new AllocationProgram(polytope.select(left), ofLeft, passes);
  }

  /**
   * A program with the same capacities, rows and free columns, but other columns, floors and
   * objective. Rows name columns by index, so they keep their meaning only if the columns do.
   *
   * @param newColumns the columns, {@code [column]}; not copied
   * @param newFloor the floors in steps per second, {@code [job]}; not copied
   * @param newObjective the objective over these columns and jobs
   * @return the program
   */
  @SuppressWarnings("exports") // for packages of this module that are not exported
  public AllocationProgram rewritten(
      ProgramColumns newColumns, double[] newFloor, ProgramObjective newObjective) {
    return new AllocationProgram(polytope.with(newColumns, newFloor), newObjective, passes);
  }

  /**
   * The program that maximises the fraction of all floors that can be met at once.
   *
   * @return a program without floors, whose level it is; negative floors count as 0
   */
  public AllocationProgram floorsAsRequirements() {
    double[] demand = Arrays.stream(polytope.floor).map(f -> Math.max(0, f)).toArray();
    double[] none = new double[demand.length];
    return rewritten(polytope.columns, none, new ProgramObjective.MaxMin(demand))
        .withImplicitPairs(
            polytope.implicitPairs.stream().map(ImplicitPairs::worthNothing).toList());
  }

  private AllocationProgram withImplicitPairs(List<ImplicitPairs> pairs) {
    return new AllocationProgram(polytope.with(pairs), objective, passes);
  }

  /**
   * The same program on the columns that a solution uses, including pairs by job type as columns.
   *
   * @param used the columns, {@code [column]}; not copied
   * @param gainOfUsed their parts of a linear sum for a fraction of 1, {@code [column]}; not copied
   * @param rowsOfUsed the coupling rows over these columns
   * @return a program without pairs by job type
   */
  @SuppressWarnings("exports") // for packages of this module that are not exported
  public AllocationProgram written(
      ProgramColumns used, double[] gainOfUsed, CouplingRows rowsOfUsed) {
    ProgramObjective ofUsed =
        objective.with(
            new ProgramObjective.Numbers(
                gainOfUsed.length,
                jobCount(),
                c -> gainOfUsed[c],
                this::requirement,
                this::weight));
    return rewritten(used, polytope.floor, ofUsed)
        .withImplicitPairs(List.of())
        .withRows(rowsOfUsed);
  }

  private void requireListed() {
    if (hasPairsByType()) {
      throw new IllegalStateException(
          "the program has pairs by job type, which are not columns; list them with"
              + " withAllPairs()");
    }
  }

  /**
   * The reduced cost of a column at given prices, for a linear program without coupling rows. A
   * column with a positive reduced cost at optimal prices is 0 in every optimum.
   *
   * @param c a column
   * @param prices a dual solution, in units of the objective per unit of each row
   * @return the loss of objective for a fraction of 1; at least 0, except for rounding, at prices
   *     that prove a bound
   */
  public double reducedCost(int c, Prices prices) {
    double paid = size(c) * prices.ofPool(pool(c)) + prices.ofTime(first(c));
    double worth = gain(c) + rate(c) * prices.ofThroughput(first(c));
    if (second(c) != ProgramColumns.NONE) {
      paid += prices.ofTime(second(c));
      worth += secondRate(c) * prices.ofThroughput(second(c));
    }
    return paid - worth;
  }

  /**
   * The reduced costs of all columns at given prices, for a linear program.
   *
   * @param proof a bound with the prices that prove it
   * @return the loss of objective for a fraction of 1, {@code [column]}; at least 0, except for
   *     rounding
   */
  public double[] reducedCosts(DualBound proof) {
    double[] costs = new double[columnCount()];
    CouplingRows rows = polytope.rows;
    double[] rests = new double[costs.length];
    rows.addCosts(rows.signed(proof.rowPrices()), costs, rests, new double[polytope.free.count()]);
    for (int c = 0; c < costs.length; c++) {
      costs[c] += reducedCost(c, proof.prices());
    }
    return costs;
  }

  /**
   * The objective at a point where all free columns are 0.
   *
   * @param x fractions, {@code [column]}
   * @return the least level, the sum of gains or the sum of utilities
   */
  public double objective(double[] x) {
    return objectiveOf(x, throughput(x));
  }

  /**
   * The objective at a point.
   *
   * @param x fractions, {@code [column]}
   * @param free values of the free columns in the unit of each, {@code [free column]}
   * @return {@link #objective(double[])} and the gains of the free columns
   */
  public double objective(double[] x, double[] free) {
    return objective(x) + polytope.free.gains(free);
  }

  /** The objective of the jobs at a point whose throughputs, {@code [job]}, are known. */
  double objectiveOf(double[] x, double[] throughput) {
    double sum = 0;
    for (int c = 0; !hasLevel() && c < x.length; c++) {
      sum += gain(c) * x[c];
    }
    if (objective instanceof ProgramObjective.UtilitySum utilities) {
      sum += utilities.value(throughput);
    }
    return sum + level(throughput);
  }

  /**
   * The level that all jobs reach.
   *
   * @param throughput steps per second, {@code [job]}
   * @return the level {@code t}; 0 if the program has none
   */
  public double level(double[] throughput) {
    return objective instanceof ProgramObjective.MaxMin least
        ? least.level(throughput, polytope.floor, passes)
        : 0;
  }
}
