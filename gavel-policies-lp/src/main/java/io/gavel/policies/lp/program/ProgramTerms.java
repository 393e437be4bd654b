package io.gavel.policies.lp.program;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.constraint.FormCoefficients;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.internal.SoftRows;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.Unrunnable;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import io.gavel.policies.program.Program.Purchasable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What all objectives of a {@link Program} share: the columns, the workers that can be bought as
 * free variables, and the rows of constraints and budget. Immutable.
 *
 * <p>A group runs on a type if its gang fits the pool with all workers that can be bought. Measures
 * and constraints see the problem as it was stated.
 */
final class ProgramTerms {

  /** A factor that outweighs the rounding of a sum. */
  private static final double ROUNDED_DOWN = 1 - 1e-13;

  private final Program program;

  /** The problem on the cluster with all workers that can be bought. */
  private final AllocationProblem largest;

  private final AllocationProgram columns;

  /** The pool of each purchasable, {@code [purchasable]}. */
  private final int[] pools;

  /** The columns that fit the pool only with workers that are bought, {@code [purchasable][]}. */
  private final int[][] largeGangs;

  private final boolean[] counts;

  ProgramTerms(Program program) {
    this.program = program;
    if (!program.problem().pairsByType().isEmpty()) {
      throw new IllegalArgumentException(
          "%s has pairs by job type; a program needs them listed: pass problem.withAllPairs()"
              .formatted(program.problem()));
    }
    problem().constraintSet().requireRightsStated("a program");
    problem().constraintSet().requireHard("a program");
    Cluster cluster = problem().cluster();
    pools =
        program.purchasables().stream()
            .mapToInt(workers -> cluster.poolOf(cluster.indexOf(workers.typeName())))
            .toArray();
    largest = withBought(program.purchasables().stream().mapToInt(Purchasable::most).toArray());
    columns = onOwnWorkers(AllocationProgram.maximizeSum(largest, new double[jobCount()]));
    largeGangs =
        IntStream.range(0, pools.length)
            .mapToObj(f -> largeGangs(columns, f))
            .toArray(int[][]::new);
    counts = new boolean[jobCount()];
    Arrays.fill(counts, true);
    for (Unrunnable job : largest.unrunnable()) {
      counts[job.job()] = false;
    }
  }

  AllocationProblem problem() {
    return program.problem();
  }

  /** Returns the problem with the columns of the programs. */
  AllocationProblem largest() {
    return largest;
  }

  int jobCount() {
    return program.problem().jobCount();
  }

  private int typeCount() {
    return program.problem().cluster().typeCount();
  }

  /**
   * Returns the problem on a cluster with the workers bought, rounded up, and with the workers that
   * the largest gang with time needs at once.
   *
   * @param bought workers, {@code [purchasable]}
   * @param x fractions, {@code [column]}
   */
  AllocationProblem withBought(double[] bought, double[] x) {
    int[] whole = new int[bought.length];
    for (int f = 0; f < whole.length; f++) {
      double most = bought[f];
      for (int c : largeGangs[f]) {
        most = x[c] > 0 ? Math.max(most, columns.size(c) - ownWorkers(f)) : most;
      }
      whole[f] = (int) Math.ceil(most);
    }
    return withBought(whole);
  }

  private AllocationProblem withBought(int[] bought) {
    if (Arrays.stream(bought).allMatch(count -> count == 0)) {
      return problem();
    }
    Cluster cluster = problem().cluster();
    int[] workers = IntStream.range(0, cluster.poolCount()).map(cluster::poolWorkers).toArray();
    for (int f = 0; f < bought.length; f++) {
      workers[pools[f]] = Math.addExact(workers[pools[f]], bought[f]);
    }
    List<WorkerType> types = new ArrayList<>();
    for (int j = 0; j < typeCount(); j++) {
      WorkerType type = cluster.type(j);
      types.add(
          new WorkerType(
              type.name(),
              workers[cluster.poolOf(j)],
              type.pricePerHour(),
              type.workersPerServer(),
              type.pool()));
    }
    // Parts of a capacity, and reserved workers that jobs can use, are those of the stated cluster.
    Map<String, Double> bounds = new HashMap<>();
    problem().constraintRows().forEach(row -> bounds.put(row.name(), row.bound()));
    return SoftRows.bounded(problem(), bounds).withCluster(Cluster.of(types));
  }

