package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;
import java.util.Optional;

/**
 * The working set of a program that maximises a minimum, in which one level determines all
 * throughputs.
 */
final class LevelWorkingSet extends WorkingSet {

  private static final int MOST_PASSES = 60;

  /** The part of the tolerance that may be open of a bound. */
  private static final double OPEN = 1e-2;

  /** The part of a level that does not matter for which jobs are below it. */
  private static final double ABOUT = 1e-3;

  /** The part of a row's bound that rounding may miss. */
  private static final double ROUNDING = 1e-13;

  /**
   * The first job to run full time on its fastest column as the level rises. Unless it is certain
   * to have time left, it stays open and so keeps the level at the attainable level of all other
   * jobs.
   */
  private final int first;

  /** The level at which it does. */
  private final double most;

  /** A relative step of Newton's method that leaves about its square open. */
  private final double close;

  /** The first guess of the level; later, the level reached. */
  private double level;

  LevelWorkingSet(
      AllocationProgram program,
      Uses uses,
      double level,
      double[] price,
      SmallSolver solver,
      Tolerance tolerance,
      SolveLimits limits) {
    super(program, uses, price, solver, tolerance, limits);
    this.level = level;
    close = Math.sqrt(OPEN * tolerance.relative());
    most = fullTime(0, columnsByJob.jobs);
    int earliest = 0;
    while (!(fullTime(earliest, earliest + 1) == most)) {
      earliest++;
    }
    first = earliest;
  }

  /** Returns the level at which the first of some jobs runs full time; infinite if none counts. */
  private double fullTime(int from, int to) {
    double least = Double.POSITIVE_INFINITY;
    for (int m = from; m < to; m++) {
      if (columnsByJob.requirement[m] > 0) {
        least = Math.min(least, fastest(m) / columnsByJob.requirement[m]);
      }
    }
    return least;
  }

  /** Returns whether a program maximises a level and has no floors. */
  static boolean suits(AllocationProgram program) {
    return program.hasLevel() && !program.hasFloor();
  }

  /**
   * Returns the level at which the cheapest mixes of all jobs cost as much as all workers and the
   * bounds of all rows: no level is higher. The cost is convex in the level, so Newton's method,
   * after a first step from any level, converges to it from above.
   */
  @Override
  double bound() {
    double worth = worth();
    double at = Math.min(most, level);
    for (int pass = 0; pass < MOST_PASSES; pass++) {
      double[] cost = cost(at, false);
      double open = cost[0] - worth;
      double slope = cost[1];
      double next = slope > 0 ? Math.min(most, at - open / slope) : most;
      if (pass > 0 && !(next < at * (1 - close))) {
        return Math.min(next, at);
      }
      at = next;
    }
    return at;
  }

  /** What all workers and the bounds of all rows cost. */
  private double worth() {
    double worth = 0;
    for (int k = 0; k < columnsByJob.pools; k++) {
      worth += price[k] * program.workers(k);
    }
    CouplingRows rows = program.rows();
    for (int i = 0; i < rows.count(); i++) {
      worth += rows.sign(i) * price[columnsByJob.pools + i] * rows.bound(i);
    }
    return worth;
  }

  /** Returns whether the slowest job limits the level if nothing else does below another level. */
  boolean isLimitedBelow(double other) {
    return most <= other && program.rows().count() == 0;
  }

  /**
   * Returns the level that the slowest job reaches full time, for which each job uses its cheapest
   * mix.
   *
   * @param prices prices of pools
   * @return empty if there are too few workers for that
   */
  Optional<CertifiedSolution> limited(double[] prices) {
    double[] ofAll = new double[ofUse.length];
    uses.price(prices, ofAll);
    double[] x = new double[columnsByJob.rate.length];
    double[] used = new double[columnsByJob.pools];
    CheapestMix mix = new CheapestMix(columnsByJob, uses, ofAll);
    for (int m = 0; m < columnsByJob.jobs; m++) {
      limits.checkAt(m);
      if (columnsByJob.requirement[m] > 0) {
        double throughput = columnsByJob.requirement[m] * most;
        mix.find(m, throughput);
        double faster = Math.min(1, mix.partOfFaster(throughput));
        hold(mix.to, faster, x, used);
        hold(mix.from, 1 - faster, x, used);
      }
    }
    for (int k = 0; k < used.length; k++) {
      if (used[k] > program.workers(k)) {
        return Optional.empty();
      }
    }
    double[] owed = new double[columnsByJob.jobs];
    owed[first] = 1 / columnsByJob.requirement[first];
    Prices free = DualBound.claimed(new double[used.length], new double[owed.length], owed);
    return Optional.of(CertifiedSolution.owning(program, x, DualBound.of(program, free)));
  }

