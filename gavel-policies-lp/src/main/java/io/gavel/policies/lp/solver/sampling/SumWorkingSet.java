package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.presolve.OpenJobs;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.statement.Goal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The working set of a program that maximises a linear sum, with or without floors. Prices of
 * workers and rows decide each job's fractions: all of its time on one column or idle, or two of
 * these with the throughput of its floor. Decided jobs thus hold known numbers of workers, and the
 * reduced program has the undecided jobs and the remaining capacity.
 */
final class SumWorkingSet extends WorkingSet {

  /** The part of a pool by which decided jobs may exceed it: rounding. */
  private static final double ROUNDING = 1e-12;

  /**
   * The part of a pool, over the square root of the number of columns, that is left to rounding:
   * otherwise their sum would often exceed the pool a little, and all of it would be scaled down.
   */
  private static final double ROOM = 0x1p-51;

  /** The fractions of decided jobs, {@code [column]}. */
  private final double[] decided;

  /** See {@link Uses#stakes}, {@code [use]}. */
  private final double[] stakes;

  SumWorkingSet(
      AllocationProgram program,
      Uses uses,
      double[] price,
      SmallSolver solver,
      Tolerance tolerance,
      SolveLimits limits) {
    super(program, uses, price, solver, tolerance, limits);
    decided = new double[program.columnCount()];
    stakes = new double[ofUse.length];
  }

  /** Returns whether a program maximises a linear sum and nothing but its jobs holds workers. */
  static boolean suits(AllocationProgram program) {
    return program.goal() instanceof Goal.Total && !program.freeVariables().holdWorkers();
  }

  private FloorReply reply() {
    return new FloorReply(columnsByJob, uses, ofUse, stakes);
  }

  @Override
  double bound() {
    return proof().value();
  }

  /**
   * Returns the bound that the prices prove, with the prices of throughput of all jobs' best
   * replies.
   */
  private DualBound proof() {
    double[] owed = new double[columnsByJob.jobs];
    FloorReply reply = reply();
    for (int m = 0; m < owed.length; m++) {
      limits.checkAt(m);
      reply.find(m);
      owed[m] = reply.owed;
    }
    return proof(owed);
  }

  @Override
  boolean decide(double bound, double part) {
    Arrays.fill(decided, 0);
    uses.stakes(price, stakes);
    FloorReply reply = reply();
    for (int m = 0; m < columnsByJob.jobs; m++) {
      limits.checkAt(m);
      decide(m, reply, part);
    }
    return true;
  }

  private void decide(int m, FloorReply reply, double part) {
    reply.find(m);
    if (!reply.isCertain(m, part)) {
      columnChoice.to[m] = ColumnChoice.UNDECIDED;
      reply.mark(m, part, columnChoice.used);
      return;
    }
    columnChoice.to[m] = ColumnChoice.LEFT_OUT;
    reply.write(decided);
  }

  @Override
  Optional<Reduced> reduced() {
    boolean[] open = new boolean[columnsByJob.jobs];
    for (int m = 0; m < open.length; m++) {
      open[m] = columnChoice.isUndecided(m);
    }
    double room = ROOM * Math.sqrt(decided.length);
    OpenJobs part = OpenJobs.of(program, decided, open, columnChoice.used, room);
    return part.excess() > ROUNDING
        ? Optional.empty()
        : Optional.of(new Reduced(part.program(), found -> undone(part, found)));
  }

  private CertifiedSolution undone(OpenJobs part, CertifiedSolution found) {
    double[] x = part.point(found.fractions());
    return program.freeVariables().count() == 0
        ? CertifiedSolution.owning(program, x, proof())
        : CertifiedSolution.of(program, List.of(), x, found.free(), proof());
  }

  /**
   * A job's best response at given prices of workers: its fractions and the price of its
   * throughput. Each column is a point (rate, worth beyond its cost), and idling is (0, 0).
   * Mutable; it is positioned at one job at a time.
   */
  private static final class FloorReply {

    private static final int IDLE = CostHull.IDLE;

    private final ColumnsByJob columnsByJob;
    private final int[] use;
    private final double[] price;
    private final double[] stakes;

    /**
     * The slower of the two columns in use and the faster one, or {@link CostHull#IDLE}; equal if
     * one gets all of the time.
     */
    private int from;

