package io.gavel.policies.lp.solver.program;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.internal.Require;
import io.gavel.policies.lp.solver.internal.coefficients.ImplicitPairs;
import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramParts;
import io.gavel.policies.lp.solver.internal.coefficients.Utility;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import io.gavel.policies.statement.Statement.FreeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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
public final class AllocationProgram {

  /** The number of worker types, by which entries of columns are numbered. */
  final int types;

  /** The workers of each pool, {@code [pool]}. */
  final double[] workers;

  private final ProgramColumns columns;

  /** Steps per second, {@code [job]}. */
  final double[] floor;

  private final CouplingRows rows;
  private final FreeVariables free;

  /** Pairs that are known by job type and are not columns: no set of them or one. */
  private final List<ImplicitPairs> implicitPairs;

  final Goal goal;
  private int @Nullable [] columnOfEntry;

  /** Whether some job has a requirement or a weight. */
  private final boolean jobsCount;

  /** Creates a program from arrays that are not copied. */
  AllocationProgram(
      int types,
      double[] workers,
      ProgramColumns columns,
      double[] floor,
      CouplingRows rows,
      FreeVariables free,
      List<ImplicitPairs> implicitPairs,
      Goal goal) {
    this.types = types;
    this.workers = workers;
    this.columns = columns;
    this.floor = floor;
    this.rows = rows;
    this.free = free;
    this.implicitPairs = implicitPairs;
    this.goal = goal;
    jobsCount =
        !(goal instanceof Goal.Total)
            && IntStream.range(0, goal.size())
                .anyMatch(m -> goal.requirement(m) > 0 || goal.weight(m) > 0);
  }

  private static AllocationProgram of(
      AllocationProblem problem, ProgramColumns programColumns, Goal goal) {
    return new AllocationProgram(
        problem.cluster().typeCount(),
        poolWorkers(problem),
        programColumns,
        new double[problem.jobCount()],
        constraints(problem, programColumns),
        FreeVariables.none(),
        List.of(),
        goal);
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
    ProgramColumns programColumns = ProgramColumns.of(problem);
    Goal level = Goal.level(checkedByJob(requirement, problem, "requirement"));
    return of(problem, programColumns, level).withPairs(problem, new double[problem.jobCount()]);
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
    ProgramColumns programColumns = ProgramColumns.of(problem);
    double[] worth = checkedByJob(weight, problem, "weight");
    Goal sum = Goal.total(gains(programColumns, worth), false);
    return of(problem, programColumns, sum).withPairs(problem, worth);
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
    ProgramColumns programColumns = ProgramColumns.of(problem);
    double[] worth = checkedByJob(weight, problem, "weight");
    double[] gain = gainsPerPrice(programColumns, problem, worth, price);
    return of(problem, programColumns, Goal.total(gain, false))
        .withPairs(problem, worth, price.clone());
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
    ProgramColumns programColumns = ProgramColumns.of(problem);
    return of(problem, programColumns, Goal.total(gains(programColumns, problem, gain), false));
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
    ProgramColumns programColumns = ProgramColumns.of(problem);
    double[] ofJob = checkedByJob(weight, problem, "weight");
    return of(problem, programColumns, Goal.welfare(ofJob, power))
        .withPairs(problem, new double[ofJob.length]);
  }

  /**
   * Returns a copy with other floors.
   *
   * @param newFloor the least throughput of each job in steps per second at level 0, {@code [job]},
   *     finite; negative for a job whose throughput counts only above some level; copied
   * @return a copy
   * @throws IllegalArgumentException if there is not one for each job
   */
  public AllocationProgram withFloor(double[] newFloor) {
    requireByJob(newFloor, jobCount(), "floor");
    return rewritten(columns, newFloor.clone(), goal);
  }

  /**
   * Returns a copy with other requirements.
   *
   * @param newRequirement steps per second for one unit of level, {@code [job]}, finite and at
   *     least 0; copied
   * @return a copy
   * @throws IllegalArgumentException if there is not one requirement for each job
   * @throws IllegalStateException if the program does not maximise a level
   */
  public AllocationProgram withRequirement(double[] newRequirement) {
    requireByJob(newRequirement, jobCount(), "requirement");
    if (!(goal instanceof Goal.Level)) {
      throw new IllegalStateException("the program maximises a sum; it has no level to replace");
    }
    return rewritten(columns, floor, Goal.level(newRequirement));
  }

