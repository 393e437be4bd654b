package io.gavel.catalog;

import io.gavel.baselines.GangQueue;
import io.gavel.baselines.GittinsIndex;
import io.gavel.baselines.QueueDiscipline;
import io.gavel.baselines.ServiceQueues;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.model.Job;
import java.util.Set;
import java.util.stream.IntStream;

/** Published schedulers whose parameters depend on the problem. */
final class Schedulers {

  private Schedulers() {}

  /** Tiresias with the Gittins index of the durations of the jobs of the problem. */
  enum GittinsOfTheJobs implements Policy {
    POLICY;

    @Override
    public Allocation allocate(AllocationProblem problem) {
      return gittins(problem).allocate(problem);
    }

    @Override
    public Set<Aspect> reads() {
      return Aspect.only(
          Aspect.STEPS, Aspect.HISTORY, Aspect.SHARES, Aspect.ARRIVAL_ORDER, Aspect.CONSTRAINTS);
    }

    @Override
    public String toString() {
      return "GittinsOfTheJobs";
    }
  }

  /** Tiresias with the Gittins index, with the jobs of the problem as history. */
  static Policy gittins(AllocationProblem problem) {
    double[] service =
        IntStream.range(0, problem.jobCount())
            .mapToDouble(m -> totalService(problem, m))
            .filter(seconds -> seconds > 0)
            .toArray();
    return service.length == 0
        ? GangQueue.of(QueueDiscipline.arrival())
        : GangQueue.of(GittinsIndex.of(service).over(ServiceQueues.standard()));
  }

  private static double totalService(AllocationProblem problem, int m) {
    Job job = problem.job(m);
    double fastest = 0;
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      fastest =
          problem.runsIfAllowed(m, j)
              ? Math.max(fastest, problem.throughputs().stepsPerSecond(m, j))
              : fastest;
    }
    double left = job.stepsRemaining().orElse(0);
    return fastest > 0 ? job.history().workerSeconds() + job.workers() * left / fastest : 0;
  }
}
