package io.gavel.policies.lp.solver;

import io.gavel.policies.Prices;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The undecided jobs of a program beside one job for all the others of each kind: those that use
 * the same two pools, or one. See {@link WorkingSet}.
 */
final class SmallProgram {

  private final int columns;

  /** The undecided jobs in the small program, {@code [job]}; -1 for others. */
  private final int[] index;

  private final int[] kept;
  private final AllocationProgram program;

  /**
   * A small program.
   *
   * @param to the faster column of each decided job, {@code [job]}; negative for jobs that are not
   * @param from the slower one, or {@link CheapestUse#IDLE}
   */
  SmallProgram(AllocationProgram whole, Blocks blocks, int[] from, int[] to) {
    columns = whole.columnCount();
    index = new int[blocks.jobs];
    Arrays.fill(index, -1);
    int undecided = 0;
    int[] all = new int[columns];
    int count = 0;
    int pools = blocks.pools;
    double[] size = new double[(pools + 1) * pools];
    double[] alpha = new double[size.length];
    double[] beta = new double[size.length];
    for (int m = 0; m < blocks.jobs; m++) {
      if (blocks.requirement[m] > 0 && to[m] < 0) {
        index[m] = undecided++;
        for (int c = blocks.start[m]; c < blocks.start[m + 1]; c++) {
          all[count++] = c;
        }
      } else if (to[m] >= 0) {
        boolean alone = from[m] == CheapestUse.IDLE;
        int kind = (alone ? 0 : 1 + blocks.pool[from[m]]) * pools + blocks.pool[to[m]];
        double slower = alone ? 0 : blocks.rate[from[m]];
        double faster = blocks.rate[to[m]] - slower;
        double s = blocks.size[to[m]];
        size[kind] += s;
        alpha[kind] += s * blocks.requirement[m] / faster;
        beta[kind] += s * slower / faster;
      }
    }
    kept = Arrays.copyOf(all, count);
    program = build(whole, undecided, size, alpha, beta);
  }

  private AllocationProgram build(
      AllocationProgram whole, int undecided, double[] size, double[] alpha, double[] beta) {
    int pools = whole.poolCount();
    int[] kinds = IntStream.range(0, size.length).filter(i -> size[i] > 0).toArray();
    int pairs = (int) Arrays.stream(kinds).filter(kind -> kind >= pools).count();
    Columns small = whole.columns().select(kept).withRoom(kinds.length + pairs);
    double[] requirement = new double[undecided + kinds.length];
    for (int i = 0; i < kept.length; i++) {
      int m = small.first[i];
      requirement[index[m]] = whole.requirement(m);
      small.first[i] = index[m];
    }
    int c = kept.length;
    for (int i = 0; i < kinds.length; i++) {
      int kind = kinds[i];
      double offset = beta[kind] / size[kind];
      requirement[undecided + i] = alpha[kind] / size[kind];
      set(small, c++, undecided + i, kind % pools, size[kind], 1 + offset);
      if (kind >= pools) {
        set(small, c++, undecided + i, kind / pools - 1, size[kind], offset);
      }
    }
    double[] workers = new double[pools];
    Arrays.setAll(workers, whole::workers);
    double[] none = new double[requirement.length];
    return new AllocationProgram(workers, small, new double[c], none, requirement);
  }

  private static void set(Columns columns, int c, int job, int pool, double size, double rate) {
    columns.entry[c] = c;
    columns.pool[c] = pool;
    columns.first[c] = job;
    columns.second[c] = Columns.NONE;
    columns.size[c] = size;
    columns.rate[c] = rate;
  }

  AllocationProgram program() {
    return program;
  }

  /** The fractions of undecided jobs in their places, and 0 elsewhere. */
  double[] undo(double[] fractions) {
    double[] x = new double[columns];
    for (int i = 0; i < kept.length; i++) {
      x[kept[i]] = fractions[i];
    }
    return x;
  }

  /** The price of an undecided job's throughput. */
  double owed(int m, Prices prices) {
    return prices.ofThroughput(index[m]);
  }
}
