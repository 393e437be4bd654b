package io.gavel.policies.lp.queue;

import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.internal.interior.rows.RowProgram;
import io.gavel.policies.lp.solver.internal.interior.rows.RowSimplex;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/*
 * When the throughput of a job is maximal, the columns with a negative reduced cost are 0 in every
 * optimum, so they are closed: the open columns are the optimal face, on which the next job is
 * maximised. No floor has to be stated, so nothing is lost to the rounding of floors.
 *
 * A job whose fastest open column fits takes it. Only if a pool is full, a program decides. It
 * covers the earlier jobs with a choice between open columns, one mix for all jobs with the same
 * choice. If a full pool gets a price, all later jobs lose their columns there, so this happens at
 * most once for each pool.
 */

/**
 * Serves jobs in order, for problems without pairs and constraints: each job gets the largest
 * throughput that the jobs before it leave. Mutable; use once.
 */
final class LexicographicFill {

  /** The stage at which a column that was never closed is closed. */
  static final int NEVER = Integer.MAX_VALUE;

  /** Numbers of this size are rounding; gains are relative to the fastest rate of the job. */
  private static final double ROUNDING = 1e-11;

  /** The most by which the prices of a program may miss its optimum. */
  private static final double GAP = 1e-10;

  final ColumnsByJob columns;
  final int[] order;

  /** The first stage after which a column is 0 in all that follows, {@code [column]}. */
  final int[] closed;

  /** The first stage after which a job has no idle time, {@code [job]}. */
  final int[] idleClosed;

  /** The prices of pools of the stages in which they are not all 0, {@code [pool]} by stage. */
  final TreeMap<Integer, double[]> prices = new TreeMap<>();

  private final AllocationProgram program;
  private final SolveLimits limits;

  /** The first stage after which a pool has no idle workers, {@code [pool]}. */
  private final int[] poolClosed;

  /** The workers of each pool that jobs without a choice leave. */
  private final double[] left;

  /** The workers of each pool that all jobs leave. */
  private double[] room;

  private List<Mix> mixes = new ArrayList<>();
  private final double[] x;

  /**
   * Starts with all jobs idle.
   *
   * @param program whose gains are rates relative to the fastest of the job, without pairs and rows
   * @param order the jobs in the order in which they are served
   */
  LexicographicFill(AllocationProgram program, int[] order, SolveLimits limits) {
    this.program = program;
    this.order = order;
    this.limits = limits;
    columns = ColumnsByJob.of(program, SolveLimits.unstoppable()); // takes one pass
    closed = new int[program.columnCount()];
    idleClosed = new int[columns.jobs];
    poolClosed = new int[columns.pools];
    Arrays.fill(closed, NEVER);
    Arrays.fill(idleClosed, NEVER);
    Arrays.fill(poolClosed, NEVER);
    left = Programs.workers(program);
    room = left.clone();
    x = new double[closed.length];
  }

  /** Jobs with the same open columns, which divide their time in the same way. */
  private final class Mix {

    /** The open columns of each job, on the same pools. */
    private final List<int[]> open = new ArrayList<>();

    /** Whether the jobs may be idle. */
    private final boolean idle;

    private final int[] pool;

    /** The gains of the stage's job, {@code [choice]}; 0 for earlier jobs. */
    private final double[] gain;

    /** The workers that the jobs hold together with all of their time, {@code [choice]}. */
    private final double[] size;

    /** The part of their time, {@code [choice]}. */
    private final double[] share;

    Mix(int[] columnsOfJob, boolean idle) {
      this.idle = idle;
      open.add(columnsOfJob);
      pool = Arrays.stream(columnsOfJob).map(c -> columns.pool[c]).toArray();
      size = Arrays.stream(columnsOfJob).mapToDouble(c -> columns.size[c]).toArray();
      gain = new double[size.length];
      share = new double[size.length];
    }

    double worth(int i, double[] price) {
      return gain[i] - size[i] * price[pool[i]];
    }

    /** Returns the price of the time: the worth of the best choice. */
    double best(double[] price) {
      double best = idle ? 0 : Double.NEGATIVE_INFINITY;
      for (int i = 0; i < size.length; i++) {
        best = Math.max(best, worth(i, price));
      }
      return best;
    }

