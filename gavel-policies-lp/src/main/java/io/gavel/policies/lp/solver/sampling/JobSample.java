package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.lp.solver.coefficients.Objective;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A few jobs that stand for all jobs of a program: with jobs in a row, each as long as it is large,
 * one is drawn from each of many stretches of equal length, with the same numbers each time, and
 * counts as much as the stretch. So large jobs are always there. Prices of pools and level are
 * those of the whole but for a part of about one over the root of the number of stretches.
 */
final class JobSample {

  private static final long SEED = 20201104;

  private JobSample() {}

  /**
   * Draws.
   *
   * @param program without pairs, with columns ordered by job
   * @param draws how many stretches
   */
  static AllocationProgram of(AllocationProgram program, int draws) {
    ProgramColumns programColumns = program.columns();
    double[] size = new double[program.jobCount()];
    for (int c = 0; c < programColumns.count(); c++) {
      size[programColumns.first[c]] = programColumns.size[c];
    }
    double stretch = Arrays.stream(size).sum() / draws;
    SplittableRandom random = new SplittableRandom(SEED);
    int[] index = new int[size.length];
    double[] stands = new double[size.length];
    int[] drawnJobs = new int[draws];
    int jobs = 0;
    int drawn = 0;
    double end = 0;
    double next = random.nextDouble() * stretch;
    for (int m = 0; m < size.length; m++) {
      end += size[m];
      for (; drawn < draws && next < end; next = (++drawn + random.nextDouble()) * stretch) {
        stands[m] += stretch / size[m];
      }
      if (stands[m] > 0) {
        drawnJobs[jobs] = m;
        index[m] = jobs++;
      }
    }
    int[] kept = new int[programColumns.count()];
    int count = 0;
    for (int c = 0; c < kept.length; c++) {
      if (stands[programColumns.first[c]] > 0) {
        kept[count++] = c;
      }
    }
    ProgramColumns few = programColumns.select(Arrays.copyOf(kept, count));
    for (int c = 0; c < count; c++) {
      few.entry[c] = c;
      few.size[c] *= stands[few.first[c]];
      few.first[c] = index[few.first[c]];
    }
    Objective sampled =
        program
            .objective()
            .with(
                new Objective.Numbers(
                    count,
                    jobs,
                    c -> 0,
                    i -> program.requirement(drawnJobs[i]),
                    i -> stands[drawnJobs[i]] * program.weight(drawnJobs[i])));
    return program.rewritten(few, new double[jobs], sampled);
  }
}