  private static void requireByJob(double[] values, int jobs, String what) {
    if (values.length != jobs) {
      throw new IllegalArgumentException(
          "%s has %s entries; it must have one for each of %s jobs"
              .formatted(what, values.length, jobs));
    }
  }

  /**
   * Returns a copy with other capacities and the same columns. A column may therefore hold more
   * workers than its pool has, for a part of the time.
   *
   * @param newWorkers the numbers of workers, finite and at least 0, {@code [pool]}; copied
   * @return a copy
   * @throws IllegalArgumentException if there is not one number for each pool, or one is invalid
   */
  public AllocationProgram withWorkers(double[] newWorkers) {
    if (newWorkers.length != poolCount()) {
      throw new IllegalArgumentException(
          "there are %s numbers of workers; there must be one for each of %s pools"
              .formatted(newWorkers.length, poolCount()));
    }
    for (int k = 0; k < newWorkers.length; k++) {
      Require.nonNegative(newWorkers[k], "number of workers of pool " + k);
    }
    return new AllocationProgram(
        types, newWorkers.clone(), columns, floor, rows, free, implicitPairs, goal);
  }

  /**
   * Returns a copy with other coupling rows.
   *
   * @param newRows rows over the columns and the free variables of this program
   * @return a copy
   * @throws IllegalArgumentException if a row names a column that the program does not have
   * @throws IllegalStateException if the program has pairs by job type
   */
  public AllocationProgram withRows(CouplingRows newRows) {
    return with(newRows, free);
  }

  /**
   * Returns a copy with other free variables. Rows over them come afterwards.
   *
   * @param newFree variables without a job
   * @return a copy
   * @throws IllegalArgumentException if a column names a pool that the program does not have, or a
   *     row of this program names a free variable that is not among them
   * @throws IllegalStateException if the program has pairs by job type
   */
  public AllocationProgram withFreeVariables(FreeVariables newFree) {
    return with(rows, newFree);
  }

  private AllocationProgram with(CouplingRows newRows, FreeVariables newFree) {
    requireListed();
    newFree.requireWithin(workers.length);
    newRows.requireWithin(columns.count(), newFree.count());
    return new AllocationProgram(
        types, workers, columns, floor, newRows, newFree, implicitPairs, goal);
  }

  /**
   * Returns a copy without some of its columns, also in coupling rows.
   *
   * @param kept whether each column stays, {@code [column]}
   * @return a copy with its columns in the same order
   * @throws IllegalStateException if the program has pairs by job type
   */
  public AllocationProgram withColumns(boolean[] kept) {
    requireListed();
    int[] left = IntStream.range(0, columnCount()).filter(c -> kept[c]).toArray();
    double[] gainOfLeft = Arrays.stream(left).mapToDouble(this::gain).toArray();
    CouplingRows rowsOfLeft = rows.select(left, columns.count());
    return new AllocationProgram(
        types,
        workers,
        columns.select(left),
        floor,
        rowsOfLeft,
        free,
        implicitPairs,
        withGains(gainOfLeft));
  }

  private AllocationProgram rewritten(ProgramColumns newColumns, double[] newFloor, Goal newGoal) {
    return new AllocationProgram(
        types, workers, newColumns, newFloor, rows, free, implicitPairs, newGoal);
  }

  /** Returns the goal over other columns of the same jobs, given their gains if it is a sum. */
  private Goal withGains(double[] gain) {
    return goal instanceof Goal.Total ? Goal.total(gain, false) : goal;
  }

  /**
   * Returns the program that maximises the fraction of all floors that can be met at once.
   *
   * @return a program without floors, whose level it is; negative floors count as 0
   */
  public AllocationProgram floorsAsRequirements() {
    double[] demand = Arrays.stream(floor).map(f -> Math.max(0, f)).toArray();
    double[] none = new double[demand.length];
    return rewritten(columns, none, Goal.level(demand))
        .withImplicitPairs(implicitPairs.stream().map(ImplicitPairs::worthNothing).toList());
  }

  private AllocationProgram withPairs(AllocationProblem problem, double[] worth) {
    double[] one = new double[problem.cluster().typeCount()];
    Arrays.fill(one, 1);
    return withPairs(problem, worth, one);
  }

  /** Returns a copy with the pairs of the problem by job type, if it has any. */
  private AllocationProgram withPairs(AllocationProblem problem, double[] worth, double[] price) {
    return problem.pairsByType().isEmpty()
        ? this
        : withImplicitPairs(List.of(new ImplicitPairs(problem, worth, price)));
  }

