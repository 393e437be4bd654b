package io.gavel.experiment.schedulers;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.gavel.baselines.GangQueue;
import io.gavel.baselines.QueueDiscipline;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldLeasesTest {

  private final List<AllocationProblem> asked = new ArrayList<>();
  private final GangQueue queue = GangQueue.of(QueueDiscipline.arrival());
  private final HeldLeases held =
      new HeldLeases(
          problem -> {
            asked.add(problem);
            return queue.allocate(problem);
          },
          100);

  /** The lease seconds reported to the policy, of two jobs on one worker at an age. */
  private double[] told(double age, boolean firstRuns, boolean secondRuns) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 1)));
    problem.job(job("1", age, firstRuns), 1).job(job("2", age, secondRuns), 1);
    held.allocate(problem.build());
    return asked.get(asked.size() - 1).jobs().stream()
        .mapToDouble(job -> job.history().leaseSecondsLeft())
        .toArray();
  }

  private static Job job(String id, double age, boolean runs) {
    History history = runs ? History.none().runningOn("gpu", 0) : History.none();
    return Job.builder(id).secondsSinceStart(age).history(history).build();
  }

  @Test
  void allocate_jobThatWasGivenTime_holdsItForItsLease() {
    assertArrayEquals(new double[] {0, 0}, told(0, false, false)); // the first is given the worker
    assertArrayEquals(new double[] {60, 0}, told(40, true, false));
    assertArrayEquals(new double[] {1, 0}, told(99, true, false)); // not from then on anew
    assertArrayEquals(new double[] {0, 0}, told(100, true, false)); // over, and given again
    assertArrayEquals(new double[] {90, 0}, told(110, true, false));
  }

  @Test
  void allocate_jobThatHoldsNoWorkers_hasNoLease() {
    told(0, false, false);
    assertArrayEquals(new double[] {0, 0}, told(40, false, true)); // the second was given nothing
    assertArrayEquals(new double[] {90, 0}, told(50, true, false)); // given at 40 anew
  }
}
