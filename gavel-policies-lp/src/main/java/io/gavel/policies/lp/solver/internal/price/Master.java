package io.gavel.policies.lp.solver.internal.price;

import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.internal.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import java.util.Arrays;

/*
 * Decided jobs of a sum hold known resources. Those of a level or of utilities scale: jobs that divide their time
 * between the same two bundles are aggregated into one stand-in. Let s' and b be the size
 * and rate of a job's slower column (0 for idling), s and b + d those of its faster one. At throughput q·t it
 * spends (q/d)t − b/d of its time on the faster one and the rest on the slower one. So all jobs of a group hold
 * At − B and C − Dt workers, where A = Σsq/d, B = Σsb/d, C = Σs'(b + d)/d and D = Σs'q/d. One job holds as many
 * if its sizes are S = AC/D − B and SD/A, its rates B/S + 1 and B/S, and its throughput (A/S)t. S is positive
 * since B/A < t < C/D, and both columns remain corners of its hull. The workers are the same
 * - at any level t, if q is a requirement, and
 * - at any prices, if q·t maximises a utility of power p minus its cost and t is the same for all jobs of the
 *   group: U'(q)d is the difference of the costs of both columns, so this holds if the bundles or the sizes s and
 *   s' are equal. The utility of the stand-in equals the sum of theirs, up to a constant, if its weight is
 *   Σ U'(q)q over its throughput to the power of p.
 * Jobs that spend all of their time on one column are aggregated into a job with one column and that weight.
 */

/** The restricted master: the open jobs, and the resources of the decided jobs. */
final class Master {

  /** The part of a pool by which decided jobs may exceed it: rounding. */
  private static final double ROUNDING = 1e-12;

  private final PricedProgram whole;
  private final Decision decision;
  private final ColumnsByJob columns;

  /** The index of each open job, {@code [job]}. */
  private final int[] index;

  /** The columns of open jobs that they may use, {@code [column of the master]}. */
  private final int[] kept;

  /** The stand-ins, {@code [stand-in]}. */
  private final StandIn[] standIns;

  /** The stand-in of each decided job, {@code [slower bundle][faster bundle]}, row-major. */
  private final StandIn[] byBundles;

  private final AllocationProgram program;
  private double excess;

  /** A job instead of all decided jobs on the same two bundles; see the comment above. */
  private static final class StandIn {
    private final boolean isPair;
    private final boolean isCorner;
    private int slowColumn = Answer.IDLE;
    private int fastColumn;
    private double size;
    private double throughput; // A
    private double slower; // B
    private double faster; // C
    private double slowerThroughput; // D
    private double worth;
    private double factor;

    StandIn(int from, int to) {
      isCorner = from == to;
      isPair = !isCorner && from != Answer.IDLE;
    }

    void add(ColumnsByJob columns, int from, int to, double q, double ofUtility) {
      slowColumn = from;
      fastColumn = to;
      double s = columns.size[to];
      size += s;
      worth += ofUtility;
      if (isCorner) {
        throughput += s;
        return;
      }
      double rate = isPair ? columns.rate[from] : 0;
      double more = columns.rate[to] - rate;
      throughput += s * q / more;
      if (isPair) {
        double held = columns.size[from];
        slower += s * rate / more;
        slowerThroughput += held * q / more;
        faster += held * (rate + more) / more;
      }
    }

    void close() {
      if (isPair) {
        size = throughput / slowerThroughput * faster - slower;
      }
    }

    /** Takes over the factor by which the throughput of its jobs changed. */
    void read(double onFaster, double onSlower) {
      double part = isPair ? onFaster / (onFaster + onSlower) : onFaster; // without rounding's rest
      factor = (slower + part * size) / throughput;
    }
  }

  /**
   * Creates the master.
   *
   * @param room the part of each pool that is left to rounding if decided jobs hold workers
   */
  Master(PricedProgram whole, Decision decision, double room) {
    this.whole = whole;
    this.decision = decision;
    columns = whole.columns;
    index = new int[columns.jobs];
    kept = new int[decision.usedCount()];
    int bundles = whole.isSum ? 0 : whole.bundles;
    byBundles = new StandIn[(bundles + 2) * bundles];
    int jobs = 0;
    int count = 0;
    for (int m = 0; m < columns.jobs; m++) {
      if (decision.open[m]) {
        index[m] = jobs++;
        for (int c = columns.start[m]; c < columns.start[m + 1]; c++) {
          if (decision.used[c]) {
            kept[count++] = c;
          }
        }
      } else if (!whole.isSum && isDecided(m)) {
        int from = decision.from[m];
        int to = decision.to[m];
        int group = group(from, to);
        StandIn standIn = byBundles[group];
        if (standIn == null) {
          standIn = new StandIn(from, to);
          byBundles[group] = standIn;
        }
        double worth = decision.worth.length > 0 ? decision.worth[m] : 0;
        standIn.add(columns, from, to, decision.throughput[m], worth);
      }
    }
    standIns = Arrays.stream(byBundles).filter(s -> s != null).toArray(StandIn[]::new);
    program = build(jobs, room);
  }

