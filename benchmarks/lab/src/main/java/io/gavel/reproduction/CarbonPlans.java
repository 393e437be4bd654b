package io.gavel.reproduction;

import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.RunFigures;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.lp.program.StagedSolver;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Horizon;
import io.gavel.policies.program.Objective;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Carbon and cost of elastic jobs with deadlines, planned hour by hour without knowledge of later
 * arrivals, and with it. The intensity of carbon is a daily wave with autoregressive noise, and the
 * price has two rates.
 */
final class CarbonPlans {

  private static final String CARBON = "gCO2";
  private static final String PRICE = "USD";
  private static final double HOUR = 3600;
  private static final int HOURS = 72;
  private static final int LAST_ARRIVAL = 48;
  private static final int JOBS = 50;
  private static final int WORKERS = 12;

  /** The workers and speeds of a job's configurations. */
  private static final int[] SIZES = {2, 4};

  private static final double[] SPEEDS = {1.9, 3.5};

  /** The hours that a job may wait besides its run time. */
  private static final int[] SLACK = {6, 24, 48};

  /** The part of the work that counts as none. */
  private static final double DONE = 1e-6;

  private final double[] carbon = new double[HOURS];
  private final double[] price = new double[HOURS];
  private final int[] arrival = new int[JOBS];
  private final int[] due = new int[JOBS];
  private final double[] work = new double[JOBS];

  private CarbonPlans(long seed) {
    Random random = new Random(seed);
    double noise = 0;
    for (int h = 0; h < HOURS; h++) {
      noise = 0.8 * noise + 20 * random.nextGaussian();
      carbon[h] = Math.max(30, 250 + 170 * Math.cos(2 * Math.PI * (h % 24 - 1) / 24) + noise);
      price[h] = h % 24 >= 7 && h % 24 < 22 ? 0.3 : 0.15;
    }
    for (int m = 0; m < JOBS; m++) {
      arrival[m] = random.nextInt(LAST_ARRIVAL);
      double hours = Math.min(12, 4 * Math.exp(0.7 * random.nextGaussian()));
      work[m] = hours * HOUR;
      int slack = SLACK[random.nextInt(SLACK.length)];
      due[m] = Math.min(HOURS, arrival[m] + (int) Math.ceil(hours) + slack);
    }
  }

  static ExperimentRun run() {
    return ExperimentRun.of(
        "carbon and cost of plans",
        (data, seed) -> {
          CarbonPlans plans = new CarbonPlans(seed);
          Map<String, Double> figures = new LinkedHashMap<>();
          plans.online("", "agnostic", figures);
          plans.online(CARBON, "carbon", figures);
          plans.online(PRICE, "price", figures);
          figures.put("carbon oracle", plans.oracle(CARBON));
          figures.put("price oracle", plans.oracle(PRICE));
          return RunFigures.of(figures);
        });
  }

  /** Returns the least total with all arrivals known. */
  private double oracle(String resource) {
    List<Integer> all = new ArrayList<>();
    Map<String, Double> arrivals = new HashMap<>();
    for (int m = 0; m < JOBS; m++) {
      all.add(m);
      arrivals.put("job" + m, arrival[m] * HOUR);
    }
    Horizon horizon = horizon(all, work, 0, true).arriving(arrivals);
    return horizon
        .program()
        .minimize(Objective.sum(horizon.total(resource)))
        .solve(StagedSolver.create())
        .objective(0);
  }

  /**
   * Plans each hour; without a resource, or if deadlines exclude each other, as early as can be.
   */
  private void online(String resource, String way, Map<String, Double> figures) {
    double[] left = work.clone();
    double emitted = 0;
    double paid = 0;
    int late = 0;
    for (int h = 0; h < HOURS; h++) {
      List<Integer> present = new ArrayList<>();
      for (int m = 0; m < JOBS; m++) {
        if (arrival[m] <= h && left[m] > DONE * work[m]) {
          present.add(m);
          late += due[m] == h ? 1 : 0;
        }
      }
      if (present.isEmpty()) {
        continue;
      }
      Planned planned = planned(resource, present, left, h);
      double[][] first = planned.horizon.fractions(planned.plan, 0);
      for (int g = 0; g < first.length; g++) {
        int workers = g < present.size() ? 1 : SIZES[(g - present.size()) % SIZES.length];
        emitted += first[g][0] * workers * carbon[h];
        paid += first[g][0] * workers * price[h];
      }
      for (int m : present) {
        left[m] -= planned.horizon.stepsBySlot(planned.plan, "job" + m)[0];
      }
    }
    for (int m = 0; m < JOBS; m++) {
      late += due[m] == HOURS && left[m] > DONE * work[m] ? 1 : 0;
    }
    figures.put(way + " gCO2", emitted);
    figures.put(way + " USD", paid);
    figures.put(way + " late", 100.0 * late / JOBS);
  }

  private record Planned(Horizon horizon, Allocation plan) {}

  private Planned planned(String resource, List<Integer> present, double[] left, int h) {
    if (!resource.isEmpty()) {
      try {
        Horizon horizon = horizon(present, left, h, true);
        Objective.Sum total = Objective.sum(horizon.total(resource));
        return new Planned(
            horizon, horizon.program().minimize(total).solve(StagedSolver.create()).allocation());
      } catch (InfeasibleProblemException tooLate) {
        // the deadlines exclude each other: as early as can be
      }
    }
    Horizon horizon = horizon(present, left, h, false);
    return new Planned(
        horizon,
        horizon.program().maximize(horizon.earliness()).solve(StagedSolver.create()).allocation());
  }

  private Horizon horizon(List<Integer> jobs, double[] left, int h, boolean deadlines) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", WORKERS)));
    for (int m : jobs) {
      Job.Builder job = Job.builder("job" + m).stepsRemaining(left[m]);
      problem.job((deadlines ? job.sloSeconds((due[m] - h) * HOUR) : job).build(), 1);
    }
    for (int m : jobs) {
      for (int i = 0; i < SIZES.length; i++) {
        problem.configuration("job" + m, "on" + SIZES[i], SIZES[i], SPEEDS[i]);
      }
    }
    List<Horizon.Slot> slots = new ArrayList<>();
    for (int t = h; t < HOURS; t++) {
      slots.add(
          Horizon.Slot.of(HOUR)
              .withCost(CARBON, "gpu", carbon[t])
              .withCost(PRICE, "gpu", price[t]));
    }
    return Horizon.of(problem.build(), slots);
  }
}
