package io.gavel.policies.lp.solver.internal.price;

import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.coefficients.Entries;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.internal.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A stratified sample of the jobs of a program. The jobs are laid in a row, each as long as its
 * size, and the row is cut into stretches of equal length. One job is drawn from each stretch, with
 * a fixed seed, and represents the size of the stretch. Jobs that are longer than a stretch are all
 * part of the sample and not of the row, so that a few large jobs do not take most draws. Each
 * class of jobs, which are those with the same last coupling row, has a row of its own, and rows of
 * few jobs are cut into shorter stretches, so that the prices of coupling rows are as good.
 */
final class JobSample {

  private static final long SEED = 20201104;

  private final PricedProgram whole;
  private final double[] size;
  private final int[] classOf;

  /** The length of a stretch of each class, {@code [class]}. */
  private final double[] length;

  private double error;

  private JobSample(PricedProgram whole, int[] classOf) {
    this.whole = whole;
    this.classOf = classOf;
    ColumnsByJob columns = whole.columns;
    size = new double[columns.jobs];
    for (int m = 0; m < size.length; m++) { // the first column counts
      boolean runs = columns.start[m] < columns.start[m + 1];
      size[m] = runs ? columns.size[columns.start[m]] : 0;
    }
    length = new double[1 + Arrays.stream(classOf).max().orElse(0)];
  }

  /**
   * Plans a sample.
   *
   * @param classOf as of {@link #classes}
   * @param draws the number of stretches
   * @param least the least number of stretches of a class, unless it has fewer jobs
   */
  static JobSample of(PricedProgram whole, int[] classOf, int draws, int least) {
    JobSample sample = new JobSample(whole, classOf);
    sample.cut(draws, least);
    return sample;
  }

  /** Returns the class of each job, numbered from 0, {@code [job]}. */
  static int[] classes(PricedProgram whole) {
    AllocationProgram program = whole.program;
    int[] classOf = new int[program.jobCount()];
    for (int i = 0; i < program.rows().count(); i++) {
      int row = i + 1;
      program.rows().forEach(i, (c, a) -> classOf[program.first(c)] = row);
    }
    int[] found = Arrays.stream(classOf).distinct().sorted().toArray();
    Arrays.setAll(classOf, m -> Arrays.binarySearch(found, classOf[m]));
    return classOf;
  }

  private void cut(int draws, int least) {
    double[] jobs = new double[length.length];
    for (int r : classOf) {
      jobs[r]++;
    }
    Arrays.fill(length, Double.POSITIVE_INFINITY);
    double[] left = shorter();
    double all = Arrays.stream(left).sum();
    double[] drawn = new double[length.length];
    for (int r = 0; r < drawn.length; r++) {
      drawn[r] = Math.max(draws * left[r] / all, Math.min(least, jobs[r]));
    }
    double[] before;
    double variance;
    do { // shorter stretches leave fewer jobs, and these leave shorter stretches
      variance = 0;
      for (int r = 0; r < drawn.length; r++) {
        length[r] = left[r] / drawn[r];
        variance += left[r] * length[r];
      }
      before = left;
      left = shorter();
    } while (!Arrays.equals(before, left));
    error = Math.sqrt(variance) / all;
  }

  private double requirement(int m, double full) {
    double requirement = whole.columns.requirement[m];
    return full > 0 ? Math.min(requirement, whole.fastest[m] / full) : requirement;
  }

  /** Returns the sizes of all jobs that are shorter than a stretch of their class. */
  private double[] shorter() {
    double[] sums = new double[length.length];
    for (int m = 0; m < size.length; m++) {
      sums[classOf[m]] += size[m] < length[classOf[m]] ? size[m] : 0;
    }
    return sums;
  }

  /**
   * Returns about the relative error of the prices of the sample, a standard error of a mean: one
   * over the square root of the number of draws if no job is large.
   */
  double error() {
    return error;
  }

  /**
   * Returns the program of the drawn jobs, each scaled to the jobs that it represents.
   *
   * @param full the level from which on jobs need no more than full time on their fastest column
   */
  AllocationProgram program(double full) {
    ColumnsByJob columns = whole.columns;
    Entries drawn = new Entries(); // with the number of copies of each
    SplittableRandom random = new SplittableRandom(SEED);
    int[] stretches = new int[length.length];
    double[] end = new double[length.length];
    double[] next = new double[length.length];
    Arrays.setAll(next, r -> random.nextDouble() * length[r]);
    int count = 0;
    for (int m = 0; m < size.length; m++) {
      int r = classOf[m];
      double times = 0;
      if (size[m] >= length[r]) {
        times = size[m] > 0 ? 1 : 0;
      } else {
        end[r] += size[m];
        while (next[r] < end[r]) {
          times += length[r] / size[m];
          next[r] = (++stretches[r] + random.nextDouble()) * length[r];
        }
      }
      if (times > 0) {
        drawn.add(m, times);
        count += columns.start[m + 1] - columns.start[m];
      }
    }
    int[] job = drawn.indices();
    double[] copies = drawn.values();
    int[] kept = new int[count];
    int[] of = new int[count];
    double[] factor = new double[count];
    int at = 0;
    for (int i = 0; i < job.length; i++) {
      for (int c = columns.start[job[i]]; c < columns.start[job[i] + 1]; c++) {
        of[at] = i;
        factor[at] = copies[i];
        kept[at++] = c;
      }
    }
    AllocationProgram program = whole.program;
    ProgramColumns sample = Programs.columns(program).select(kept);
    for (int c = 0; c < count; c++) {
      sample.entry[c] = c;
      sample.size[c] *= factor[c];
      sample.first[c] = of[c];
    }
    double[] floor = new double[job.length];
    Arrays.setAll(floor, i -> columns.floor[job[i]]);
    return Programs.rewritten(
            program.withRows(CouplingRows.none()),
            sample,
            floor,
            c -> factor[c] * program.gain(kept[c]),
            i -> requirement(job[i], full),
            i -> copies[i] * columns.weight[job[i]])
        .withRows(whole.rows(kept, factor, new double[program.rows().count()]));
  }
}