    /** Closes the choices that are worth less than the best; returns a mix of the remaining. */
    Mix restricted(int stage, double[] price) {
      double least = best(price) - ROUNDING;
      int[] kept = IntStream.range(0, size.length).filter(i -> worth(i, price) >= least).toArray();
      Mix rest = new Mix(Arrays.stream(kept).map(i -> open.get(0)[i]).toArray(), idle && least < 0);
      for (int i = 0; i < kept.length; i++) {
        rest.size[i] = size[kept[i]];
        rest.share[i] = share[kept[i]];
      }
      rest.open.clear();
      for (int[] ofJob : open) {
        rest.open.add(Arrays.stream(kept).map(i -> ofJob[i]).toArray());
        for (int i = 0; i < ofJob.length; i++) {
          closed[ofJob[i]] = worth(i, price) < least ? stage : NEVER;
        }
        if (idle && !rest.idle) {
          idleClosed[program.first(ofJob[0])] = stage;
        }
      }
      return rest;
    }

    /** Returns whether jobs of two mixes may divide their time in the same way. */
    boolean matches(Mix other) {
      return !idle
          && !other.idle
          && Arrays.equals(pool, other.pool)
          && hasOneSize()
          && other.hasOneSize();
    }

    private boolean hasOneSize() {
      return Arrays.stream(size).allMatch(workers -> workers == size[0]);
    }

    void add(Mix other) {
      double part = other.size[0] / (size[0] + other.size[0]);
      for (int i = 0; i < size.length; i++) {
        size[i] += other.size[i];
        share[i] += part * (other.share[i] - share[i]);
      }
      open.addAll(other.open);
    }

    /** Writes the fractions of the jobs. */
    void write() {
      for (int[] ofJob : open) {
        for (int i = 0; i < ofJob.length; i++) {
          x[ofJob[i]] = share[i];
        }
      }
    }
  }

  /**
   * Serves all jobs; returns false if a program is not solved precisely.
   *
   * @throws SolveStoppedException if the limits cancel it. Then each job that is not served has
   *     what the jobs before it leave of its fastest type
   */
  boolean solve() {
    for (int stage = 0; stage < order.length; stage++) {
      if (stage % 256 == 0 && limits.isCancelled()) {
        mixes.forEach(Mix::write);
        serveGreedily(stage);
        throw new SolveStoppedException(
            "cancelled when %s of %s jobs were served".formatted(stage, order.length));
      }
      if (!serve(stage, order[stage])) {
        return false;
      }
    }
    mixes.forEach(Mix::write);
    return true;
  }

  /** Gives each job from a stage on its fastest type with room, as far as there is room. */
  private void serveGreedily(int from) {
    for (int stage = from; stage < order.length; stage++) {
      int fastest = -1;
      for (int c = columns.start[order[stage]]; c < columns.start[order[stage] + 1]; c++) {
        boolean hasRoom = room[columns.pool[c]] > 0;
        fastest = hasRoom && (fastest < 0 || columns.gain[c] > columns.gain[fastest]) ? c : fastest;
      }
      if (fastest >= 0) {
        int pool = columns.pool[fastest];
        x[fastest] = Math.min(1, room[pool] / columns.size[fastest]);
        room[pool] -= columns.size[fastest] * x[fastest];
      }
    }
  }

  /** Returns the fractions, {@code [column]} of the program. */
  double[] fractions() {
    return x;
  }

  /**
   * Maximises the throughput of a job on the face that is left, and restricts the face. A job for
   * which only rounding is left stays idle.
   */
  private boolean serve(int stage, int m) {
    double best = 0;
    for (int c = columns.start[m]; c < columns.start[m + 1]; c++) {
      closed[c] = poolClosed[columns.pool[c]];
      best = closed[c] == NEVER ? Math.max(best, columns.gain[c]) : best;
    }
    if (best <= ROUNDING) {
      return true;
    }
    int fastest = 0;
    int roomiest = -1;
    for (int c = columns.start[m]; c < columns.start[m + 1]; c++) {
      if (closed[c] == NEVER && columns.gain[c] >= best - ROUNDING) {
        fastest++;
        boolean fits = columns.size[c] <= room[columns.pool[c]];
        boolean more = roomiest < 0 || room[columns.pool[c]] > room[columns.pool[roomiest]];
        roomiest = fits && more ? c : roomiest;
      }
    }
    if (fastest == 1 && roomiest >= 0) {
      take(stage, m, roomiest);
      return true;
    }
    return choose(stage, m, roomiest);
  }

