package io.gavel.policies.lp.living;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.random.RandomGenerator;

/** Jobs of three types of workers, whose rates differ. */
final class LivingProblems {

  private LivingProblems() {}

  static Cluster cluster(int ofEach) {
    return Cluster.of(
        new WorkerType("a", ofEach), new WorkerType("b", ofEach), new WorkerType("c", ofEach));
  }

  static double[] rates(RandomGenerator random, int scale) {
    double base = StrictMath.exp(4 * random.nextDouble()) * scale;
    return new double[] {
      base * (2 + 8 * random.nextDouble()), base * (1 + random.nextDouble()), base
    };
  }

  static Job job(RandomGenerator random, String id) {
    return Job.builder(id)
        .scaleFactor(1 << random.nextInt(3))
        .weight(1 + random.nextInt(4))
        .build();
  }

  static AllocationProblem problem(RandomGenerator random, int jobs) {
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster(jobs / 3));
    for (int m = 0; m < jobs; m++) {
      Job job = job(random, "job" + m);
      problem.job(job, rates(random, job.scaleFactor()));
    }
    return problem.build();
  }
}