  private AllocationProgram withImplicitPairs(List<ImplicitPairs> pairs) {
    return new AllocationProgram(types, workers, columns, floor, rows, free, pairs, goal);
  }

  private void requireListed() {
    if (hasPairsByType()) {
      throw new IllegalStateException(
          "the program has pairs by job type, which are not columns; list them with"
              + " withAllPairs()");
    }
  }

  /**
   * Returns the reduced cost of a column at given prices, for a linear program without coupling
   * rows. A column with a positive reduced cost at optimal prices is 0 in every optimum.
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
   * Returns the reduced costs of all columns at given prices, for a linear program.
   *
   * @param proof a bound with the prices that prove it
   * @return the loss of objective for a fraction of 1, {@code [column]}; at least 0, except for
   *     rounding
   */
  public double[] reducedCosts(DualBound proof) {
    double[] costs = new double[columnCount()];
    double[] rests = new double[costs.length];
    rows.addCosts(rows.signed(proof.rowPrices()), costs, rests, new double[free.count()]);
    for (int c = 0; c < costs.length; c++) {
      costs[c] += reducedCost(c, proof.prices());
    }
    return costs;
  }

  /**
   * Returns the objective at a point where all free variables are 0.
   *
   * @param x fractions, {@code [column]}
   * @return the least level, the sum of gains or the sum of utilities
   */
  public double objective(double[] x) {
    return objectiveOf(x, throughput(x));
  }

  /**
   * Returns the objective at a point.
   *
   * @param x fractions, {@code [column]}
   * @param free values of the free variables in the unit of each, {@code [free variable]}
   * @return {@link #objective(double[])} and the gains of the free variables
   */
  public double objective(double[] x, double[] free) {
    return objective(x) + this.free.gains(free);
  }

  /** Returns the objective of the jobs at a point whose throughputs, {@code [job]}, are known. */
  double objectiveOf(double[] x, double[] throughput) {
    double sum = 0;
    for (int c = 0; !hasLevel() && c < x.length; c++) {
      sum += gain(c) * x[c];
    }
    for (int m = 0; hasUtility() && m < throughput.length; m++) {
      sum += weight(m) > 0 ? Utility.value(power(), weight(m), throughput[m]) : 0;
    }
    return sum + level(throughput);
  }

  /**
   * Returns the level that all jobs reach.
   *
   * @param throughput steps per second, {@code [job]}
   * @return the level {@code t}; 0 if the program has none
   */
  public double level(double[] throughput) {
    double level = Double.POSITIVE_INFINITY;
    for (int m = 0; hasLevel() && m < throughput.length; m++) {
      double requirement = goal.requirement(m);
      if (requirement > 0) {
        level = Math.min(level, (throughput[m] - floor[m]) / requirement);
      }
    }
    return level == Double.POSITIVE_INFINITY ? 0 : level;
  }

  /**
   * Returns the number of jobs.
   *
   * @return the number of rows of time, and of rows of throughput
   */
  public int jobCount() {
    return floor.length;
  }

  /**
   * Returns the number of pools.
   *
   * @return the number of rows of capacity
   */
  public int poolCount() {
    return workers.length;
  }

  /**
   * Returns the number of columns.
   *
   * @return the number of unknowns, without {@code t}
   */
  public int columnCount() {
    return columns.count();
  }

  /**
   * Returns the capacity of a pool.
   *
   * @param k a pool index
   * @return workers
   */
  public double workers(int k) {
    return workers[k];
  }

  /**
   * Returns the entry of the matrix of fractions that a column stands for.
   *
   * @param c a column
   * @return {@code g · typeCount + j} for its group g and worker type j
   */
  public int entry(int c) {
    return columns.entry[c];
  }

  /**
   * Returns the pool that a column draws from.
   *
   * @param c a column
   * @return the pool's index
   */
  public int pool(int c) {
    return columns.pool[c];
  }

  /**
   * Returns the first job that a column serves.
   *
   * @param c a column
   * @return the job's index
   */
  public int first(int c) {
    return columns.first[c];
  }

  /**
   * Returns the second job that a column serves.
   *
   * @param c a column
   * @return the job's index; −1 for a solo group
   */
  public int second(int c) {
    return columns.second(c);
  }

  /**
   * Returns the workers that a column holds.
   *
   * @param c a column
   * @return workers for a fraction of 1
   */
  public double size(int c) {
    return columns.size[c];
  }

  /**
   * Returns the throughput of a column's first job.
   *
   * @param c a column
   * @return steps per second
   */
  public double rate(int c) {
    return columns.rate[c];
  }

