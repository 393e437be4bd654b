package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Arrays;
import java.util.stream.IntStream;

/*
 * Jobs known to split their time between the same two uses of workers can be aggregated into one. Let s' and b be the size
 * and rate of a job's slower column (0 for idling), s and b + d those of its faster one. At throughput q·t it
 * spends (q/d)t − b/d of its time on the faster one and the rest on the slower one. So all jobs of a group hold
 * At − B and C − Dt workers, where A = Σsq/d, B = Σsb/d, C = Σs'(b + d)/d and D = Σs'q/d. One job holds as many
 * if its sizes are S = AC/D − B and SD/A, its rates B/S + 1 and B/S, and its throughput (A/S)t. S is positive
 * since B/A < t < C/D, and both columns remain corners of its hull. The workers are the same
 * - at any level t, if q is a requirement, and
 * - at any prices, if q·t maximises a utility of power p minus its cost and t is the same for all jobs of the
 *   group: U'(q)d is the difference of the costs of both columns, so this holds if the uses or the sizes s and
 *   s' are equal. The utility of the aggregated job equals the sum of theirs, up to a constant, if its weight is
 *   Σ U'(q)q over its throughput to the power of p.
 * Jobs that spend all of their time on one column are aggregated into a job with one column and that weight.
 */

/**
 * A small program of the undecided jobs and one aggregated job for each group of decided jobs,
 * which have the same two {@linkplain Uses uses} of workers or the same one. See {@link
 * WorkingSet}.
 */
final class AggregatedProgram {

  private final ColumnsByJob columnsByJob;
  private final Uses uses;
  private final ColumnChoice columnChoice;

  /** The index of each undecided job in the reduced program, {@code [job]}; −1 for decided jobs. */
  private final int[] index;

  private final int[] kept;

  /** The groups that have jobs, in the order of their aggregated jobs, which are the last ones. */
  private final int[] groups;

  /**
   * Sums over the jobs of each group, {@code [group]}: A and B of the faster column, D and C of the
   * slower one.
   */
  private final double[] throughput;

  private final double[] slower;
  private final double[] slowerThroughput;
  private final double[] faster;

  private final double[] worth;

  /** The sizes of each aggregated job in its faster column, {@code [group]}. */
  private final double[] size;

  private final AllocationProgram program;

  /**
   * Aggregates a program.
   *
   * @param columnsByJob the columns of the whole program
   * @param uses their uses of workers
   * @param columnChoice the columns that its decided jobs use
   */
  AggregatedProgram(
      AllocationProgram whole, ColumnsByJob columnsByJob, Uses uses, ColumnChoice columnChoice) {
    this.columnsByJob = columnsByJob;
    this.uses = uses;
    this.columnChoice = columnChoice;
    index = new int[columnsByJob.jobs];
    Arrays.fill(index, -1);
    int undecided = 0;
    kept = new int[columnChoice.usedCount()];
    int count = 0;
    size = new double[(uses.count() + 2) * uses.count()];
    throughput = new double[size.length];
    slower = new double[size.length];
    slowerThroughput = new double[size.length];
    faster = new double[size.length];
    worth = new double[size.length];
    for (int m = 0; m < columnsByJob.jobs; m++) {
      if (columnChoice.isUndecided(m)) {
        index[m] = undecided++;
        for (int c = columnsByJob.start[m]; c < columnsByJob.start[m + 1]; c++) {
          if (columnChoice.used[c]) {
            kept[count++] = c;
          }
        }
      } else if (columnChoice.isDecided(m)) {
        add(m);
      }
    }
    groups = IntStream.range(0, size.length).filter(group -> size[group] > 0).toArray();
    for (int group : groups) {
      if (isPair(group)) {
        size[group] = throughput[group] / slowerThroughput[group] * faster[group] - slower[group];
      }
    }
    program = build(whole, undecided);
  }

  private void add(int m) {
    int group = group(m);
    double s = columnsByJob.size[columnChoice.to[m]];
    size[group] += s;
    if (columnChoice.owed.length > 0) {
      worth[group] += columnChoice.owed[m] * columnChoice.throughput[m];
    }
    if (isAtCorner(group)) {
      throughput[group] += s;
    } else {
      double rate = rate(columnChoice.from[m]);
      double more = rate(columnChoice.to[m]) - rate;
      throughput[group] += s * columnChoice.throughput[m] / more;
      if (isPair(group)) {
        double held = columnsByJob.size[columnChoice.from[m]];
        slower[group] += s * rate / more;
        slowerThroughput[group] += held * columnChoice.throughput[m] / more;
        faster[group] += held * (rate + more) / more;
      }
    }
  }

