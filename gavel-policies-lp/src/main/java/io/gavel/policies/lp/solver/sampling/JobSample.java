package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.coefficients.ProgramObjective;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A stratified sample of the jobs of a program. The jobs are laid in a row, each as long as its
 * size, and the row is cut into stretches of equal length. One job is drawn from each stretch, with
 * a fixed seed, and represents the size of the stretch. Jobs as long as a stretch are taken as they
 * are and lie in no row. The relative error of the prices of pools and of the level is about one
 * over the square root of the number of stretches. Jobs of different classes of {@link Uses} lie in
 * different rows, and rows of few jobs are cut into shorter stretches, so that the prices of
 * coupling rows are as good.
 */
final class JobSample {

  private static final long SEED = 20201104;

  /** The least number of stretches of a row, unless it has fewer jobs. */
  private static final int LEAST = 200;

  private JobSample() {}

  /**
   * Draws a sample.
   *
   * @param program without pairs, with columns ordered by job
   * @param uses the uses of workers by its columns
   * @param draws the least number of stretches
   */
  static AllocationProgram of(AllocationProgram program, Uses uses, int draws) {
    ProgramColumns programColumns = program.columns();
    double[] size = new double[program.jobCount()];
    int[] row = uses.classOfJob;
    for (int c = programColumns.count() - 1; c >= 0; c--) { // the first column counts
      int m = programColumns.first[c];
      size[m] = programColumns.size[c];
    }
    boolean[] taken = new boolean[size.length];
    double[] stretch = stretches(size, row, uses.classes(), draws, taken);
    SplittableRandom random = new SplittableRandom(SEED);
    int[] index = new int[size.length];
    double[] copies = new double[size.length];
    int[] drawnJobs = new int[size.length];
    int jobs = 0;
    int[] drawn = new int[stretch.length];
    double[] end = new double[stretch.length];
    double[] next = new double[stretch.length];
    Arrays.setAll(next, r -> random.nextDouble() * stretch[r]);
    for (int m = 0; m < size.length; m++) {
      int r = row[m];
      copies[m] = taken[m] ? 1 : 0;
      end[r] += taken[m] ? 0 : size[m];
      while (next[r] < end[r]) {
        copies[m] += stretch[r] / size[m];
        next[r] = (++drawn[r] + random.nextDouble()) * stretch[r];
      }
      if (copies[m] > 0) {
        drawnJobs[jobs] = m;
        index[m] = jobs++;
      }
    }
    int[] kept = new int[programColumns.count()];
    int count = 0;
    for (int c = 0; c < kept.length; c++) {
      if (copies[programColumns.first[c]] > 0) {
        kept[count++] = c;
      }
    }
    ProgramColumns sample = programColumns.select(Arrays.copyOf(kept, count));
    int[] use = new int[count];
    for (int c = 0; c < count; c++) {
      use[c] = uses.of[kept[c]];
      sample.entry[c] = c;
      sample.size[c] *= copies[sample.first[c]];
      sample.first[c] = index[sample.first[c]];
    }
    ProgramObjective sampled =
        program
            .objective()
            .with(
                new ProgramObjective.Numbers(
                    count,
                    jobs,
                    c -> copies[drawnJobs[sample.first[c]]] * program.gain(kept[c]),
                    i -> program.requirement(drawnJobs[i]),
                    i -> copies[drawnJobs[i]] * program.weight(drawnJobs[i])));
    double[] floor = new double[jobs];
    Arrays.setAll(floor, i -> program.floor(drawnJobs[i]));
    return program.rewritten(sample, floor, sampled).withRows(uses.rows(use, sample.size));
  }

  /**
   * The lengths of the stretches of each row; there is a row for each class.
   *
   * @param taken receives whether a job lies in no row, {@code [job]}
   */
  private static double[] stretches(
      double[] size, int[] row, int rows, int draws, boolean[] taken) {
    double[] stretch = new double[rows];
    boolean longer = true;
    while (longer) { // without the longest jobs, stretches are shorter
      double[] length = new double[rows];
      int[] jobs = new int[rows];
      for (int m = 0; m < size.length; m++) {
        length[row[m]] += taken[m] ? 0 : size[m];
        jobs[row[m]] += taken[m] ? 0 : 1;
      }
      double all = Arrays.stream(length).sum();
      Arrays.setAll(
          stretch, r -> length[r] / Math.max(draws * length[r] / all, Math.min(LEAST, jobs[r])));
      longer = false;
      for (int m = 0; m < size.length; m++) {
        boolean isLong = !taken[m] && size[m] >= stretch[row[m]];
        taken[m] |= isLong;
        longer |= isLong;
      }
    }
    return stretch;
  }
}