  /**
   * Returns the throughput of a column's second job.
   *
   * @param c a column
   * @return steps per second; 0 for a solo group
   */
  public double secondRate(int c) {
    return columns.secondRate(c);
  }

  /**
   * Returns the throughput that a column gives to one of its jobs.
   *
   * @param c a column
   * @param m the index of a job that the column serves
   * @return steps per second
   */
  public double rate(int c, int m) {
    return first(c) == m ? rate(c) : secondRate(c);
  }

  /**
   * Returns the gain of a column.
   *
   * @param c a column
   * @return its part of the objective for a fraction of 1
   */
  public double gain(int c) {
    return goal.gain(c);
  }

  /**
   * Returns the least throughput that a job must reach at level 0.
   *
   * @param m a job index
   * @return steps per second; negative if the job need only make progress above some level
   */
  public double floor(int m) {
    return floor[m];
  }

  /**
   * Returns all floors.
   *
   * @return the floors, {@code [job]}; a copy
   */
  public double[] floors() {
    return floor.clone();
  }

  /**
   * Returns the throughput that a job needs for one unit of level.
   *
   * @param m a job index
   * @return steps per second, at least 0
   */
  public double requirement(int m) {
    return goal.requirement(m);
  }

  /**
   * Returns the weight of a job's utility.
   *
   * @param m a job index
   * @return the weight, without unit, at least 0; 0 if the job has no utility
   */
  public double weight(int m) {
    return goal.weight(m);
  }

  /**
   * Returns the power of the utilities.
   *
   * @return the power p, below 1; 0 for the logarithm, and if the program has no utilities
   */
  public double power() {
    return goal.power();
  }

  /**
   * Returns the coupling rows.
   *
   * @return rows over the columns and the free variables of this program
   */
  public CouplingRows rows() {
    return rows;
  }

  /**
   * Returns the free variables.
   *
   * @return columns without a job
   */
  public FreeVariables freeVariables() {
    return free;
  }

  /**
   * Returns whether the program has neither coupling rows nor free variables.
   *
   * @return false if there are any
   */
  public boolean isPlain() {
    return rows.count() == 0 && free.count() == 0;
  }

  /**
   * Returns the column of a group on a worker type.
   *
   * @param g the index of a group
   * @param j the index of a worker type
   * @return the column's index; −1 if the program has no such column
   */
  public int column(int g, int j) {
    if (columnOfEntry == null) { // threads that race compute the same
      int entries = Arrays.stream(columns.entry).max().orElse(-1) + 1;
      columnOfEntry = columns.byEntry(entries);
    }
    int entry = g * types + j;
    return entry < columnOfEntry.length ? columnOfEntry[entry] : ProgramColumns.NONE;
  }

  /**
   * Returns whether the program has utilities.
   *
   * @return true if some weight is positive
   */
  public boolean hasUtility() {
    return jobsCount && !hasLevel();
  }

  /**
   * Returns the scale for relative gaps of the objective: its absolute value or, for a sum of
   * logarithms, the sum of the weights, since the value of a logarithm depends on the unit of
   * throughput.
   *
   * @param value a value of the objective
   * @return the scale in the unit of the objective, at least 0
   */
  public double gapScale(double value) {
    if (!hasUtility() || power() != 0) {
      return Math.abs(value);
    }
    double sum = 0;
    for (int m = 0; m < jobCount(); m++) {
      sum += weight(m);
    }
    return sum;
  }

  /** Returns the sum of the negative gains at a point, as a positive number. */
  double losses(double[] x) {
    double sum = 0;
    for (int c = 0; goal instanceof Goal.Total && c < x.length; c++) {
      sum += Math.max(0, -gain(c)) * x[c];
    }
    return sum;
  }

  /**
   * Returns whether the program has a level {@code t}.
   *
   * @return true if some requirement is positive
   */
  public boolean hasLevel() {
    return goal instanceof Goal.Level && jobsCount;
  }

  /**
   * Returns whether there are pairs that are known by job type and are not columns.
   *
   * @return false if all pairs are columns
   */
  public boolean hasPairsByType() {
    return !implicitPairs.isEmpty();
  }

  /**
   * Returns whether the throughput of a job is neither constrained nor rewarded.
   *
   * @param m a job index
   * @return true if the job's floor, requirement and weight are all 0
   */
  public boolean isIndifferentTo(int m) {
    return floor(m) == 0 && requirement(m) == 0 && weight(m) == 0;
  }