  /**
   * Returns the group of a decided job: the uses of its slower column, where 0 is idling and the
   * last is for jobs with a single column, and of its faster one.
   */
  private int group(int m) {
    int from = columnChoice.from[m];
    int to = columnChoice.to[m];
    int slow = from == CostHull.IDLE ? 0 : from == to ? uses.count() + 1 : 1 + uses.of[from];
    return slow * uses.count() + uses.of[to];
  }

  private boolean isAtCorner(int group) {
    return group / uses.count() == uses.count() + 1;
  }

  private boolean isPair(int group) {
    return group >= uses.count() && !isAtCorner(group);
  }

  private double rate(int c) {
    return c == CostHull.IDLE ? 0 : columnsByJob.rate[c];
  }

  private AllocationProgram build(AllocationProgram whole, int undecided) {
    int pairs = (int) Arrays.stream(groups).filter(this::isPair).count();
    ProgramColumns small = whole.columns().select(kept).withRoom(groups.length + pairs);
    int[] use = new int[small.count()];
    double[] requirement = new double[undecided + groups.length];
    double[] weight = new double[requirement.length];
    for (int i = 0; i < kept.length; i++) {
      int m = small.first[i];
      requirement[index[m]] = whole.requirement(m);
      weight[index[m]] = whole.weight(m);
      small.first[i] = index[m];
      small.entry[i] = i;
      use[i] = uses.of[kept[i]];
    }
    int c = kept.length;
    for (int i = 0; i < groups.length; i++) {
      int group = groups[i];
      int job = undecided + i;
      double mean = throughput[group] / size[group];
      double offset = slower[group] / size[group];
      if (whole.hasLevel()) {
        requirement[job] = mean;
      } else {
        weight[job] = worth[group] / StrictMath.pow(mean, whole.power());
      }
      use[c] = group % uses.count();
      set(small, c, job, uses.pool(use[c]), size[group], 1 + offset);
      c++;
      if (isPair(group)) {
        double held = slowerThroughput[group] / mean;
        use[c] = group / uses.count() - 1;
        set(small, c, job, uses.pool(use[c]), held, offset);
        c++;
      }
    }
    return whole
        .rewritten(
            small, new double[requirement.length], i -> 0, i -> requirement[i], i -> weight[i])
        .withRows(uses.rows(use, small.size));
  }

  private static void set(
      ProgramColumns programColumns, int c, int job, int pool, double size, double rate) {
    programColumns.entry[c] = c;
    programColumns.pool[c] = pool;
    programColumns.first[c] = job;
    programColumns.size[c] = size;
    programColumns.rate[c] = rate;
  }

  AllocationProgram program() {
    return program;
  }

  /** Equal factors for all groups, {@code [group]}. */
  double[] alike(double factor) {
    double[] factors = new double[size.length];
    Arrays.fill(factors, factor);
    return factors;
  }

  /** Returns the common factor by which each group's throughputs changed, {@code [group]}. */
  double[] factors(double[] fractions) {
    double[] factor = new double[size.length];
    int c = kept.length;
    for (int group : groups) {
      double part = fractions[c++];
      if (isPair(group)) { // except for dust, all of the time is used
        part /= part + fractions[c++];
      }
      factor[group] = (slower[group] + part * size[group]) / throughput[group];
    }
    return factor;
  }

  /**
   * Returns the fractions of the whole program, {@code [column]}. Decided jobs get their throughput
   * times a factor.
   *
   * @param fractions of the small program, {@code [column]}
   * @param factor of each group, {@code [group]}
   */
  double[] undo(double[] fractions, double[] factor) {
    double[] x = new double[columnsByJob.rate.length];
    for (int i = 0; i < kept.length; i++) {
      x[kept[i]] = fractions[i];
    }
    for (int m = 0; m < columnsByJob.jobs; m++) {
      undo(m, factor, x);
    }
    return x;
  }

  private void undo(int m, double[] factor, double[] x) {
    if (columnChoice.isDecided(m)) {
      int group = group(m);
      int from = columnChoice.from[m];
      int to = columnChoice.to[m];
      if (isAtCorner(group)) {
        x[to] = factor[group];
        return;
      }
      double rate = rate(from);
      x[to] = (columnChoice.throughput[m] * factor[group] - rate) / (rate(to) - rate);
      if (from != CostHull.IDLE) {
        x[from] = 1 - x[to];
      }
    }
  }

  /** Returns the price of an undecided job's throughput. */
  double owed(int m, Prices prices) {
    return prices.ofThroughput(index[m]);
  }
}
