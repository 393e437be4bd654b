package io.gavel.baselines;

import static io.gavel.policies.lp.PolicyCase.Trait.FORMULA;
import static io.gavel.policies.lp.PolicyCase.Trait.SCHEDULER;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.PolicyCase;
import io.gavel.policies.lp.PolicyMatrix;
import io.gavel.policies.lp.queue.AlloX;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The schedulers keep their claims, on random problems with random histories. */
class EveryBaselineTest extends PolicyMatrix {

  @Override
  protected List<PolicyCase> cases() {
    return List.of(
        scheduler(
            "LEAST_SERVICE",
            GangQueue.of(new AttainedService(ServiceQueues.standard().promotedAfter(8), true))),
        scheduler(
            "GITTINS",
            GangQueue.of(GittinsIndex.of(10, 1e3, 1e5).over(ServiceQueues.of(500, 5e4)))),
        scheduler("SHORTEST_TIME", GangQueue.of(QueueDiscipline.shortestTime())),
        scheduler("SHORTEST_SERVICE", GangQueue.of(QueueDiscipline.shortestService())),
        scheduler("THEMIS", Themis.create()),
        scheduler("THEMIS_OPEN", Themis.create().withFairness(0)),
        scheduler("OPTIMUS", Optimus.create()),
        scheduler("SLAQ", Slaq.create()),
        scheduler("GANDIVA", new Gandiva()),
        scheduler("SIA", Sia.create()),
        scheduler("SHOCKWAVE", Shockwave.create()),
        scheduler("POP", Partitioned.maxMinFairness(3)),
        scheduler("ALLOX_FAIR", new FairAdmission(new AlloX(), 0.3))
            .adapted(
                (problem, random) ->
                    withHistory(
                        problem.withJobs(
                            problem.jobs().stream()
                                .map(job -> job.toBuilder().scaleFactor(1).build())
                                .toList()),
                        random)),
        PolicyCase.of("POLLUX", Pollux.create(), SCHEDULER)
            .adapted((problem, random) -> withHistory(problem.withoutPairs(), random)));
  }

  private static PolicyCase scheduler(String name, Policy policy) {
    return PolicyCase.of(name, policy, SCHEDULER, FORMULA).adapted(EveryBaselineTest::withHistory);
  }

  private static AllocationProblem withHistory(AllocationProblem problem, Random random) {
    List<Job> jobs = new ArrayList<>();
    for (int m = 0; m < problem.jobCount(); m++) {
      double age = problem.job(m).secondsSinceStart();
      History history =
          History.none()
              .withService(age * random.nextDouble(), age * random.nextDouble())
              .withContendedSeconds(age * (1 + random.nextInt(9)))
              .withRestarts(random.nextInt(3));
      int j = random.nextInt(problem.cluster().typeCount());
      boolean running = random.nextBoolean();
      double lease = random.nextInt(4) == 0 ? 60 : 0;
      jobs.add(
          problem.job(m).toBuilder()
              .history(
                  running ? history.runningOn(problem.cluster().type(j).name(), lease) : history)
              .build());
    }
    return problem.withJobs(jobs);
  }
}
