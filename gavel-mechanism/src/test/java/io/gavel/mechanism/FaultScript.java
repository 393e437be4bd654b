package io.gavel.mechanism;

import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.mechanism.event.SchedulerEvent.JobFailed;
import io.gavel.mechanism.event.SchedulerEvent.LeaseEnded;
import io.gavel.mechanism.event.SchedulerEvent.OverheadChanged;
import io.gavel.mechanism.event.SchedulerEvent.ProblemChanged;
import io.gavel.mechanism.event.SchedulerEvent.ProgressReported;
import io.gavel.mechanism.event.SchedulerEvent.WorkersDrained;
import io.gavel.mechanism.event.SchedulerEvent.WorkersLost;
import io.gavel.mechanism.event.SchedulerEvent.WorkersReturned;
import io.gavel.mechanism.plan.Overhead;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.Allocation;
import io.gavel.policies.model.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/**
 * Random events for a scheduler. Jobs arrive, leave, fail and report, also late, twice, out of
 * order and under old leases; workers are lost, drained and return; rounds are planned early, in
 * time and late.
 */
public final class FaultScript {

  private final Random random;
  private final Cluster cluster;
  private final List<SchedulerEvent> sent = new ArrayList<>();
  private double now = 1000;
  private int firstJob;
  private int jobs;
  private long leases;

  public FaultScript(Random random) {
    this.random = random;
    cluster = Cases.wildCluster(random);
  }

  public Cluster cluster() {
    return cluster;
  }

  public double now() {
    return now;
  }

  /** Sets the number of leases so far, so that messages can name them. */
  public void leases(long number) {
    leases = number;
  }

  /** The next event; empty if a round is to be planned. */
  public Optional<SchedulerEvent> next() {
    now += random.nextInt(4) == 0 ? 300 * random.nextDouble() : 20;
    int what = random.nextInt(30);
    if (what < 11) {
      return Optional.empty();
    }
    SchedulerEvent event = sent.isEmpty() || what < 14 ? newAllocation() : event(what);
    sent.add(event);
    return Optional.of(event);
  }

  private SchedulerEvent newAllocation() {
    firstJob += random.nextInt(3);
    jobs = random.nextInt(8);
    Allocation allocation = Cases.wild(random, cluster, firstJob, jobs);
    return random.nextInt(3) == 0
        ? new ProblemChanged(now, allocation.problem())
        : new AllocationChanged(now, allocation);
  }

  private SchedulerEvent event(int what) {
    return switch (what) {
      case 14, 15, 16 -> new WorkersLost(now, workers());
      case 17 -> new WorkersDrained(now, workers());
      case 18, 19, 20 -> new WorkersReturned(now, workers());
      case 21 -> new JobDone(now, job());
      case 22, 23 -> new JobFailed(now, job(), lease());
      case 24 -> new LeaseEnded(now, job(), lease());
      case 25 -> new OverheadChanged(now, job(), new Overhead(random.nextInt(9), 7));
      case 26 -> later(sent.get(random.nextInt(sent.size())));
      default -> report();
    };
  }

  private SchedulerEvent report() {
    double saved = random.nextInt(3) == 0 ? Double.NEGATIVE_INFINITY : now - random.nextInt(200);
    long lease = leases == 0 ? 0 : leases - 1 - random.nextInt((int) Math.min(leases, 6));
    return leases == 0
        ? new JobDone(now, "nobody")
        : new ProgressReported(now, job(), lease, random.nextInt(50), saved);
  }

  /** The same message once more. */
  private SchedulerEvent later(SchedulerEvent event) {
    if (event instanceof JobFailed failed) {
      return new JobFailed(now, failed.jobId(), failed.lease());
    } else if (event instanceof LeaseEnded ended) {
      return new LeaseEnded(now, ended.jobId(), ended.lease());
    } else if (event instanceof ProgressReported r) {
      return new ProgressReported(now, r.jobId(), r.lease(), r.steps(), r.savedUntilSeconds());
    } else if (event instanceof WorkersLost lost) {
      return new WorkersLost(now, lost.workers());
    }
    return new JobDone(now, "nobody");
  }

  private String job() {
    return "job" + (firstJob - 1 + random.nextInt(jobs + 2)); // some are gone, or not there yet
  }

  private OptionalLong lease() {
    return leases == 0 || random.nextBoolean()
        ? OptionalLong.empty()
        : OptionalLong.of(leases - 1 - random.nextInt((int) Math.min(leases, 4)));
  }

  /** One worker, a server or a few, of a pool that has any. */
  private List<Worker> workers() {
    int k = random.nextInt(cluster.poolCount());
    if (cluster.poolWorkers(k) == 0) {
      return List.of();
    }
    Worker worker = Worker.of(cluster, cluster.poolName(k), random.nextInt(cluster.poolWorkers(k)));
    return random.nextBoolean()
        ? List.of(worker)
        : Worker.ofServer(cluster, cluster.poolName(k), worker.server());
  }
}
