package io.gavel.benchmarks;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Job;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.schedulers.GangQueue;
import io.gavel.policies.lp.schedulers.GittinsIndex;
import io.gavel.policies.lp.schedulers.QueueDiscipline;
import io.gavel.policies.lp.schedulers.ServiceQueues;
import java.util.stream.IntStream;

/** Schedulers that need more than a problem's data, and what stands for it here. */
final class Schedulers {

  private Schedulers() {}

  /** Tiresias' Gittins index, as if the jobs of the problem were those seen before. */
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
          problem.runs(m, j)
              ? Math.max(fastest, problem.throughputs().stepsPerSecond(m, j))
              : fastest;
    }
    double left = job.stepsRemaining().orElse(0);
    return fastest > 0 ? job.history().workerSeconds() + job.workers() * left / fastest : 0;
  }
}
