package io.gavel.slurm;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.program.StagedSolver;
import io.gavel.policies.program.Horizon;
import io.gavel.slurm.JobRole.Part;
import io.gavel.slurm.SlurmRound.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * A plan of the time ahead that completes the work of all jobs as early as possible. Time limits
 * state the work: on the type that a job holds or asks for, else on its fastest. Jobs that stay
 * where they run free their GPUs at their time limits.
 */
public final class CompletionPlan {

  private static final int SLOTS = 24;
  private static final double GROWTH = 1.2;

  private CompletionPlan() {}

  /**
   * Returns when the plan completes each job with a time limit, in seconds from now; empty for a
   * job that it completes after its last slot. The first of 24 slots has the length of a round, and
   * each slot is a fifth longer than the one before it.
   *
   * @param reading the jobs and nodes
   * @param settings the length of rounds and the speeds
   * @return times by job
   * @throws IllegalArgumentException naming a job that plans do not support
   */
  public static Map<String, OptionalDouble> of(Reading reading, Settings settings) {
    List<SlurmJob> staying = new ArrayList<>();
    for (JobRole role : new ClusterView(reading, Map.of()).roles()) {
      if (role.part() == Part.FIXED) {
        staying.add(role.job());
      }
    }
    List<SlurmJob> planned = new ArrayList<>(reading.jobs());
    planned.removeAll(staying);
    ClusterView view = view(reading, planned);
    if (!view.hasGpus()) {
      return Map.of();
    }
    Map<String, OptionalDouble> ends = new TreeMap<>();
    for (SlurmJob job : staying) {
      OptionalDouble left = job.secondsLeft(reading.nowSeconds());
      if (left.isPresent()) {
        ends.put(job.id(), left);
      }
    }
    AllocationProblem problem = view.limitedProblem(settings.speeds());
    List<Horizon.Slot> slots = new ArrayList<>();
    double start = 0;
    for (int t = 0; t < SLOTS; t++) {
      double from = start;
      staying.removeIf(job -> job.secondsLeft(reading.nowSeconds()).orElse(from + 1) <= from);
      Reading then = new Reading(reading.nowSeconds(), staying, reading.nodes(), Optional.empty());
      ClusterView left = new ClusterView(then, Map.of());
      Map<String, Integer> workers = new TreeMap<>();
      problem.cluster().types().forEach(type -> workers.put(type.name(), left.usable(type.name())));
      double seconds = settings.options().roundSeconds() * Math.pow(GROWTH, t);
      slots.add(new Horizon.Slot(seconds, workers, Map.of()));
      start += seconds;
    }
    if (problem.jobCount() > 0) {
      Horizon horizon = Horizon.of(problem, slots);
      Allocation plan =
          horizon.program().maximize(horizon.earliness()).solve(StagedSolver.create()).allocation();
      problem.jobs().forEach(job -> ends.put(job.id(), horizon.completionSeconds(plan, job.id())));
    }
    return ends;
  }

  private static ClusterView view(Reading reading, List<SlurmJob> jobs) {
    return new ClusterView(
        new Reading(reading.nowSeconds(), jobs, reading.nodes(), Optional.empty()), Map.of());
  }
}
