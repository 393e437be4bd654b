package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.coefficients.ProgramObjective;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A stratified sample of the jobs of a program. The jobs are laid in a row, each as long as its
 * size, and the row is cut into stretches of equal length. One job is drawn from each stretch, with
 * a fixed seed, and represents the size of the stretch. So large jobs are always drawn. The
 * relative error of the prices of pools and of the level is about one over the square root of the
 * number of stretches.
 */
final class JobSample {

  private static final long SEED = 20201104;

  private JobSample() {}

  /**
   * Draws a sample.
   *
   * @param program without pairs, with columns ordered by job
   * @param draws the number of stretches
   */
  static AllocationProgram of(AllocationProgram program, int draws) {
    ProgramColumns programColumns = program.columns();
    double[] size = new double[program.jobCount()];
    for (int c = programColumns.count() - 1; c >= 0; c--) { // the first column counts
      size[programColumns.first[c]] = programColumns.size[c];
    }
    double stretch = Arrays.stream(size).sum() / draws;
    SplittableRandom random = new SplittableRandom(SEED);
    int[] index = new int[size.length];
    double[] copies = new double[size.length];
    int[] drawnJobs = new int[draws];
    int jobs = 0;
    int drawn = 0;
    double end = 0;
    double next = random.nextDouble() * stretch;
    for (int m = 0; m < size.length; m++) {
      end += size[m];
      for (; drawn < draws && next < end; next = (++drawn + random.nextDouble()) * stretch) {
        copies[m] += stretch / size[m];
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
    for (int c = 0; c < count; c++) {
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
                    c -> 0,
                    i -> program.requirement(drawnJobs[i]),
                    i -> copies[drawnJobs[i]] * program.weight(drawnJobs[i])));
    return program.rewritten(sample, new double[jobs], sampled);
  }
}