  /**
   * Returns a program over the columns of {@link #largest} on the workers of the stated cluster.
   */
  AllocationProgram onOwnWorkers(AllocationProgram ofLargest) {
    return onWorkers(ofLargest, new double[pools.length]);
  }

  /**
   * Returns a program over the columns of {@link #largest} on the workers of the cluster and the
   * workers bought.
   */
  AllocationProgram columnsWith(double[] bought) {
    return onWorkers(columns, bought);
  }

  private AllocationProgram onWorkers(AllocationProgram ofLargest, double[] bought) {
    double[] workers = new double[problem().cluster().poolCount()];
    Arrays.setAll(workers, problem().cluster()::poolWorkers);
    for (int f = 0; f < bought.length; f++) {
      workers[pools[f]] += bought[f];
    }
    return ofLargest.withWorkers(workers);
  }

  AllocationProgram columns() {
    return columns;
  }

  /** Returns the purchasable workers as free variables with a gain for each unit of their price. */
  FreeVariables.Builder purchases(double gainOfPrice) {
    FreeVariables.Builder free = FreeVariables.builder();
    for (int f = 0; f < program.purchasables().size(); f++) {
      Purchasable workers = program.purchasables().get(f);
      double price = -gainOfPrice * workers.pricePerHour() + 0.0; // 0 instead of −0
      free.addWorkers(workers.typeName(), workers.most(), price, pools[f]);
    }
    return free;
  }

  private int ownWorkers(int f) {
    return problem().cluster().poolWorkers(pools[f]);
  }

  private int[] largeGangs(AllocationProgram program, int f) {
    return IntStream.range(0, program.columnCount())
        .filter(c -> program.pool(c) == pools[f] && program.size(c) > ownWorkers(f))
        .toArray();
  }

  /**
   * While a gang runs that is larger than the pool, the workers that the pool lacks are bought,
   * even if its workers idle at other times: {@code Σ (workers − own workers) x ≤ bought}. In pools
   * without workers of their own the capacity says as much.
   */
  private void addLargeGangs(CouplingRows.Builder rows) {
    for (int f = 0; f < program.purchasables().size(); f++) {
      int[] gangs = largeGangs[f];
      double own = ownWorkers(f);
      if (own > 0 && gangs.length > 0) {
        rows.add(
            "gang:" + program.purchasables().get(f).typeName(),
            Relation.AT_MOST,
            0,
            gangs,
            Arrays.stream(gangs).mapToDouble(c -> columns.size(c) - own).toArray(),
            new int[] {f},
            new double[] {-1});
      }
    }
  }

  /**
   * Returns fractions with less time for large gangs, if fewer workers than they need are bought.
   */
  double[] withinBought(double[] x, double[] bought) {
    double[] within = x.clone();
    for (int f = 0; f < bought.length; f++) {
      double own = ownWorkers(f);
      int[] gangs = own > 0 ? largeGangs[f] : new int[0];
      double needed = Arrays.stream(gangs).mapToDouble(c -> (columns.size(c) - own) * x[c]).sum();
      double part = needed > bought[f] ? bought[f] / needed * ROUNDED_DOWN : 1;
      for (int c : gangs) {
        within[c] *= part;
      }
    }
    return within;
  }

  /** Returns the price of workers bought, {@code [purchasable]}, in currency per hour. */
  double price(double[] bought) {
    double sum = 0;
    for (int f = 0; f < program.purchasables().size(); f++) {
      sum += program.purchasables().get(f).pricePerHour() * bought[f];
    }
    return sum;
  }

  /**
   * Returns the entries of a row over the purchasable workers, with a coefficient for each price
   * unit.
   */
  double[] prices(double factor) {
    return program.purchasables().stream()
        .mapToDouble(workers -> factor * workers.pricePerHour())
        .toArray();
  }

