package io.gavel.mechanism.internal.planning;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.mechanism.Cases;
import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of back-fill, with an allocation without fractions. */
final class BackfillTest {

  private static final Cluster TWO = Cluster.of(new WorkerType("a", 1), new WorkerType("b", 1));

  private static List<String> places(AllocationProblem problem, String... done) {
    RoundScheduler scheduler = RoundScheduler.create(problem.cluster(), new RoundOptions(100));
    double[] none = new double[problem.groupCount() * problem.cluster().typeCount()];
    scheduler.accept(new SchedulerEvent.AllocationChanged(0, Cases.allocation(problem, none)));
    for (String id : done) {
      scheduler.accept(new SchedulerEvent.JobDone(0, id));
    }
    return scheduler.plan(0).leases().stream()
        .map(lease -> String.join("+", lease.jobIds()) + " on " + lease.workerType())
        .toList();
  }

  /** Relative to their best throughputs: x has 1 and 0.9, y has 0.5 and 1. */
  @Test
  void plan_nobodyOwed_eachWhereItIsAtItsBest() {
    AllocationProblem problem =
        AllocationProblem.builder(TWO).job(Job.of("x"), 10, 9).job(Job.of("y"), 50, 100).build();
    assertEquals(List.of("x on 0", "y on 1"), places(problem));
  }

  /** Ordered by steps per second, y would come before x. */
  @Test
  void plan_sizeOfTheJob_doesNotCount() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 1), new WorkerType("b", 0)))
            .job(Job.of("x"), 2, 1)
            .job(Job.of("y"), 100, 200)
            .build();
    assertEquals(List.of("x on 0"), places(problem));
    assertEquals(List.of("y on 0"), places(problem, "x"));
  }

  @Test
  void plan_pairs_comeAfterJobsAlone() {
    AllocationProblem problem =
        AllocationProblem.of(
            Cluster.of(new WorkerType("a", 1)),
            List.of(Job.of("x"), Job.of("y")),
            ThroughputMatrix.builder(1)
                .job(1)
                .job(1)
                .pair(0, 1, new double[] {1}, new double[] {1})
                .build());
    assertEquals(List.of("x on 0"), places(problem));
    assertEquals(List.of("y on 0"), places(problem, "x"));
  }

  /** Neither job runs alone; relative to z alone, one pair has more throughput than the other. */
  @Test
  void plan_jobsThatRunOnlyInPairs_doSo() {
    AllocationProblem problem =
        AllocationProblem.of(
            Cluster.of(new WorkerType("a", 1), new WorkerType("b", 0)),
            List.of(Job.of("x"), Job.of("y"), Job.of("z")),
            ThroughputMatrix.builder(2)
                .job(0, 0)
                .job(0, 0)
                .job(0, 8)
                .pair(0, 2, new double[] {1, 0}, new double[] {2, 0})
                .pair(1, 2, new double[] {1, 0}, new double[] {4, 0})
                .build());
    assertEquals(List.of("y+z on 0"), places(problem), "1 + 4/8 before 1 + 2/8");
    assertEquals(List.of("x+z on 0"), places(problem, "y"));
  }
}
