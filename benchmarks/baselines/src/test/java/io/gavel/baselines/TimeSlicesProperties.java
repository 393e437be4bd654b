package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Slices of rigid jobs against a search of all jobs for each slice. */
class TimeSlicesProperties {

  private static AllocationProblem problem(Draws random, int jobs, int types) {
    WorkerType[] cluster = new WorkerType[types];
    Arrays.setAll(cluster, j -> new WorkerType("type" + j, 1 + random.nextInt(6)));
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(cluster));
    for (int m = 0; m < jobs; m++) {
      Job job = Job.builder("job" + m).scaleFactor(1 + random.nextInt(3)).build();
      problem.job(job, random.ints(types, 0, 9).asDoubleStream().toArray());
    }
    return problem.build();
  }

  /** Concave; many gains are equal, first ones are infinite for some, and some are always 0. */
  private static TimeSlices.Value value(int[] worth) {
    return (m, rate) ->
        switch (worth[m] % 3) {
          case 0 -> worth[m] == 0 ? 0 : -worth[m] / rate;
          case 1 -> worth[m] * Math.min(rate, 4);
          default -> worth[m] * Math.sqrt(rate);
        };
  }

  /**
   * Gives each slice to the job with the largest gain per worker, the earlier one of equal jobs.
   */
  private static double[] searched(AllocationProblem problem, int slices, TimeSlices.Value value) {
    int types = problem.cluster().typeCount();
    double[] left = new double[types];
    Arrays.setAll(left, j -> problem.cluster().type(j).workers() * (double) slices);
    int[] given = new int[problem.jobCount() * types];
    double[] throughput = new double[problem.jobCount()];
    while (true) {
      int best = -1;
      double most = 0;
      for (int m = 0; m < problem.jobCount(); m++) {
        int fastest = fastest(problem, m, left);
        int[] own = Arrays.copyOfRange(given, m * types, (m + 1) * types);
        if (fastest >= 0 && Arrays.stream(own).sum() < slices) {
          double more = throughput[m] + rate(problem, m, fastest) / slices;
          double gain =
              (value.of(m, more) - value.of(m, throughput[m])) / problem.job(m).scaleFactor();
          if (gain > most) {
            best = m * types + fastest;
            most = gain;
          }
        }
      }
      if (best < 0) {
        return Arrays.stream(given).mapToDouble(count -> (double) count / slices).toArray();
      }
      given[best]++;
      throughput[best / types] += rate(problem, best / types, best % types) / slices;
      left[best % types] -= problem.job(best / types).scaleFactor();
    }
  }

  private static int fastest(AllocationProblem problem, int m, double[] left) {
    int fastest = -1;
    for (int j = 0; j < left.length; j++) {
      boolean fits = problem.job(m).scaleFactor() <= left[j];
      double faster = fastest < 0 ? 0 : rate(problem, m, fastest);
      fastest = fits && rate(problem, m, j) > faster ? j : fastest;
    }
    return fastest;
  }

  private static double rate(AllocationProblem problem, int m, int j) {
    return problem.runs(m, j) ? problem.throughputs().stepsPerSecond(m, j) : 0;
  }

  @Property
  void fractions_rigidJobs_areThoseOfTheSearch(
      @ForAll Draws random,
      @ForAll @IntRange(min = 1, max = 30) int jobs,
      @ForAll @IntRange(min = 1, max = 3) int types,
      @ForAll @IntRange(min = 1, max = 6) int slices) {
    AllocationProblem problem = problem(random, jobs, types);
    TimeSlices.Value value = value(random.ints(jobs, 0, 20).toArray());
    assertArrayEquals(
        searched(problem, slices, value), TimeSlices.fractions(problem, slices, value));
  }
}
