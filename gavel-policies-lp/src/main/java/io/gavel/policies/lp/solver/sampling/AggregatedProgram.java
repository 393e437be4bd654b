package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.coefficients.Objective;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Arrays;
import java.util.stream.IntStream;

/*
 * All jobs that certainly use the same two pools are as good as one job. Let s be the size of each, b the rate
 * of its slower column (0 for idling) and d how much faster the other is. At throughput q it spends
 * q/d − b/d of its time on the faster one. So a job of size S = Σs with rates Σs(b/d)/S + 1 and Σs(b/d)/S and
 * throughput Σs(q/d)/S uses the same workers
 * - at any level, if q is a requirement times the level, and
 * - at any prices, if q maximises a utility of power p less what it costs: all of a kind then change by the
 *   same factor, for U'(q) d/s is the difference of both prices. Its utility is worth as much as all of
 *   theirs, but for a constant, if its weight is Σ U'(q)q over its throughput to the power of p.
 * Jobs that spend all of their time on one column are a job with one column, and the same weight.
 * A job holds as many workers on one type as on another; were it otherwise, no proof would hold.
 */

/**
 * The undecided jobs of a program beside one job for all the others of each kind: those that use
 * the same two pools, or one. See {@link WorkingSet}.
 */
final class AggregatedProgram {

  private final ColumnsByJob columnsByJob;
  private final ColumnChoice columnChoice;

  /** The undecided jobs in the small program, {@code [job]}; -1 for others. */
  private final int[] index;

  private final int[] kept;

  /** The kinds that there are, in the order of their jobs, which are the last ones. */
  private final int[] kinds;

  /** What the jobs of each kind add up to, {@code [kind]}. */
  private final double[] size;

  private final double[] throughput;
  private final double[] slower;
  private final double[] worth;

  private final AllocationProgram program;

  /** A small program; the blocks are those of the whole. */
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
    kinds = IntStream.range(0, size.length).filter(kind -> size[kind] > 0).toArray();
    program = build(whole, undecided);
  }

  private void add(int m) {
    int kind = kind(m);
    double s = columnsByJob.size[columnChoice.to[m]];
    size[kind] += s;
    worth[kind] += columnChoice.owed[m] * columnChoice.throughput[m];
    if (isAtCorner(kind)) {
      throughput[kind] += s;
    } else {
      double rate = rate(columnChoice.from[m]);
      double faster = rate(columnChoice.to[m]) - rate;
      throughput[kind] += s * columnChoice.throughput[m] / faster;
      slower[kind] += s * rate / faster;
    }
  }

  /** Two pools of different places, idling being the first; the same one for a single column. */
  private int kind(int m) {
    int from = columnChoice.from[m];
    return (from == CostHull.IDLE ? 0 : 1 + columnsByJob.pool[from]) * columnsByJob.pools
        + columnsByJob.pool[columnChoice.to[m]];
  }

  private boolean isAtCorner(int kind) {
    return kind / columnsByJob.pools - 1 == kind % columnsByJob.pools;
  }

  private boolean isPair(int kind) {
    return kind >= columnsByJob.pools && !isAtCorner(kind);
  }

  private double rate(int c) {
    return c == CostHull.IDLE ? 0 : columnsByJob.rate[c];
  }

  private AllocationProgram build(AllocationProgram whole, int undecided) {
    int pairs = (int) Arrays.stream(kinds).filter(this::isPair).count();
    ProgramColumns small = whole.columns().select(kept).withRoom(kinds.length + pairs);
    double[] requirement = new double[undecided + kinds.length];
    double[] weight = new double[requirement.length];
    for (int i = 0; i < kept.length; i++) {
      int m = small.first[i];
      requirement[index[m]] = whole.requirement(m);
      weight[index[m]] = whole.weight(m);
      small.first[i] = index[m];
    }
    int c = kept.length;
    for (int i = 0; i < kinds.length; i++) {
      int kind = kinds[i];
      int job = undecided + i;
      double mean = throughput[kind] / size[kind];
      double offset = slower[kind] / size[kind];
      if (whole.hasLevel()) {
        requirement[job] = mean;
      } else {
        weight[job] = worth[kind] / StrictMath.pow(mean, whole.power());
      }
      set(small, c++, job, kind % columnsByJob.pools, size[kind], 1 + offset);
      if (isPair(kind)) {
        set(small, c++, job, kind / columnsByJob.pools - 1, size[kind], offset);
      }
    }
    Objective same =
        whole
            .objective()
            .with(
                new Objective.Numbers(
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

  /** The same factor for all kinds. */
  double[] alike(double factor) {
    double[] factors = new double[size.length];
    Arrays.fill(factors, factor);
    return factors;
  }

  /** What became of the throughputs of all jobs of a kind, as a factor, {@code [kind]}. */
  double[] factors(double[] fractions) {
    double[] factor = new double[size.length];
    int c = kept.length;
    for (int kind : kinds) {
      double faster = fractions[c++];
      if (isPair(kind)) { // but for dust, all of the time is used
        faster /= faster + fractions[c++];
      }
      factor[kind] = (slower[kind] + faster * size[kind]) / throughput[kind];
    }
    return factor;
  }

  /**
   * Everybody's fractions: those of undecided jobs, and of the others what gives them their
   * throughput times a factor.
   *
   * @param factor {@code [kind]}
   */
  double[] undo(double[] fractions, double[] factor) {
    double[] x = new double[columnsByJob.rate.length];
    for (int i = 0; i < kept.length; i++) {
      x[kept[i]] = fractions[i];
    }
    for (int m = 0; m < columnsByJob.jobs; m++) {
      if (columnChoice.isDecided(m)) {
        int kind = kind(m);
        int from = columnChoice.from[m];
        int to = columnChoice.to[m];
        if (isAtCorner(kind)) {
          x[to] = factor[kind];
          continue;
        }
        double rate = rate(from);
        x[to] = (columnChoice.throughput[m] * factor[kind] - rate) / (rate(to) - rate);
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
