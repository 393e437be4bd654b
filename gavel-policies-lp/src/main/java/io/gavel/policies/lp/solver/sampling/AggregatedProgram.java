package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.coefficients.ProgramObjective;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Arrays;
import java.util.stream.IntStream;

/*
 * Jobs known to split their time between the same two pools can be aggregated into one. Let s be the size of
 * each, b the rate of its slower column (0 for idling) and b + d the rate of the faster one. At throughput q it
 * spends q/d − b/d of its time on the faster one. So a job of size S = Σs with rates Σs(b/d)/S + 1 and Σs(b/d)/S
 * and throughput Σs(q/d)/S uses the same workers
 * - at any level, if q is a requirement times the level, and
 * - at any prices, if q maximises a utility of power p minus its cost: the throughputs of all jobs of a group
 *   then change by the same factor, since U'(q) d/s is the difference of both prices. The utility of the
 *   aggregated job equals the sum of theirs, up to a constant, if its weight is Σ U'(q)q over its throughput to
 *   the power of p.
 * Jobs that spend all of their time on one column are aggregated into a job with one column and that weight.
 * This requires that a job holds equally many workers on all types; otherwise the certificate would fail.
 */

/**
 * A small program of the undecided jobs and one aggregated job for each group of decided jobs,
 * which use the same two pools or the same one. See {@link WorkingSet}.
 */
final class AggregatedProgram {

  private final ColumnsByJob columnsByJob;
  private final ColumnChoice columnChoice;

  /** The index of each undecided job in the small program, {@code [job]}; −1 for others. */
  private final int[] index;

  private final int[] kept;

  /** The groups that have jobs, in the order of their aggregated jobs, which are the last ones. */
  private final int[] groups;

  /** Sums over the jobs of each group, {@code [group]}. */
  private final double[] size;

  private final double[] throughput;
  private final double[] slower;
  private final double[] worth;

  private final AllocationProgram program;

  /**
   * Aggregates a program.
   *
   * @param columnsByJob the columns of the whole program
   * @param columnChoice the columns that its decided jobs use
   */
  AggregatedProgram(AllocationProgram whole, ColumnsByJob columnsByJob, ColumnChoice columnChoice) {
    this.columnsByJob = columnsByJob;
    this.columnChoice = columnChoice;
    index = new int[columnsByJob.jobs];
    Arrays.fill(index, -1);
    int undecided = 0;
    int[] all = new int[whole.columnCount()];
    int count = 0;
    size = new double[(columnsByJob.pools + 1) * columnsByJob.pools];
    throughput = new double[size.length];
    slower = new double[size.length];
    worth = new double[size.length];
    for (int m = 0; m < columnsByJob.jobs; m++) {
      if (columnChoice.isUndecided(m)) {
        index[m] = undecided++;
        for (int c = columnsByJob.start[m]; c < columnsByJob.start[m + 1]; c++) {
          all[count++] = c;
        }
      } else if (columnChoice.isDecided(m)) {
        add(m);
      }
    }
    kept = Arrays.copyOf(all, count);
    groups = IntStream.range(0, size.length).filter(group -> size[group] > 0).toArray();
    program = build(whole, undecided);
  }

  private void add(int m) {
    int group = group(m);
    double s = columnsByJob.size[columnChoice.to[m]];
    size[group] += s;
    worth[group] += columnChoice.owed[m] * columnChoice.throughput[m];
    if (isAtCorner(group)) {
      throughput[group] += s;
    } else {
      double rate = rate(columnChoice.from[m]);
      double faster = rate(columnChoice.to[m]) - rate;
      throughput[group] += s * columnChoice.throughput[m] / faster;
      slower[group] += s * rate / faster;
    }
  }

  /**
   * The group of a decided job: a slower pool, where 0 is idling, and a faster one; both are the
   * same for a single column.
   */
  private int group(int m) {
    int from = columnChoice.from[m];
    return (from == CostHull.IDLE ? 0 : 1 + columnsByJob.pool[from]) * columnsByJob.pools
        + columnsByJob.pool[columnChoice.to[m]];
  }

  private boolean isAtCorner(int group) {
    return group / columnsByJob.pools - 1 == group % columnsByJob.pools;
  }

  private boolean isPair(int group) {
    return group >= columnsByJob.pools && !isAtCorner(group);
  }

  private double rate(int c) {
    return c == CostHull.IDLE ? 0 : columnsByJob.rate[c];
  }

  private AllocationProgram build(AllocationProgram whole, int undecided) {
    int pairs = (int) Arrays.stream(groups).filter(this::isPair).count();
    ProgramColumns small = whole.columns().select(kept).withRoom(groups.length + pairs);
    double[] requirement = new double[undecided + groups.length];
    double[] weight = new double[requirement.length];
    for (int i = 0; i < kept.length; i++) {
      int m = small.first[i];
      requirement[index[m]] = whole.requirement(m);
      weight[index[m]] = whole.weight(m);
      small.first[i] = index[m];
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
      set(small, c++, job, group % columnsByJob.pools, size[group], 1 + offset);
      if (isPair(group)) {
        set(small, c++, job, group / columnsByJob.pools - 1, size[group], offset);
      }
    }
    ProgramObjective same =
        whole
            .objective()
            .with(
                new ProgramObjective.Numbers(
                    c, requirement.length, i -> 0, i -> requirement[i], i -> weight[i]));
    return whole.rewritten(small, new double[requirement.length], same);
  }

  private static void set(
      ProgramColumns programColumns, int c, int job, int pool, double size, double rate) {
    programColumns.entry[c] = c;
    programColumns.pool[c] = pool;
    programColumns.first[c] = job;
    programColumns.second[c] = ProgramColumns.NONE;
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

  /** The common factor by which each group's throughputs changed, {@code [group]}. */
  double[] factors(double[] fractions) {
    double[] factor = new double[size.length];
    int c = kept.length;
    for (int group : groups) {
      double faster = fractions[c++];
      if (isPair(group)) { // except for dust, all of the time is used
        faster /= faster + fractions[c++];
      }
      factor[group] = (slower[group] + faster * size[group]) / throughput[group];
    }
    return factor;
  }

  /**
   * The fractions of the whole program, {@code [column]}. Decided jobs get their throughput times a
   * factor.
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
      if (columnChoice.isDecided(m)) {
        int group = group(m);
        int from = columnChoice.from[m];
        int to = columnChoice.to[m];
        if (isAtCorner(group)) {
          x[to] = factor[group];
          continue;
        }
        double rate = rate(from);
        x[to] = (columnChoice.throughput[m] * factor[group] - rate) / (rate(to) - rate);
        if (from != CostHull.IDLE) {
          x[from] = 1 - x[to];
        }
      }
    }
    return x;
  }

  /** The price of an undecided job's throughput. */
  double owed(int m, Prices prices) {
    return prices.ofThroughput(index[m]);
  }
}