    private int to;

    /** The fraction of the faster one. */
    private double faster;

    /** The price of throughput. */
    private double owed;

    FloorReply(ColumnsByJob columnsByJob, Uses uses, double[] price, double[] stakes) {
      this.columnsByJob = columnsByJob;
      this.price = price;
      this.stakes = stakes;
      use = uses.of;
    }

    private double rate(int c) {
      return c == IDLE ? 0 : columnsByJob.rate[c];
    }

    private double cost(int c) {
      return c == IDLE ? 0 : columnsByJob.size[c] * price[use[c]];
    }

    private double stake(int c) {
      return c == IDLE ? 0 : columnsByJob.size[c] * stakes[use[c]];
    }

    private double worth(int c) {
      return c == IDLE ? 0 : columnsByJob.gain[c] - cost(c);
    }

    /** What one more unit of throughput costs between two columns. */
    private double slope(int slower, int c) {
      return (worth(slower) - worth(c)) / (rate(c) - rate(slower));
    }

    void find(int m) {
      to = IDLE;
      for (int c = columnsByJob.start[m]; c < columnsByJob.start[m + 1]; c++) {
        boolean better = worth(c) > worth(to);
        to = better || (worth(c) == worth(to) && rate(c) > rate(to)) ? c : to;
      }
      from = to;
      owed = 0;
      faster = 1;
      double floor = columnsByJob.floor[m];
      while (rate(to) < floor) {
        int next = next(m);
        if (next == to) { // only rounding asks for more than the job's fastest rate
          break;
        }
        from = to;
        to = next;
        owed = slope(from, to);
      }
      if (from != to) {
        faster = Math.min(1, (floor - rate(from)) / (rate(to) - rate(from)));
      }
    }

    /** Returns the column faster than the present one whose throughput costs least. */
    private int next(int m) {
      int next = to;
      double least = Double.POSITIVE_INFINITY;
      for (int c = columnsByJob.start[m]; c < columnsByJob.start[m + 1]; c++) {
        if (rate(c) > rate(to)) {
          double slope = slope(to, c);
          if (slope < least || (slope == least && rate(c) > rate(next))) {
            least = slope;
            next = c;
          }
        }
      }
      return next;
    }

    /** Returns whether the reply stays the best while no price changes by more than a fraction. */
    boolean isCertain(int m, double part) {
      if (from != to && !(worth(from) - worth(to) > part * change(from, 0, 1))) {
        return false; // the job may go beyond its floor
      }
      boolean certain = from == IDLE || isWorse(IDLE, part);
      for (int c = columnsByJob.start[m]; certain && c < columnsByJob.start[m + 1]; c++) {
        certain = c == from || c == to || isWorse(c, part);
      }
      return certain;
    }

    /** Marks the columns that may be the best if prices change by a fraction. */
    void mark(int m, double part, boolean[] used) {
      for (int c = columnsByJob.start[m]; c < columnsByJob.start[m + 1]; c++) {
        used[c] = c == from || c == to || !isWorse(c, part);
      }
    }

    private boolean isWorse(int c, double part) {
      double mixed = from == to ? 1 : (rate(c) - rate(from)) / (rate(to) - rate(from));
      double mix = (1 - mixed) * worth(from) + mixed * worth(to);
      return mix - worth(c) > part * change(c, 1 - mixed, mixed);
    }

    /**
     * Returns the most that the cost of a column less that of a mix changes per relative change of
     * prices. The columns of a use have the same price.
     */
    private double change(int c, double ofFrom, double ofTo) {
      double other = stake(c);
      double slow = -ofFrom * stake(from);
      double fast = -ofTo * stake(to);
      if (isAlike(from, to)) {
        fast += slow;
        slow = 0;
      }
      if (isAlike(c, to)) {
        fast += other;
        other = 0;
      } else if (isAlike(c, from)) {
        slow += other;
        other = 0;
      }
      return Math.abs(other) + Math.abs(slow) + Math.abs(fast);
    }

    private boolean isAlike(int c, int other) {
      return c != IDLE && other != IDLE && use[c] == use[other];
    }

    void write(double[] x) {
      if (from != IDLE) {
        x[from] = 1 - faster;
      }
      if (to != IDLE) {
        x[to] = faster;
      }
    }
  }
}
