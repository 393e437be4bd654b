package io.gavel.policies.lp.solver;

import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.Tolerance;
import java.util.List;
import java.util.Optional;

/*
 * Prices of pools tell nearly everything of the optimum of a max-min program: at a level, each job uses the
 * two of its columns that are cheapest together (CheapestUse), so that its fractions are linear in the level.
 * Only jobs for which another column costs about as much may have to decide otherwise.
 *
 * All jobs that certainly use the same two pools are as good as one job. With x = α t − β of each on the
 * faster column and sizes s, a job of size S = Σs with rates Σsβ/S + 1 and Σsβ/S and requirement Σsα/S uses the
 * same workers at every level; one of a single column needs no β. With the undecided jobs that is a program of
 * a few dozen jobs, whose optimum is that of the whole if none of the certain jobs would rather change then.
 * Otherwise it is done again from there, with more jobs undecided.
 */

/**
 * Solves a program that maximises a minimum from prices of pools that are nearly right, such as
 * those of the same problem before a job came: by the interior-point method on the jobs that these
 * prices leave undecided. A few passes over the jobs; the proof is the same as ever. Mutable while
 * it works.
 */
final class WorkingSet {

  /**
   * For each attempt, by how many jobs' parts of a price it may change without a certain job
   * changing its mind. The second starts from better prices than the first.
   */
  private static final List<Integer> CHANGES = List.of(10, 10, 40, 160);

  private static final double LARGEST_CHANGE = 0.2;

  /** A gap that needs no further attempt. */
  private static final double GOOD_GAP = 1e-8;

  private static final int MOST_PASSES = 60;

  private static final CertifiedSolver SMALL =
      CertifiedSolver.of(List.of(new StructuredSolver()), new Tolerance(0, 1e-8))
          .forPolicy("working set");

  private final AllocationProgram program;
  private final SolveLimits limits;
  private final Blocks blocks;
  private final double[] price;
  private final CheapestUse use;
  private double level;

  /** The columns of each certain job; both {@link #UNDECIDED} for others. */
  private final int[] from;

  private final int[] to;

  private static final int UNDECIDED = -2;

  private WorkingSet(AllocationProgram program, double[] price, SolveLimits limits) {
    this.program = program;
    this.limits = limits;
    this.price = price;
    blocks = Blocks.of(program, limits);
    use = new CheapestUse(blocks, price);
    from = new int[blocks.jobs];
    to = new int[blocks.jobs];
  }

  /**
   * Solves.
   *
   * @param price prices of pools in any unit, {@code [pool]}; copied
   * @return a point that may not hold; none if the program is of another kind or the prices are no
   *     help
   */
  static Optional<CertifiedPoint> solve(
      AllocationProgram program, double[] price, SolveLimits limits) {
    if (price.length != program.poolCount() || !isLevelAlone(program) || !Blocks.fits(program)) {
      return Optional.empty();
    }
    try {
      return new WorkingSet(program, price.clone(), limits).solve();
    } catch (SolveFailedException | SolveStoppedException | CancelledSolve noHelp) {
      return Optional.empty();
    }
  }

  private static boolean isLevelAlone(AllocationProgram program) {
    for (int c = 0; c < program.columnCount(); c++) {
      if (program.gain(c) != 0) {
        return false;
      }
    }
    for (int m = 0; m < program.jobCount(); m++) {
      if (program.floor(m) != 0) {
        return false;
      }
    }
    return program.hasLevel() && !program.hasUtility();
  }

  private Optional<CertifiedPoint> solve() {
    Optional<CertifiedPoint> best = Optional.empty();
    for (int changes : CHANGES) {
      level = highestLevel();
      double part = Math.min(LARGEST_CHANGE, (double) changes / blocks.jobs);
      if (!(level > 0) || decide(part) > blocks.jobs / 2) {
        return best;
      }
      CertifiedPoint point = attempt();
      best = best.filter(other -> open(other) <= open(point)).or(() -> Optional.of(point));
      if (point.holdsWithin(new Tolerance(0, GOOD_GAP))) {
        return best;
      }
    }
    return best;
  }

  private static double open(CertifiedPoint point) {
    return point.bound().value() - point.objective();
  }

  /**
   * The level at which the cheapest use of all jobs costs as much as all workers: no level is
   * higher. Costs are convex in the level, so that Newton's method, after a first step from 0,
   * comes down to it from above.
   */
  private double highestLevel() {
    double most = Double.POSITIVE_INFINITY;
    double worth = 0;
    for (int m = 0; m < blocks.jobs; m++) {
      if (blocks.requirement[m] > 0) {
        most = Math.min(most, fastest(m) / blocks.requirement[m]);
      }
    }
    for (int k = 0; k < blocks.pools; k++) {
      worth += price[k] * program.workers(k);
    }
    double at = 0;
    for (int pass = 0; pass < MOST_PASSES; pass++) {
      double open = -worth;
      double slope = 0;
      for (int m = 0; m < blocks.jobs; m++) {
        if (blocks.requirement[m] > 0) {
          double throughput = blocks.requirement[m] * at;
          use.find(m, throughput);
          open += throughput * use.owed - use.time;
          slope += blocks.requirement[m] * use.owed;
        }
      }
      limits.check();
      double next = Math.min(most, at - open / slope);
      if (pass > 0 && !(next < at)) {
        return at;
      }
      at = next;
    }
    return at;
  }

  private double fastest(int m) {
    double fastest = 0;
    for (int c = blocks.start[m]; c < blocks.start[m + 1]; c++) {
      fastest = Math.max(fastest, blocks.rate[c]);
    }
    return fastest;
  }

  /** Decides jobs that are certain; returns how many are not. */
  private int decide(double part) {
    int undecided = 0;
    for (int m = 0; m < blocks.jobs; m++) {
      from[m] = UNDECIDED;
      to[m] = UNDECIDED;
      if (blocks.requirement[m] > 0) {
        double throughput = blocks.requirement[m] * level;
        use.find(m, throughput);
        if (use.isCertain(m, throughput, part)) {
          from[m] = use.from;
          to[m] = use.to;
        } else {
          undecided++;
        }
      }
    }
    return undecided;
  }

  private CertifiedPoint attempt() {
    SmallProgram small = new SmallProgram(program, blocks, from, to);
    CertifiedPoint found = SMALL.with(limits).solve(small.program());
    System.arraycopy(found.bound().prices().pools(), 0, price, 0, price.length);
    double reached = found.objective();
    double[] x = small.undo(found.fractions());
    double[] owed = new double[blocks.jobs];
    for (int m = 0; m < blocks.jobs; m++) {
      double throughput = blocks.requirement[m] * reached;
      if (throughput > 0) {
        use.find(m, throughput);
        owed[m] = use.owed;
        if (to[m] != UNDECIDED) {
          double part = (throughput - rate(from[m])) / (rate(to[m]) - rate(from[m]));
          x[to[m]] = part;
          if (from[m] != CheapestUse.IDLE) {
            x[from[m]] = 1 - part;
          }
        } else {
          owed[m] = small.owed(m, found.bound().prices());
        }
      }
    }
    return CertifiedPoint.of(program, x, Prices.of(price, new double[owed.length], owed));
  }

  private double rate(int c) {
    return c == CheapestUse.IDLE ? 0 : blocks.rate[c];
  }
}