  /**
   * Returns whether there are floors.
   *
   * @return true if some floor is not 0
   */
  public boolean hasFloor() {
    return Arrays.stream(floor).anyMatch(f -> f != 0);
  }

  /**
   * Returns the goal, which is maximised.
   *
   * @return a level, a linear sum over the columns or a sum of utilities
   */
  public Goal goal() {
    return goal;
  }

  /** Returns the columns without a copy, {@code [column]}; not to be modified. */
  ProgramColumns columns() {
    return columns;
  }

  /** Returns the set of pairs that are known by job type and are not columns. */
  ImplicitPairs pairs() {
    return implicitPairs.get(0);
  }

  /**
   * Returns a view of this program whose type is not exported, as {@code unwrap} of JDBC does. Only
   * packages of this module can name such a type.
   *
   * @param <T> the type of the view
   * @param view the type of the view
   * @return the view
   * @throws ClassCastException if there is no view of this type
   */
  public <T> T unwrap(Class<T> view) {
    return view.cast(new Parts(this));
  }

  private record Parts(AllocationProgram program)
      implements ProgramParts<AllocationProgram, DualBound> {

    @Override
    public ProgramColumns columns() {
      return program.columns();
    }

    @Override
    public ImplicitPairs pairs() {
      return program.pairs();
    }

    @Override
    public AllocationProgram rewritten(ProgramColumns columns, double[] floor, Goal goal) {
      return program.rewritten(columns, floor, goal);
    }

    @Override
    public AllocationProgram listed() {
      return program.withImplicitPairs(List.of());
    }

    @Override
    public DualBound bound(PairClasses classes, Prices claim, double[] rowPrices) {
      return DualBound.of(program, classes, claim, rowPrices);
    }
  }

  /**
   * Returns the throughput of every job.
   *
   * @param x fractions, {@code [column]}
   * @return steps per second, {@code [job]}
   */
  public double[] throughput(double[] x) {
    if (x.length != columns.count()) {
      throw new IllegalArgumentException(
          "there are %s fractions; the program has %s columns"
              .formatted(x.length, columns.count()));
    }
    return columns.throughput(x, floor.length);
  }

  /**
   * Returns the largest throughput that each job can have, alone or in a pair.
   *
   * @return steps per second, {@code [job]}; 0 for a job that can run nowhere
   */
  public double[] fastest() {
    double[] fastest = columns.fastest(floor.length);
    return implicitPairs.isEmpty() ? fastest : implicitPairs.get(0).fastest(fastest);
  }

  /** Checks that there is one number for each job, finite and at least 0; returns a copy. */
  private static double[] checkedByJob(double[] values, AllocationProblem problem, String what) {
    requireByJob(values, problem.jobCount(), what);
    for (int m = 0; m < values.length; m++) {
      if (!(values[m] >= 0) || values[m] == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(
            "%s of job \"%s\" is %s; it must be finite and \u2265 0"
                .formatted(what, problem.job(m).id(), values[m]));
      }
    }
    return values.clone();
  }

  /**
   * Returns the gains of the columns, {@code [column]}, if each job's steps per second have a
   * worth, {@code [job]}.
   */
  private static double[] gains(ProgramColumns programColumns, double[] worth) {
    double[] gain = new double[programColumns.count()];
    for (int c = 0; c < gain.length; c++) {
      int second = programColumns.second(c);
      gain[c] =
          worth[programColumns.first[c]] * programColumns.rate[c]
              + (second == ProgramColumns.NONE ? 0 : worth[second] * programColumns.secondRate(c));
    }
    return gain;
  }

  /**
   * Returns the gains, each divided by the price of the worker, or of the share of a worker, that
   * is held.
   */
  private static double[] gainsPerPrice(
      ProgramColumns programColumns, AllocationProblem problem, double[] worth, double[] price) {
    Require.length(problem.cluster().typeCount(), price.length, "price");
    for (double ofType : price) {
      Require.positive(ofType, "price");
    }
    double[] gain = gains(programColumns, worth);
    for (int c = 0; c < gain.length; c++) {
      int j = programColumns.entry[c] % price.length;
      gain[c] /= Math.min(1, programColumns.size[c]) * price[j];
      if (!Double.isFinite(gain[c])) {
        throw new IllegalArgumentException(
            "throughput per price of group %s on type %s is %s; it must be finite"
                .formatted(programColumns.entry[c] / price.length, j, gain[c]));
      }
    }
    return gain;
  }

