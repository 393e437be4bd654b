package io.gavel.policies.lp.solver.internal.price;

import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolveLimits.CancelledSolve;
import java.util.List;
import java.util.Optional;

/**
 * Solves one program from prices that are nearly right. Jobs whose columns are certain within the
 * assumed error of the prices are decided. The restricted master of the open jobs has better
 * prices, and weak duality proves how good its point is for all jobs. Mutable.
 */
final class PriceLoop {

  /** The most attempts, and moves of prices that prove a worse bound half of the way back. */
  static final int MOST_ATTEMPTS = 7;

  /** The most that prices and a level are assumed to be wrong, as a part of each. */
  private static final double WIDEST = 0.2;

  private static final int MOST_PASSES = 60;

  /** The part of the tolerance that may be open of the level that prices allow. */
  private static final double OPEN = 1e-2;

  /**
   * The part of a pool, over the square root of the number of columns, that is left to rounding:
   * otherwise the workers of decided jobs would often exceed the pool a little.
   */
  private static final double ROOM = 0x1p-51;

  /** The part of a row's bound that rounding may miss. */
  private static final double MISSED = 1e-13;

  private final PricedProgram program;
  private final PricedSolver solver;
  private final Tolerance tolerance;
  private final SolveLimits limits;

  /** The job that first runs full time on its fastest column as the level rises. */
  private int slowest = -1;

  /** The level at which it does. */
  private double most = Double.POSITIVE_INFINITY;

  /** The best solution found so far, and the best prices. */
  private Optional<CertifiedSolution> best = Optional.empty();

  private Optional<ColumnCosts> prices = Optional.empty();

  /** The level of the last prices, from which the next search starts. */
  private double level;

  PriceLoop(PricedProgram program, PricedSolver solver, SolveLimits limits) {
    this.program = program;
    this.solver = solver;
    this.limits = limits;
    tolerance = solver.tolerance(program.program);
    double[] requirement = program.columns.requirement;
    for (int m = 0; hasLevel() && m < requirement.length; m++) {
      double full = requirement[m] > 0 ? program.fastest[m] / requirement[m] : most;
      if (full < most) {
        most = full;
        slowest = m;
      }
    }
  }

  private boolean hasLevel() {
    return program.program.hasLevel();
  }

  /**
   * Solves the program.
   *
   * @param price prices of resources, {@code [resource]}
   * @param error their assumed relative error
   * @return the best solution found, for the caller to check; empty if there is none. If limits end
   *     the search before any, the answers of all jobs to the prices
   */
  Optional<CertifiedSolution> from(double[] price, double error) {
    Proved at = new Proved(new ColumnCosts(program, price), Double.NaN);
    if (hasLevel()) {
      at = proved(at.costs);
    }
    try {
      return from(at, error);
    } catch (CancelledSolve cancelled) {
      return best.or(() -> prices.flatMap(this::answers));
    }
  }