  private void hold(int c, double part, double[] x, double[] used) {
    if (c != CostHull.IDLE && part > 0) {
      x[c] = part;
      used[columnsByJob.pool[c]] += columnsByJob.size[c] * part;
    }
  }

  /** Returns whether a bound is due to the time of the slowest jobs, which leaves workers idle. */
  boolean isLimitedByTime(double bound) {
    return bound == most && program.rows().count() == 0;
  }

  /**
   * About the level of the jobs that the slowest ones do not limit, if each of these runs full
   * time: where the cheapest mixes cost as much as all workers.
   */
  double levelWithoutSlowest() {
    double at = most;
    for (int pass = 0; pass < MOST_PASSES; pass++) {
      double[] cost = cost(at, true);
      double next = cost[1] > 0 ? Math.max(most, at + (worth() - cost[0]) / cost[1]) : at;
      if (Math.abs(next - at) <= ABOUT * at) {
        return next;
      }
      at = next;
    }
    return at;
  }

  /**
   * Returns the cost of the cheapest mixes at a level, and its slope.
   *
   * @param attainable whether only the throughput that a job attains at full time counts
   */
  private double[] cost(double at, boolean attainable) {
    double[] sums = new double[2];
    CheapestMix mix = mix();
    for (int m = 0; m < columnsByJob.jobs; m++) {
      limits.checkAt(m);
      if (columnsByJob.requirement[m] > 0 || mayGain(m)) {
        double throughput = columnsByJob.requirement[m] * at;
        double fastest = attainable ? fastest(m) : Double.POSITIVE_INFINITY;
        mix.find(m, Math.min(throughput, fastest));
        if (throughput > fastest) {
          sums[0] += fastest * mix.owed - mix.time;
          continue;
        }
        sums[0] += throughput * mix.owed - mix.time;
        sums[1] += columnsByJob.requirement[m] * mix.owed;
      }
    }
    return sums;
  }

  /** Returns whether rows may reward a job for time, whatever the level. */
  private boolean mayGain(int m) {
    return program.rows().count() > 0 && columnsByJob.start[m] < columnsByJob.start[m + 1];
  }

  private CheapestMix mix() {
    return new CheapestMix(columnsByJob, uses, ofUse);
  }

  private double fastest(int m) {
    double fastest = 0;
    for (int c = columnsByJob.start[m]; c < columnsByJob.start[m + 1]; c++) {
      fastest = Math.max(fastest, columnsByJob.rate[c]);
    }
    return fastest;
  }

  @Override
  boolean decidesByBound() {
    return true;
  }

  @Override
  boolean decide(double bound, double part) {
    level = bound;
    if (!(level > 0)) {
      return false;
    }
    boolean plain = program.rows().count() == 0; // rows may ask for more than the level
    CheapestMix mix = mix();
    for (int m = 0; m < columnsByJob.jobs; m++) {
      limits.checkAt(m);
      if (columnsByJob.requirement[m] > 0) {
        mix.find(m, columnsByJob.requirement[m] * level);
        if (mix.isCertain(m, part, plain && m != first)) {
          columnChoice.decide(m, mix, columnsByJob.requirement[m]);
        } else {
          columnChoice.leaveOpen(m, mix, part);
        }
      }
    }
    return true;
  }

  @Override
  Optional<Reduced> reduced() {
    AggregatedProgram small = new AggregatedProgram(program, columnsByJob, uses, columnChoice);
    return Optional.of(new Reduced(small.program(), found -> undone(small, found)));
  }

  private CertifiedSolution undone(AggregatedProgram small, CertifiedSolution found) {
    double reached = found.objective();
    double[] owed = new double[columnsByJob.jobs];
    Prices ofSmall = found.bound().prices();
    CheapestMix mix = mix();
    for (int m = 0; m < columnsByJob.jobs; m++) {
      limits.checkAt(m);
      if (columnChoice.isUndecided(m)) {
        owed[m] = small.owed(m, ofSmall);
      } else if (columnChoice.isDecided(m)) {
        mix.find(m, columnsByJob.requirement[m] * reached);
        owed[m] = mix.owed;
      }
    }
    DualBound proof = proof(owed);
    double[] x = small.undo(found.fractions(), small.alike(reached));
    CertifiedSolution point = CertifiedSolution.owning(program, x, proof);
    if (point.missed() <= ROUNDING) {
      return point;
    }
    // Rows ask for more than the level, if only for the surplus of an interior point.
    double[] factors = small.factors(found.fractions());
    Arrays.setAll(factors, group -> Math.max(reached, factors[group]));
    return CertifiedSolution.owning(program, small.undo(found.fractions(), factors), proof);
  }
}
