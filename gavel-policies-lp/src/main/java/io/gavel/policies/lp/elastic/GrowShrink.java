package io.gavel.policies.lp.elastic;

/**
 * How Gandiva (OSDI 2018) lets jobs that can run on more workers than they asked for use idle ones,
 * and takes them back when somebody asks. Stateless; for any thread.
 *
 * <p>Sizes are found anew whenever jobs come or go, from what was asked and not from what jobs
 * have, so that a newcomer finds its workers before anybody grows. A policy is then given jobs of
 * these scale factors; that growing pays, the caller knows or measures.
 */
public final class GrowShrink {

  private GrowShrink() {}

  /**
   * Sizes jobs: in order, each gets what it asks for, all or nothing; then idle workers go to jobs
   * that run, one each in turn.
   *
   * @param asked workers that each job asks for, {@code [job]}, at least 1; not modified
   * @param most workers that each job can use, {@code [job]}, at least what it asks for; not
   *     modified
   * @param workers how many there are, at least 0
   * @return workers of each job, {@code [job]}; 0 for jobs that wait
   * @throws IllegalArgumentException naming the job whose numbers are out of range
   */
  public static int[] sizes(int[] asked, int[] most, int workers) {
    int[] sizes = new int[asked.length];
    int idle = workers;
    for (int m = 0; m < sizes.length; m++) {
      if (!(asked[m] >= 1 && most[m] >= asked[m])) {
        throw new IllegalArgumentException(
            "job %d asks for %d workers and can use %d; must be at least 1 and at least as many"
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
