package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.lp.solver.coefficients.Entries;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A stratified sample of the jobs of a program. The jobs are laid in a row, each as long as its
 * size, and the row is cut into stretches of equal length. One job is drawn from each stretch, with
 * a fixed seed, and represents the size of the stretch. Jobs that are longer than a stretch are all
 * part of the sample and not of the row, so that a few large jobs do not take most draws. Jobs of
 * different classes of {@link Uses} lie in different rows, and rows of few jobs are cut into
 * shorter stretches, so that the prices of coupling rows are as good.
 *
 * @param program the drawn jobs, each scaled to the jobs that it represents
 * @param error about the relative error of the prices of pools and of the level, a standard error
 *     of a mean: one over the square root of the number of draws if no job is large
 * @param errorOfClass the same of the class of jobs of which it is largest
 */
record JobSample(AllocationProgram program, double error, double errorOfClass) {

  private static final long SEED = 20201104;

  /** The least number of stretches of a row, unless it has fewer jobs. */
  private static final int LEAST = 200;

  /**
   * Draws a sample.
   *
   * @param program without pairs, with columns ordered by job
   * @param uses the uses of workers by its columns
   * @param draws the least number of stretches
   */
  static JobSample of(AllocationProgram program, Uses uses, int draws) {
    ProgramColumns programColumns = program.columns();
    double[] size = new double[program.jobCount()];
    int[] start = programColumns.starts(size.length);
    for (int m = 0; m < size.length; m++) { // the first column counts
      size[m] = start[m] < start[m + 1] ? programColumns.size[start[m]] : 0;
    }
    int[] row = uses.classOfJob;
    Stretches stretches = Stretches.of(size, row, uses.classes(), draws);
    double[] stretch = stretches.length;
    SplittableRandom random = new SplittableRandom(SEED);
    Entries drawnJobs = new Entries(); // with the number of copies of each
    int columns = 0;
    int[] drawn = new int[stretch.length];
    double[] end = new double[stretch.length];
    double[] next = new double[stretch.length];
    Arrays.setAll(next, r -> random.nextDouble() * stretch[r]);
    for (int m = 0; m < size.length; m++) {
      int r = row[m];
      double times = 0;
      if (size[m] >= stretch[r]) {
        times = size[m] > 0 ? 1 : 0;
      } else {
        end[r] += size[m];
        while (next[r] < end[r]) {
          times += stretch[r] / size[m];
          next[r] = (++drawn[r] + random.nextDouble()) * stretch[r];
        }
      }
      if (times > 0) {
        drawnJobs.add(m, times);
        columns += start[m + 1] - start[m];
      }
    }
    int[] job = drawnJobs.indices();
    double[] copies = drawnJobs.values();
    int[] kept = new int[columns];
    int[] of = new int[columns];
    int count = 0;
    for (int i = 0; i < job.length; i++) {
      for (int c = start[job[i]]; c < start[job[i] + 1]; c++) {
        of[count] = i;
        kept[count++] = c;
      }
    }
    ProgramColumns sample = programColumns.select(kept);
    int[] use = new int[count];
    for (int c = 0; c < count; c++) {
      use[c] = uses.of[kept[c]];
      sample.entry[c] = c;
      sample.size[c] *= copies[of[c]];
      sample.first[c] = of[c];
    }
    double[] floor = new double[job.length];
    Arrays.setAll(floor, i -> program.floor(job[i]));
    return new JobSample(
        program
            .rewritten(
                sample,
                floor,
                c -> copies[of[c]] * program.gain(kept[c]),
                i -> program.requirement(job[i]),
                i -> copies[i] * program.weight(job[i]))
            .withRows(uses.rows(use, sample.size)),
        stretches.error,
        stretches.errorOfClass);
  }

  /** The stretches of each row; there is a row for each class. */
  private static final class Stretches {

    /** The length of a stretch, {@code [row]}. */
    private final double[] length;

    /**
     * That of the sum of the sizes of the jobs that one draw from each stretch represents, relative
     * to the sum of all sizes.
     */
    private final double error;

    /** The largest of the same of each row. */
    private final double errorOfClass;

    private Stretches(double[] length, double error, double errorOfClass) {
      this.length = length;
      this.error = error;
      this.errorOfClass = errorOfClass;
    }

    static Stretches of(double[] size, int[] row, int rows, int draws) {
      double[] jobs = new double[rows];
      for (int r : row) {
        jobs[r]++;
      }
      double[] length = new double[rows];
      Arrays.fill(length, Double.POSITIVE_INFINITY);
      double[] sizes = shorter(size, row, length);
      double[] left = sizes;
      double all = Arrays.stream(left).sum();
      double[] drawn = new double[rows];
      for (int r = 0; r < rows; r++) {
        drawn[r] = Math.max(draws * left[r] / all, Math.min(LEAST, jobs[r]));
      }
      double[] before;
      double variance;
      do { // shorter stretches leave fewer jobs, and these leave shorter stretches
        variance = 0;
        for (int r = 0; r < rows; r++) {
          length[r] = left[r] / drawn[r];
          variance += left[r] * length[r];
        }
        before = left;
        left = shorter(size, row, length);
      } while (!Arrays.equals(before, left));
      double ofClass = 0;
      for (int r = 0; r < rows; r++) {
        ofClass =
            left[r] > 0 ? Math.max(ofClass, Math.sqrt(left[r] * length[r]) / sizes[r]) : ofClass;
      }
      return new Stretches(length, Math.sqrt(variance) / all, ofClass);
    }

    /**
     * Returns the sizes of all jobs that are shorter than a stretch of their row, {@code [row]}.
     */
    private static double[] shorter(double[] size, int[] row, double[] length) {
      double[] sums = new double[length.length];
      for (int m = 0; m < size.length; m++) {
        sums[row[m]] += size[m] < length[row[m]] ? size[m] : 0;
      }
      return sums;
    }
  }
}
