package io.gavel.reproduction;

import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.RunFigures;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.program.StagedSolver;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Horizon;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Promises the waiting jobs a completion time and measures how many of them hold, when the work of
 * jobs differs from its estimate and more jobs arrive. Plans are made anew for each slot, in which
 * jobs with a promise have a larger weight. Jobs take one worker, so that a queue in order of
 * arrival is a list schedule, with or without backfill.
 */
final class PromisedTimes {

  private static final double HOUR = 3600;
  private static final double SLOT = 2 * HOUR;
  private static final int SLOTS = 20;
  private static final int[] WORKERS = {4, 4, 4};
  private static final double[] SLOWEST = {3, 1.5, 1};
  private static final double[] FASTEST = {6, 3, 1};
  private static final int WAITING = 30;
  private static final int ARRIVING = 12;

  /** The standard deviation of the logarithm of work over its estimate, and its 90 % quantile. */
  private static final double ERROR = 0.3;

  private static final double QUANTILE = Math.exp(1.2816 * ERROR);

  /** The part of its estimate that a job needs if it has done all of it and is not complete. */
  private static final double MORE = 0.1;

  /** The weight of jobs with a promise. */
  private static final double PROMISED = 20;

  private final double[] arrival = new double[WAITING + ARRIVING];
  private final double[] estimate = new double[WAITING + ARRIVING];
  private final double[] work = new double[WAITING + ARRIVING];
  private final double[][] rate = new double[WAITING + ARRIVING][WORKERS.length];

  private PromisedTimes(long seed) {
    Random random = new Random(seed);
    for (int m = 0; m < work.length; m++) {
      arrival[m] = m < WAITING ? 0 : SLOT * random.nextInt(6);
      estimate[m] = 9 * HOUR * Math.exp(0.8 * random.nextGaussian());
      work[m] = estimate[m] * Math.exp(ERROR * random.nextGaussian());
      for (int j = 0; j < WORKERS.length; j++) {
        rate[m][j] = SLOWEST[j] + (FASTEST[j] - SLOWEST[j]) * random.nextDouble();
      }
    }
  }

  static ExperimentRun run() {
    return ExperimentRun.of(
        "promised completion times",
        (data, seed) -> {
          PromisedTimes jobs = new PromisedTimes(seed);
          Map<String, Double> figures = new LinkedHashMap<>();
          jobs.planned(1, "plan at the estimates", figures);
          jobs.planned(QUANTILE, "plan at 90 % quantiles", figures);
          jobs.queued(QUANTILE, "time limits", figures);
          jobs.positioned("position", figures);
          return RunFigures.of(figures);
        });
  }

  /** Plans each slot with the estimates times a margin. */
  private void planned(double margin, String way, Map<String, Double> figures) {
    double[] promise = new double[WAITING];
    double[] done = new double[work.length];
    double[] completion = new double[work.length];
    for (double now = 0; Arrays.stream(completion).anyMatch(at -> at == 0); now += SLOT) {
      List<Integer> present = new ArrayList<>();
      for (int m = 0; m < work.length; m++) {
        if (arrival[m] <= now && completion[m] == 0) {
          present.add(m);
        }
      }
      if (present.isEmpty()) {
        continue;
      }
      AllocationProblem.Builder problem = AllocationProblem.builder(cluster());
      for (int m : present) {
        double left = Math.max(margin * estimate[m] - done[m], MORE * estimate[m]);
        Job.Builder job = Job.builder("job" + m).stepsRemaining(left);
        problem.job(job.weight(m < WAITING ? PROMISED : 1).build(), rate[m]);
      }
      Horizon horizon =
          Horizon.of(problem.build(), Collections.nCopies(SLOTS, Horizon.Slot.of(SLOT)));
      Allocation plan =
          horizon.program().maximize(horizon.earliness()).solve(StagedSolver.create()).allocation();
      for (int m : present) {
        if (now == 0 && m < WAITING) {
          promise[m] = horizon.completionSeconds(plan, "job" + m).orElse(SLOTS * SLOT);
        }
        double steps = horizon.stepsBySlot(plan, "job" + m)[0];
        if (done[m] + steps >= work[m]) {
          completion[m] = now + SLOT * (work[m] - done[m]) / steps;
        }
        done[m] += steps;
      }
    }
    count(way, promise, completion, figures);
  }

  private static Cluster cluster() {
    return Cluster.of(
        new WorkerType("v100", WORKERS[0]),
        new WorkerType("p100", WORKERS[1]),
        new WorkerType("k80", WORKERS[2]));
  }

  /** Promises the end of each job's time limit if all jobs before it use theirs up. */
  private void queued(double margin, String way, Map<String, Double> figures) {
    double[] limit = Arrays.stream(estimate).map(steps -> margin * steps).toArray();
    double[] served = new double[work.length];
    Arrays.setAll(served, m -> Math.min(work[m], limit[m]));
    double[] completion = listSchedule(served);
    for (int m = 0; m < completion.length; m++) {
      completion[m] = work[m] > limit[m] ? Double.POSITIVE_INFINITY : completion[m]; // killed
    }
    count(way, listSchedule(limit), completion, figures);
  }

  /** Promises the time in which all workers would do the job and those before it. */
  private void positioned(String way, Map<String, Double> figures) {
    double[] promise = new double[WAITING];
    double ahead = 0;
    for (int m = 0; m < WAITING; m++) {
      double all = 0;
      for (int j = 0; j < WORKERS.length; j++) {
        all += WORKERS[j] * rate[m][j];
      }
      promise[m] = (ahead + estimate[m] * Arrays.stream(WORKERS).sum()) / all;
      ahead += estimate[m];
    }
    count(way, promise, listSchedule(work), figures);
  }

  /** Returns the completions of the waiting jobs, each on the worker that is free first. */
  private double[] listSchedule(double[] steps) {
    double[][] free = new double[WORKERS.length][];
    Arrays.setAll(free, j -> new double[WORKERS[j]]);
    double[] completion = new double[WAITING];
    for (int m = 0; m < WAITING; m++) {
      int type = 0;
      for (int j = 1; j < WORKERS.length; j++) { // the fastest of those that are free
        type = free[j][0] < free[type][0] ? j : type;
      }
      completion[m] = free[type][0] + steps[m] / rate[m][type];
      free[type][0] = completion[m];
      Arrays.sort(free[type]);
    }
    return completion;
  }

  private static void count(
      String way, double[] promise, double[] completion, Map<String, Double> figures) {
    int kept = 0;
    double promised = 0;
    double completed = 0;
    int ended = 0;
    for (int m = 0; m < WAITING; m++) {
      kept += completion[m] <= promise[m] ? 1 : 0;
      promised += promise[m] / HOUR / WAITING;
      completed += completion[m] < Double.POSITIVE_INFINITY ? completion[m] / HOUR : 0;
      ended += completion[m] < Double.POSITIVE_INFINITY ? 1 : 0;
    }
    figures.put(way + " kept", 100.0 * kept / WAITING);
    figures.put(way + " promised", promised);
    figures.put(way + " completed", completed / ended);
    figures.put(way + " killed", 100.0 * (WAITING - ended) / WAITING);
  }
}