  private Optional<CertifiedSolution> from(Proved first, double error) {
    Proved at = first;
    prices = Optional.of(first.costs);
    best = Optional.empty();
    Tolerance aim = CertifiedSolution.GOOD;
    double radius = error;
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      limits.check();
      if (hasLevel() && !(at.bound > 0)) {
        return best;
      }
      Optional<CertifiedSolution> limited = at.bound == most ? limited(at.costs) : Optional.empty();
      if (limited.isPresent()) {
        return limited;
      }
      double within = Math.min(WIDEST, radius);
      Decision decision = Decision.of(at.costs, at.bound, within, slowest);
      if (decision.usedCount() > program.columns.rate.length / 2) {
        return best;
      }
      double room = ROOM * Math.sqrt(program.columns.rate.length);
      Master master = new Master(program, decision, room);
      AllocationProgram restricted = master.program();
      if (restricted.columnCount() >= program.columns.rate.length) {
        return best; // a master may be solved by this loop again, so it must be smaller
      }
      Optional<CertifiedSolution> solved =
          master.isTooTight() ? Optional.empty() : solver.master(restricted, within, aim, limits);
      if (solved.isEmpty() && within == WIDEST) {
        return best;
      }
      if (solved.isEmpty()) { // decided jobs may hold what open ones need
        radius *= solver.tuning().wider();
        continue;
      }
      ColumnCosts next = new ColumnCosts(program, Hint.prices(solved.get().bound()));
      CertifiedSolution found = undone(master, solved.get(), next);
      best = best.filter(other -> other.open() <= found.open()).or(() -> Optional.of(found));
      if (aim.equals(tolerance) && best.get().holdsWithin(tolerance)) {
        return best;
      }
      Proved before = Double.isNaN(at.bound) ? proved(at.costs) : at;
      at = between(before, next);
      prices = Optional.of(at.costs);
      double gap = found.open() / program.program.gapScale(found.objective());
      double known = solver.tuning().errorOf(gap);
      if (found.holdsWithin(aim)) {
        aim = tolerance;
        radius = Math.min(radius, known);
      } else if (at.bound == before.bound || at.bound == most) {
        radius *= solver.tuning().wider();
      } else {
        double moved = Math.min(known, change(before.costs, at.costs));
        radius =
            Math.min(moved, solver.tuning().wider() * radius); // a first error may be far too small
      }
    }
    return best;
  }

  /** Returns the answers of all jobs to prices; empty if rows may forbid them. */
  private Optional<CertifiedSolution> answers(ColumnCosts costs) {
    AllocationProgram all = program.program;
    if (all.rows().count() > 0 || all.freeVariables().count() > 0 || all.hasFloor()) {
      return Optional.empty();
    }
    double[] owed = new double[program.columns.jobs];
    double[] x = answered(costs, hasLevel() ? levelAt(costs) : 0, owed);
    DualBound bound = hasLevel() ? costs.proof(owed) : proof(costs, new Answer(costs));
    return Optional.of(CertifiedSolution.owning(all, x, bound));
  }

  /**
   * Returns the fractions with which each job answers prices, {@code [column]}.
   *
   * @param at the level that jobs reach, if there is one
   * @param owed receives the prices of throughput, {@code [job]}
   */
  private double[] answered(ColumnCosts costs, double at, double[] owed) {
    Answer answer = new Answer(costs);
    double[] x = new double[program.columns.rate.length];
    for (int m = 0; m < owed.length; m++) {
      double demand = hasLevel() ? program.columns.requirement[m] * at : 0;
      if (demand > 0 || !hasLevel()) {
        answer.ask(m, demand);
        Decision.write(answer, answer.faster(), x);
        owed[m] = answer.owed;
      }
    }
    return x;
  }

  /** Prices with the bound that they prove; not a number until it is needed. */
  private record Proved(ColumnCosts costs, double bound) {}

  private Proved proved(ColumnCosts costs) {
    return new Proved(costs, hasLevel() ? levelAt(costs) : proof(costs, new Answer(costs)).value());
  }

  /**
   * Returns the new prices or, if their bound is no better, prices on the way back to the earlier
   * ones: the bound is convex in prices, and an attempt goes too far if jobs that it had decided
   * would change. Returns the earlier prices if that does not help. Of a level that time limits,
   * all prices prove the same.
   */
  private Proved between(Proved earlier, ColumnCosts next) {
    Proved last = proved(next);
    for (int i = 0;
        i < MOST_ATTEMPTS && !(last.bound < earlier.bound || earlier.bound == most);
        i++) {
      double[] middle = new double[next.price.length];
      for (int k = 0; k < middle.length; k++) {
        middle[k] = (earlier.costs.price[k] + last.costs.price[k]) / 2;
      }
      last = proved(new ColumnCosts(program, middle));
    }
    return last.bound < earlier.bound || earlier.bound == most ? last : earlier;
  }

  /** Returns the largest relative change of a column's cost; those of a level have any unit. */
  private double change(ColumnCosts earlier, ColumnCosts next) {
    double unit = hasLevel() ? program.worth(earlier.price) / program.worth(next.price) : 1;
    return earlier.change(next, unit);
  }

  /**
   * Returns the level at which the cheapest answers of all jobs cost as much as all resources. The
   * cost is convex in the level, so Newton's method, after a first step from any level, converges
   * to it from above.
   */
  private double levelAt(ColumnCosts costs) {
    Answer answer = new Answer(costs);
    double[] requirement = program.columns.requirement;
    double worth = program.worth(costs.price);
    double close = Math.sqrt(OPEN * tolerance.relative());
    double at = level > 0 ? Math.min(most, level) : most;
    boolean plain = program.program.rows().count() == 0;
    for (int pass = 0; pass < MOST_PASSES; pass++) {
      double cost = 0;
      double slope = 0;
      for (int m = 0; m < requirement.length; m++) {
        if (requirement[m] > 0 || !plain) { // rows may reward a job for time, whatever the level
          answer.ask(m, requirement[m] * at);
          cost += answer.costAtDemand();
          slope += requirement[m] * answer.owed;
        }
      }
      double next = slope > 0 ? Math.min(most, at - (cost - worth) / slope) : most;
      if (pass > 0 && !(next < at * (1 - close))) {
        at = Math.min(next, at);
        break;
      }
      at = next;
    }
    level = at;
    return at;
  }

  /** Returns the limited level at given prices, if it is. */
  Optional<CertifiedSolution> limited(double[] price) {
    ColumnCosts costs = new ColumnCosts(program, price);
    return levelAt(costs) == most ? limited(costs) : Optional.empty();
  }

  /**
   * Returns the point at which each job answers the prices at the level that the slowest job
   * reaches full time, if there are resources enough for it.
   */
  private Optional<CertifiedSolution> limited(ColumnCosts costs) {
    double[] x = answered(costs, most, new double[program.columns.jobs]);
    double[] owed = new double[program.columns.jobs];
    owed[slowest] = 1 / program.columns.requirement[slowest];
    double[] free = new double[program.columns.pools];
    Prices prices = DualBound.claimed(free, new double[owed.length], owed);
    DualBound bound = DualBound.of(program.program, prices);
    return Optional.of(CertifiedSolution.owning(program.program, x, bound))
        .filter(found -> found.holdsWithin(tolerance));
  }

  /** Returns the solution of all jobs that corresponds to one of the master. */
  private CertifiedSolution undone(Master master, CertifiedSolution found, ColumnCosts costs) {
    Answer answer = new Answer(costs);
    DualBound bound;
    if (hasLevel()) {
      double[] owed = master.owed(found);
      double[] requirement = program.columns.requirement;
      for (int m = 0; m < owed.length; m++) {
        if (master.isDecided(m)) {
          answer.ask(m, requirement[m] * found.objective());
          owed[m] = answer.owed;
        }
      }
      bound = costs.proof(owed);
    } else {
      bound = proof(costs, answer);
    }
    CertifiedSolution point = point(master.point(found, false), found, bound);
    return hasLevel() && point.missed() > MISSED // rows may ask for more than the level
        ? point(master.point(found, true), found, bound)
        : point;
  }

  private CertifiedSolution point(double[] x, CertifiedSolution found, DualBound bound) {
    return program.program.freeVariables().count() == 0
        ? CertifiedSolution.owning(program.program, x, bound)
        : CertifiedSolution.of(program.program, List.of(), x, found.free(), bound);
  }

  /** Returns the bound with the prices of throughput of all answers. */
  private DualBound proof(ColumnCosts costs, Answer answer) {
    double[] owed = new double[program.columns.jobs];
    for (int m = 0; m < owed.length; m++) {
      if (program.isSum || program.columns.weight[m] > 0) {
        answer.ask(m, program.columns.floor[m]);
        owed[m] = Math.min(answer.owed, Double.MAX_VALUE); // any price proves a bound
      }
    }
    return costs.proof(owed);
  }
}