  /** Gives a job all of its time on one column. */
  private void take(int stage, int m, int column) {
    for (int c = columns.start[m]; c < columns.start[m + 1]; c++) {
      closed[c] = c == column ? NEVER : Math.min(stage, closed[c]);
    }
    idleClosed[m] = stage;
    x[column] = 1;
    left[columns.pool[column]] -= columns.size[column];
    room[columns.pool[column]] -= columns.size[column];
  }

  /** Serves a job with a choice; {@code column} is one where it is fastest and fits, or −1. */
  private boolean choose(int stage, int m, int column) {
    int[] open =
        IntStream.range(columns.start[m], columns.start[m + 1])
            .filter(c -> closed[c] == NEVER)
            .toArray();
    Mix own = new Mix(open, true);
    Arrays.setAll(own.gain, i -> columns.gain[open[i]]);
    if (column < 0) {
      mixes.add(own);
      return restrict(stage, Arrays.stream(own.gain).max().orElseThrow());
    }
    Arrays.setAll(own.share, i -> open[i] == column ? 1 : 0);
    room[columns.pool[column]] -= columns.size[column];
    settle(own.restricted(stage, new double[room.length]));
    return true;
  }

  /** Adds a mix of earlier jobs; jobs without a choice take their workers. */
  private void settle(Mix mix) {
    if (mix.size.length == 1 && !mix.idle) {
      left[mix.pool[0]] -= mix.size[0];
      mix.share[0] = 1;
      mix.write();
    } else if (mix.size.length > 0) {
      mixes.stream()
          .filter(mix::matches)
          .findFirst()
          .ifPresentOrElse(m -> m.add(mix), () -> mixes.add(mix));
    }
  }

  /**
   * Solves the program of all mixes, of which the last is the stage's job.
   *
   * @param unit the largest gain, the unit of the program: a simplex takes small ones for rounding
   */
  private boolean restrict(int stage, double unit) {
    Optional<RowSimplex.Vertex> vertex =
        RowSimplex.solve(
            rows(unit), RowSimplex.TOLERANCE, new int[0], Integer.MAX_VALUE, limits::isCancelled);
    if (vertex.isEmpty()) {
      return false;
    }
    double[] price = new double[columns.pools];
    double gap = 0;
    for (int k = 0; k < price.length; k++) {
      double ofAll = unit * vertex.get().prices()[mixes.size() + k];
      price[k] = Math.abs(ofAll) > ROUNDING ? ofAll / scale(k) : 0;
      gap += price[k] * left[k];
    }
    int next = 0;
    double[] fractions = vertex.get().x();
    for (Mix mix : mixes) {
      gap += mix.best(price);
      for (int i = 0; i < mix.size.length; i++) {
        mix.share[i] = Math.max(0, fractions[next++]);
        gap -= mix.gain[i] * mix.share[i];
      }
    }
    if (!(Math.abs(gap) <= GAP)) {
      return false;
    }
    if (Arrays.stream(price).anyMatch(p -> p != 0)) {
      prices.put(stage, price);
    }
    for (int k = 0; k < price.length; k++) {
      poolClosed[k] = price[k] > 0 ? Math.min(stage, poolClosed[k]) : poolClosed[k];
    }
    List<Mix> before = mixes;
    mixes = new ArrayList<>();
    before.forEach(mix -> settle(mix.restricted(stage, price)));
    room = left.clone();
    for (Mix mix : mixes) {
      for (int i = 0; i < mix.size.length; i++) {
        room[mix.pool[i]] -= mix.size[i] * mix.share[i];
      }
    }
    return true;
  }

  private RowProgram rows(double unit) {
    int times = mixes.size();
    RowProgram rows = new RowProgram(times, columns.pools, times + columns.pools, 0, times);
    for (int k = 0; k < columns.pools; k++) {
      rows.limit[times + k] = Math.max(0, left[k]) / scale(k);
      rows.exact[times + k] = poolClosed[k] != NEVER;
    }
    for (int t = 0; t < times; t++) {
      Mix mix = mixes.get(t);
      rows.limit[t] = 1;
      rows.exact[t] = !mix.idle;
      for (int i = 0; i < mix.size.length; i++) {
        rows.entry(t, 1);
        rows.entry(times + mix.pool[i], mix.size[i] / scale(mix.pool[i]));
        rows.endColumn(mix.gain[i] / unit);
      }
    }
    return rows;
  }

  private double scale(int k) {
    return Math.max(1, program.workers(k));
  }
}