  /** Returns the rows that hold for every objective: constraints, then the budget. */
  CouplingRows.Builder rows() {
    CouplingRows.Builder rows = CouplingRows.builder();
    int[] columnOf = Programs.columns(columns).byEntry(problem().listedGroupCount() * typeCount());
    problem().constraintRows().forEach(row -> rows.add(row.mapped(columnOf)));
    program
        .budget()
        .ifPresent(
            budget ->
                rows.add(
                    "budget",
                    Relation.AT_MOST,
                    budget,
                    new int[0],
                    new double[0],
                    IntStream.range(0, program.purchasables().size()).toArray(),
                    prices(1)));
    addLargeGangs(rows);
    return rows;
  }

  private int group(int c) {
    return columns.entry(c) / typeCount();
  }

  private int type(int c) {
    return columns.entry(c) % typeCount();
  }

  /** Returns the columns whose coefficient, {@code [column]}, is not 0. */
  static int[] nonZero(double[] ofColumn) {
    return IntStream.range(0, ofColumn.length).filter(c -> ofColumn[c] != 0).toArray();
  }

  /**
   * Returns the worth of a fraction of 1 of each column, given the worth of steps, {@code [job]}.
   */
  double[] gains(double[] worth) {
    double[] gains = new double[columns.columnCount()];
    for (int c = 0; c < gains.length; c++) {
      gains[c] = worth[columns.first(c)] * columns.rate(c);
      if (columns.second(c) >= 0) {
        gains[c] += worth[columns.second(c)] * columns.secondRate(c);
      }
    }
    return gains;
  }

  /** Returns the contribution of a fraction of 1 of each column to a sum, {@code [column]}. */
  double[] gains(Objective.Sum sum) {
    double[] gains = gains(worth(sum.measure()));
    if (sum.form().isPresent()) {
      FormCoefficients form = sum.form().get().over(problem());
      for (int c = 0; c < gains.length; c++) {
        gains[c] += form.at(group(c), type(c));
      }
    }
    return gains;
  }

  /** Numbers by column as numbers by entry, {@code [group][type]} row-major. */
  double[] byEntry(double[] ofColumn) {
    double[] ofEntry = new double[problem().groupCount() * typeCount()];
    for (int c = 0; c < ofColumn.length; c++) {
      ofEntry[columns.entry(c)] = ofColumn[c];
    }
    return ofEntry;
  }

  int purchasableCount() {
    return program.purchasables().size();
  }

  /**
   * Returns the least throughput of each job, in steps per second, {@code [job]}.
   *
   * @throws InfeasibleProblemException if a job has a floor of its own and can run nowhere
   */
  double[] floors() {
    double[] floors = program.floors();
    for (int m = 0; m < floors.length; m++) {
      Job job = problem().job(m);
      if (floors[m] > 0 && !counts[m]) {
        throw new InfeasibleProblemException(
            "job \"%s\" can run nowhere; its least throughput is %s steps/s"
                .formatted(job.id(), floors[m]),
            List.of(job.id()),
            List.of(floorName(m)));
      }
      floors[m] = Math.max(floors[m], demandOfSlo(m));
    }
    return floors;
  }

  /** Returns the steps per second that the SLO of a job asks for; 0 if it does not count. */
  private double demandOfSlo(int m) {
    Job job = problem().job(m);
    return program.meetsSlos() && counts[m] && job.sloSeconds().isPresent()
        ? job.stepsRemaining().orElseThrow() / job.sloSeconds().getAsDouble()
        : 0;
  }

  /**
   * Returns the name of a job's floor in a conflict: that of its SLO if this is the larger demand.
   */
  String floorName(int m) {
    String kind =
        demandOfSlo(m) > program.floors()[m]
            ? InfeasibleProblemException.SLO
            : InfeasibleProblemException.FLOOR;
    return kind + problem().job(m).id();
  }

  /**
   * Returns the worth of one step per second of each job, {@code [job]}; 0 for jobs that run
   * nowhere.
   */
  double[] worth(Measure measure) {
    double[] worth = new double[jobCount()];
    for (int m = 0; m < worth.length; m++) {
      double ofStep = counts[m] ? measure.ofStep(problem(), m) : 0;
      if (!(ofStep >= 0 && ofStep < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "a step of job \"%s\" has measure %s; it must be finite and \u2265 0"
                .formatted(problem().job(m).id(), ofStep));
      }
      worth[m] = ofStep;
    }
    return worth;
  }
}
