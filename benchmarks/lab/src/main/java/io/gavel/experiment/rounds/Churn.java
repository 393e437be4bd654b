package io.gavel.experiment.rounds;

import static java.util.Objects.requireNonNull;

import io.gavel.experiment.RunFigures;
import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.mechanism.plan.Interruption;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.state.LeaseTotals;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.commons.math3.stat.StatUtils;

/**
 * A cluster in which a job leaves and another arrives every few seconds: 150 one-worker jobs on 60
 * workers of four types under max-min fairness. Immutable.
 *
 * @param options the rounds and the cost of moves
 * @param between what happens at the events between rounds
 * @param events the number of events
 */
public record Churn(RoundOptions options, Between between, int events) {

  /** What happens at the events between rounds. */
  public enum Between {
    /** Nothing; newcomers wait for the next round. */
    NOTHING,
    /** Free workers are given to jobs that wait. */
    FILL,
    /** The round is cut short and the next is planned. */
    PLAN
  }

  private static final int JOBS = 150;
  private static final double GAP_SECONDS = 3;

  private static final Cluster CLUSTER =
      Cluster.of(
          new WorkerType("h100", 12),
          new WorkerType("a100", 18),
          new WorkerType("v100", 18),
          new WorkerType("k80", 12));

  /**
   * Runs the cluster through all events.
   *
   * <ul>
   *   <li>{@code leases}: leases granted, extended ones included.
   *   <li>{@code extended}: leases extended.
   *   <li>{@code preempted}: jobs that lost their workers to other jobs.
   *   <li>{@code lost}: worker-seconds spent on saving and loading jobs, as a fraction of all
   *       worker-seconds.
   *   <li>{@code idle}: worker-seconds without a job, as a fraction of all worker-seconds.
   *   <li>{@code median wait}: median time from the arrival of a job to its first lease, in
   *       seconds.
   * </ul>
   *
   * @param seed seed of throughputs and departures
   * @return the figures
   */
  public RunFigures run(long seed) {
    return new Run(seed).run();
  }

  private final class Run {
    private final Random random;
    private final List<Job> present = new ArrayList<>();
    private final Map<String, double[]> rates = new HashMap<>(); // steps per second, by type
    private final Map<String, Double> arrivals = new HashMap<>();
    private final List<Double> waits = new ArrayList<>();
    private final RoundScheduler scheduler = RoundScheduler.create(CLUSTER, options);
    private int arrived;
    private long leases;
    private long extended;
    private long preempted;
    private double lostSeconds;
    private double roundEnd;

    Run(long seed) {
      random = new Random(seed);
    }

    RunFigures run() {
      double now = 0;
      for (int i = 0; i < JOBS; i++) {
        arrive(now);
      }
      for (int event = 0; event < events; event++, now += GAP_SECONDS) {
        if (event > 0) {
          Job gone = present.remove(random.nextInt(present.size()));
          scheduler.accept(new JobDone(now, gone.id()));
          arrive(now);
        }
        scheduler.accept(new AllocationChanged(now, MaxMinFairness.create().allocate(problem())));
        if (now >= roundEnd || between == Between.PLAN) {
          RoundPlan plan = scheduler.plan(now);
          roundEnd = plan.endSeconds();
          note(plan);
        } else if (between == Between.FILL) {
          note(scheduler.fill(now));
        }
      }
      scheduler.plan(now); // closes the round
      return figures(now);
    }

    private void arrive(double now) {
      double[] row = new double[CLUSTER.typeCount()];
      double rate = 1 + random.nextDouble();
      for (int j = row.length - 1; j >= 0; j--) {
        row[j] = rate;
        rate *= 1 + 2 * random.nextDouble();
      }
      Job job = Job.of("job" + arrived++);
      present.add(job);
      rates.put(job.id(), row);
      arrivals.put(job.id(), now);
    }

    private AllocationProblem problem() {
      AllocationProblem.Builder builder = AllocationProblem.builder(CLUSTER);
      present.forEach(job -> builder.job(job, requireNonNull(rates.get(job.id()))));
      return builder.build();
    }

    private void note(RoundPlan plan) {
      for (Lease lease : plan.leases()) {
        leases++;
        extended += lease.extended() ? 1 : 0;
        Double arrival = arrivals.remove(lease.jobIds().get(0));
        if (arrival != null && arrival > 0) {
          waits.add(plan.startSeconds() - arrival);
        }
      }
      for (Interruption interruption : plan.interruptions()) {
        preempted += interruption.kind() == Interruption.Kind.PREEMPTED ? 1 : 0;
        lostSeconds += interruption.lostSeconds();
      }
    }

    private RunFigures figures(double now) {
      double all = CLUSTER.workers() * now;
      LeaseTotals totals = scheduler.state().totals();
      Map<String, Double> figures = new LinkedHashMap<>();
      figures.put("leases", (double) leases);
      figures.put("extended", (double) extended);
      figures.put("preempted", (double) preempted);
      figures.put("lost", lostSeconds / all);
      figures.put("idle", 1 - (totals.receivedSeconds() + totals.backfilledSeconds()) / all);
      double[] seconds = waits.stream().mapToDouble(Double::doubleValue).toArray();
      figures.put("median wait", StatUtils.percentile(seconds, 50));
      return RunFigures.of(figures);
    }
  }
}