  /**
   * Returns the group of two columns: by the slower bundle, idling or none, and the faster bundle.
   */
  private int group(int from, int to) {
    int slow = from == Answer.IDLE ? 0 : from == to ? whole.bundles + 1 : 1 + whole.bundle[from];
    return slow * whole.bundles + whole.bundle[to];
  }

  private AllocationProgram build(int open, double room) {
    int more = 0;
    for (StandIn standIn : standIns) {
      standIn.close();
      more += standIn.isPair ? 2 : 1;
    }
    int[] source = Arrays.copyOf(kept, kept.length + more);
    int at = kept.length;
    for (StandIn standIn : standIns) {
      source[at++] = standIn.fastColumn;
      if (standIn.isPair) {
        source[at++] = standIn.slowColumn;
      }
    }
    ProgramColumns small = Programs.columns(whole.program).select(source);
    double[] requirement = new double[open + standIns.length];
    double[] weight = new double[requirement.length];
    double[] floor = new double[requirement.length];
    for (int i = 0; i < kept.length; i++) {
      int m = small.first[i];
      requirement[index[m]] = columns.requirement[m];
      weight[index[m]] = columns.weight[m];
      floor[index[m]] = columns.floor[m];
      small.first[i] = index[m];
    }
    Arrays.setAll(small.entry, i -> i);
    at = kept.length;
    for (int i = 0; i < standIns.length; i++) {
      StandIn standIn = standIns[i];
      double mean = standIn.throughput / standIn.size;
      double offset = standIn.slower / standIn.size;
      requirement[open + i] = whole.program.hasLevel() ? mean : 0;
      weight[open + i] = standIn.worth / StrictMath.pow(mean, columns.power);
      at = set(small, at, open + i, standIn.size, 1 + offset);
      if (standIn.isPair) {
        at = set(small, at, open + i, standIn.slowerThroughput / mean, offset);
      }
    }
    double[] factor = new double[source.length];
    Arrays.setAll(factor, i -> small.size[i] / columns.size[source[i]]);
    return Programs.rewritten(
            whole.program.withRows(CouplingRows.none()),
            small,
            floor,
            i -> i < kept.length ? whole.program.gain(kept[i]) : 0,
            i -> requirement[i],
            i -> weight[i])
        .withRows(whole.rows(source, factor, whole.sums(decision.held)))
        .withWorkers(left(room));
  }

  private static int set(ProgramColumns small, int c, int job, double size, double rate) {
    small.first[c] = job;
    small.size[c] = size;
    small.rate[c] = rate;
    return c + 1;
  }

  /** Returns the workers that decided jobs of a sum leave, {@code [pool]}. */
  private double[] left(double room) {
    double[] workers = Programs.workers(whole.program);
    double[] held = decision.held;
    for (int c = 0; c < held.length; c++) {
      workers[columns.pool[c]] -= columns.size[c] * held[c];
    }
    for (int k = 0; k < workers.length; k++) {
      double all = whole.program.workers(k);
      excess = workers[k] < 0 ? Math.max(excess, -workers[k] / all) : excess;
      workers[k] = Math.max(0, workers[k] - (held.length > 0 ? room * all : 0));
    }
    return workers;
  }

  AllocationProgram program() {
    return program;
  }

  /** Returns whether a job is aggregated. */
  boolean isDecided(int m) {
    return !decision.open[m] && decision.to[m] != Decision.NONE;
  }

  /** Returns whether the decided jobs of a sum hold more than there is. */
  boolean isTooTight() {
    return excess > ROUNDING;
  }

  /** Returns the prices of throughput that the master proves for open jobs, {@code [job]}. */
  double[] owed(CertifiedSolution found) {
    double[] owed = new double[columns.jobs];
    for (int m = 0; m < owed.length; m++) {
      owed[m] = decision.open[m] ? found.bound().prices().ofThroughput(index[m]) : 0;
    }
    return owed;
  }

  /**
   * Returns the point of all jobs that corresponds to a solution of the master.
   *
   * @param surplus whether decided jobs below a level get what their stand-in has beyond it
   */
  double[] point(CertifiedSolution found, boolean surplus) {
    double[] fractions = found.fractions();
    double[] x = decision.held.length > 0 ? decision.held.clone() : new double[columns.rate.length];
    for (int i = 0; i < kept.length; i++) {
      x[kept[i]] = fractions[i];
    }
    int at = kept.length;
    for (StandIn standIn : standIns) {
      double onFaster = fractions[at++];
      standIn.read(onFaster, standIn.isPair ? fractions[at++] : 0);
      if (whole.program.hasLevel()) {
        double reached = found.objective();
        standIn.factor = surplus ? Math.max(reached, standIn.factor) : reached;
      }
    }
    for (int m = 0; m < decision.to.length; m++) {
      int from = decision.from[m];
      int to = decision.to[m];
      if (isDecided(m)) {
        double factor = byBundles[group(from, to)].factor;
        if (from == to) {
          x[to] = factor;
          continue;
        }
        double rate = from == Answer.IDLE ? 0 : columns.rate[from];
        x[to] = (decision.throughput[m] * factor - rate) / (columns.rate[to] - rate);
        if (from != Answer.IDLE) {
          x[from] = 1 - x[to];
        }
      }
    }
    return x;
  }
}
