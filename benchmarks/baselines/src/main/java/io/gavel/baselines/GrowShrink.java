package io.gavel.baselines;

/**
 * Sizes elastic jobs as in Gandiva (OSDI 2018): jobs that can run on more workers than they asked
 * for use idle workers, and return them when other jobs need them. Stateless and thread-safe.
 *
 * <p>Sizes are computed again whenever jobs arrive or depart. They depend on the requested workers,
 * not on the current ones, so a new job gets its workers before any job grows. The policy then gets
 * jobs with these scale factors. The caller must know or measure that growing is useful.
 */
public final class GrowShrink {

  private GrowShrink() {}

  /**
   * Sizes jobs: in order, each job gets all the workers it asks for, or none. Then idle workers go
   * to running jobs, one each in turn.
   *
   * @param asked the workers that each job asks for, {@code [job]}, at least 1; not modified
   * @param most the most workers that each job can use, {@code [job]}, at least the number it asks
   *     for; not modified
   * @param workers the number of workers, at least 0
   * @return the workers of each job, {@code [job]}; 0 for jobs that wait
   * @throws IllegalArgumentException naming the job whose numbers are out of range
   */
  public static int[] sizes(int[] asked, int[] most, int workers) {
    int[] sizes = new int[asked.length];
    int idle = workers;
    for (int m = 0; m < sizes.length; m++) {
      if (!(asked[m] >= 1 && most[m] >= asked[m])) {
        throw new IllegalArgumentException(
            ("job %s asks for %s workers and can use %s; it must ask for at least 1 and be able to"
                    + " use all of them")
                .formatted(m, asked[m], most[m]));
      }
      if (asked[m] <= idle) {
        sizes[m] = asked[m];
        idle -= asked[m];
      }
    }
    boolean grown = true;
    while (idle > 0 && grown) {
      grown = false;
      for (int m = 0; m < sizes.length && idle > 0; m++) {
        if (sizes[m] > 0 && sizes[m] < most[m]) {
          sizes[m]++;
          idle--;
          grown = true;
        }
      }
    }
    return sizes;
  }
}