  /**
   * Returns the gains of the columns, {@code [column]}.
   *
   * @param gain for a fraction of 1, {@code [group][worker type]}, row-major, finite where a group
   *     runs
   */
  private static double[] gains(
      ProgramColumns programColumns, AllocationProblem problem, double[] gain) {
    int entries = problem.groupCount() * problem.cluster().typeCount();
    if (gain.length != entries) {
      throw new IllegalArgumentException(
          "gain has %s entries; %s groups × %s worker types need %s"
              .formatted(
                  gain.length, problem.groupCount(), problem.cluster().typeCount(), entries));
    }
    double[] ofColumn = new double[programColumns.count()];
    for (int c = 0; c < ofColumn.length; c++) {
      ofColumn[c] = gain[programColumns.entry[c]];
      if (!Double.isFinite(ofColumn[c])) {
        throw new IllegalArgumentException(
            "gain of group %s on type %s is %s; it must be finite"
                .formatted(
                    programColumns.entry[c] / problem.cluster().typeCount(),
                    programColumns.entry[c] % problem.cluster().typeCount(),
                    ofColumn[c]));
      }
    }
    return ofColumn;
  }

  /** Returns the constraints of a problem as rows. Pairs by job type are no columns. */
  private static CouplingRows constraints(AllocationProblem problem, ProgramColumns columns) {
    problem.constraintSet().requireRightsStated("a program");
    problem.constraintSet().requireHard("a program");
    if (problem.constraintRows().isEmpty()) {
      return CouplingRows.none();
    }
    int[] columnOf = columns.byEntry(problem.listedGroupCount() * problem.cluster().typeCount());
    CouplingRows.Builder rows = CouplingRows.builder();
    problem.constraintRows().forEach(row -> rows.add(row.mapped(columnOf)));
    return rows.build();
  }

  /** Returns the workers of each pool, {@code [pool]}. */
  private static double[] poolWorkers(AllocationProblem problem) {
    double[] workers = new double[problem.cluster().poolCount()];
    Arrays.setAll(workers, problem.cluster()::poolWorkers);
    return workers;
  }

  /**
   * Returns the statement that a point without free variables is optimal for the program.
   *
   * @param problem has the groups of the program; its constraints are the first of the rows
   * @return the theorem that prices of the program prove
   * @throws IllegalArgumentException if the program has a level above floors, which a statement
   *     cannot express
   */
  public Statement statement(AllocationProblem problem) {
    return statement(problem, new double[0], false);
  }

  /**
   * Returns the statement that a point is optimal for the program.
   *
   * @param problem has the groups of the program; its constraints are the first of the rows
   * @param values of the free variables at the point, {@code [free variable]}
   * @param minimized whether the program maximises the negative of a sum
   * @return the theorem that prices of the program prove
   * @throws IllegalArgumentException if the program has a level above floors, which is none of a
   *     statement
   */
  public Statement statement(AllocationProblem problem, double[] values, boolean minimized) {
    if (hasLevel() && hasFloor()) {
      throw new IllegalArgumentException("a statement has no level above floors");
    }
    Statement statement = Statement.of(statedGoal(problem, minimized));
    if (hasFloor()) {
      statement = statement.withFloors(floors());
    }
    int own = problem.constraintRows().size();
    if (rows().count() > own) {
      statement =
          statement.withRows(
              IntStream.range(own, rows().count())
                  .mapToObj(i -> rows().row(i).mapped(columns().entry))
                  .toList());
    }
    FreeVariables free = freeVariables();
    if (free.count() == 0) {
      return statement;
    }
    double sign = minimized ? -1 : 1;
    List<FreeVariable> variables = new ArrayList<>();
    for (int f = 0; f < free.count(); f++) {
      int[] pool = {FreeVariable.NO_POOL};
      free.forEach(f, (k, size) -> pool[0] = k); // adds one worker for each unit
      double gain = sign * free.gain(f) + 0.0;
      variables.add(new FreeVariable(free.name(f), pool[0], free.most(f), gain, values[f]));
    }
    return statement.withFree(variables, workers.clone());
  }

  private Goal statedGoal(AllocationProblem problem, boolean minimized) {
    if (!(goal instanceof Goal.Total)) {
      return goal; // its jobs are the jobs of the statement
    }
    double[] gain = new double[problem.groupCount() * problem.cluster().typeCount()];
    for (int c = 0; c < columnCount(); c++) {
      gain[entry(c)] = minimized ? 0.0 - gain(c) : gain(c);
    }
    return Goal.total(gain, minimized);
  }
}
