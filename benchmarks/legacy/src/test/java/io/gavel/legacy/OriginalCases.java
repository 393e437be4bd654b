package io.gavel.legacy;

import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Allocations and runs for the tests of this package; random ones by seed. */
public final class OriginalCases {

  private OriginalCases() {}

  public static Allocation allocation(AllocationProblem problem, double... fractions) {
    return Allocation.of(problem, fractions, new Certificate(0, 0, 0, Prices.zero(problem)));
  }

  /**
   * Servers of several sizes, two types in one pool, gangs, pairs, zero throughputs; fractions that
   * need not be feasible. Job ids start at {@code firstJob}.
   */
  private static Allocation wild(Random random, Cluster cluster, int firstJob, int jobs) {
    ThroughputMatrix.Builder rates = ThroughputMatrix.builder(cluster.typeCount());
    List<Job> list = new ArrayList<>();
    for (int m = 0; m < jobs; m++) {
      int size = 1 << ((firstJob + m) * 31 % 7 % 4); // the same whenever the job is listed
      list.add(Job.builder("job" + (firstJob + m)).scaleFactor(size).build());
      rates.job(rates(random, cluster.typeCount()));
    }
    int groups = jobs;
    for (int b = 1; b < jobs; b++) {
      if (list.get(b).workers() == list.get(b - 1).workers()) {
        rates.pair(
            b - 1, b, rates(random, cluster.typeCount()), rates(random, cluster.typeCount()));
        groups++;
      }
    }
    double[] x = new double[groups * cluster.typeCount()];
    Arrays.setAll(x, i -> random.nextInt(3) == 0 ? random.nextDouble() : 0);
    return allocation(AllocationProblem.of(cluster, list, rates.build()), x);
  }

  private static double[] rates(Random random, int types) {
    return random.doubles(types, 0, 10).map(rate -> rate < 2 ? 0 : rate).toArray();
  }

  private static Cluster wildCluster(Random random) {
    int shared = 1 + random.nextInt(12);
    int perServer = 1 + random.nextInt(5);
    return Cluster.of(
        new WorkerType("near", shared, 0, perServer, "a"),
        new WorkerType("far", shared, 0, perServer, "a"),
        new WorkerType("b", random.nextInt(6), 0, 1 + random.nextInt(4), "b"));
  }

  /**
   * What happens to a planner, one step after another: events, and plans early, late or in time.
   */
  public static final class Script {
    private final Random random;
    private final Cluster cluster;
    private double now = 1000;
    private int firstJob;
    private List<Job> jobs = List.of();

    public Script(Random random) {
      this.random = random;
      cluster = wildCluster(random);
    }

    public Cluster cluster() {
      return cluster;
    }

    /** The next event; empty if a round is to be planned. */
    public Optional<SchedulerEvent> next() {
      now += random.nextInt(4) == 0 ? 500 * random.nextDouble() : 50;
      int what = random.nextInt(6);
      if (what == 0) {
        firstJob += random.nextInt(3);
        Allocation allocation = wild(random, cluster, firstJob, random.nextInt(8));
        jobs = allocation.problem().jobs();
        return Optional.of(new AllocationChanged(now, allocation));
      }
      return what > 2 || jobs.isEmpty()
          ? Optional.empty()
          : Optional.of(new JobDone(now, jobs.get(random.nextInt(jobs.size())).id()));
    }

    public double now() {
      return now;
    }
  }
}
