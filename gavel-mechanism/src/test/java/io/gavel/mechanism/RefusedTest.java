package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.Overhead;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.SchedulerState.OpenLeaseState;
import io.gavel.policies.Allocation;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Rejected events: the message names the fault, and the scheduler stays unchanged. */
final class RefusedTest {

  private static final Cluster CLUSTER = Cluster.of(new WorkerType("a", 2));
  private static final Cluster OTHER = Cluster.of(new WorkerType("z", 2));
  private static final List<Worker> NOBODY = List.of(new Worker(0, 7, 7));

  private static Allocation on(Cluster cluster) {
    return Cases.oneWorkerJobs(cluster, new double[][] {{1}});
  }

  private static RoundScheduler running() {
    RoundScheduler scheduler = RoundScheduler.create(CLUSTER, new RoundOptions(100));
    scheduler.accept(new SchedulerEvent.AllocationChanged(1000, on(CLUSTER)));
    scheduler.plan(1000);
    return scheduler;
  }

  private static void refused(String what, SchedulerEvent event) {
    RoundScheduler scheduler = running();
    SchedulerState before = scheduler.state();
    String message =
        assertThrows(IllegalArgumentException.class, () -> scheduler.accept(event)).getMessage();
    assertTrue(message.contains(what), message);
    assertEquals(before, scheduler.state());
  }

  @Test
  void accept_eventOfThePast_isNamed() {
    double then = 999;
    Map<String, SchedulerEvent> events = new LinkedHashMap<>();
    events.put("changed allocation", new SchedulerEvent.AllocationChanged(then, on(CLUSTER)));
    events.put("changed problem", new SchedulerEvent.ProblemChanged(then, on(CLUSTER).problem()));
    events.put("job \"j\" done", new SchedulerEvent.JobDone(then, "j"));
    events.put("end of the lease of job \"j\"", new SchedulerEvent.LeaseEnded(then, "j"));
    events.put("job \"j\" failed", new SchedulerEvent.JobFailed(then, "j"));
    events.put("report of job \"j\"", new SchedulerEvent.ProgressReported(then, "j", 0, 1, then));
    events.put(
        "overhead of job \"j\"", new SchedulerEvent.OverheadChanged(then, "j", Overhead.none()));
    events.put("loss of workers", new SchedulerEvent.WorkersLost(then, List.of()));
    events.put("drain of workers", new SchedulerEvent.WorkersDrained(then, List.of()));
    events.put("return of workers", new SchedulerEvent.WorkersReturned(then, List.of()));
    events.forEach((name, event) -> refused(name + " at 999.0 seconds is earlier", event));
  }

  @Test
  void accept_workerThatIsNotThere_isRefused() {
    refused("7", new SchedulerEvent.WorkersLost(1001, NOBODY));
    refused("7", new SchedulerEvent.WorkersDrained(1001, NOBODY));
    refused("7", new SchedulerEvent.WorkersReturned(1001, NOBODY));
  }

  @Test
  void accept_leaseThatWasNeverIssued_isRefused() {
    refused("1", new SchedulerEvent.ProgressReported(1001, "job0", 1, 1, 1000));
    refused("1", new SchedulerEvent.LeaseEnded(1001, "job0", OptionalLong.of(1)));
    refused("1", new SchedulerEvent.JobFailed(1001, "job0", OptionalLong.of(1)));
  }

  @Test
  void accept_anotherCluster_isRefused() {
    refused("the allocation is for", new SchedulerEvent.AllocationChanged(1001, on(OTHER)));
    refused("the problem is for", new SchedulerEvent.ProblemChanged(1001, on(OTHER).problem()));
    Cluster more = Cluster.of(new WorkerType("a", 2), new WorkerType("b", 1));
    refused(
        "the problem is for",
        new SchedulerEvent.ProblemChanged(
            1001, Cases.oneWorkerJobs(more, new double[][] {{1, 0}}).problem()));
  }

  private static void unfit(
      Optional<Allocation> allocation, List<OpenLeaseState> running, Optional<RoundPlan> plan) {
    SchedulerState s = running().state();
    SchedulerState changed =
        new SchedulerState(
            s.cluster(),
            s.options(),
            s.nowSeconds(),
            s.countedUntilSeconds(),
            s.rounds(),
            allocation,
            s.doneJobIds(),
            s.accounts(),
            running,
            plan,
            s.nextLease(),
            s.totals(),
            s.jobs(),
            s.workers());
    assertThrows(IllegalArgumentException.class, () -> RoundScheduler.restore(changed));
  }

  private static OpenLeaseState runningIn(Lease lease) {
    return new OpenLeaseState(
        lease.number(),
        lease.jobIds(),
        lease.workerType(),
        lease.workers(),
        lease.gpuMilli(),
        lease.startSeconds(),
        lease.startSeconds(),
        lease.endSeconds(),
        true,
        lease.configuration());
  }

  @Test
  void openLease_withoutWorkers_isRefused() {
    OpenLeaseState open = running().state().running().get(0);
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                new OpenLeaseState(
                    open.lease(),
                    open.jobIds(),
                    open.workerType(),
                    List.of(),
                    open.gpuMilli(),
                    open.sinceSeconds(),
                    open.fromSeconds(),
                    open.endSeconds(),
                    open.owed(),
                    open.configuration()));
    assertEquals(
        "number of workers of the open lease of %s is 0; it must be at least 1"
            .formatted(open.jobIds()),
        refused.getMessage());
  }

  @Test
  void restore_partsThatDoNotFit_isRefused() {
    SchedulerState s = running().state();
    RoundScheduler.restore(s);
    unfit(Optional.of(on(OTHER)), s.running(), s.lastPlan());
    Lease lease = s.lastPlan().orElseThrow().leases().get(0);
    for (Lease bad :
        List.of(
            new Lease(0, lease.jobIds(), 1, lease.workers(), 1000, 1000, 1100, false),
            new Lease(0, lease.jobIds(), 0, NOBODY, 1000, 1000, 1100, false))) {
      RoundPlan plan = new RoundPlan(0, 1000, 1100, List.of(bad));
      unfit(s.allocation(), s.running(), Optional.of(plan));
      unfit(s.allocation(), List.of(runningIn(bad)), s.lastPlan());
    }
  }

  @Test
  void options_changedOneByOne_keepTheOthers() {
    RoundOptions options = new RoundOptions(60).withMaxFailures(1).withOverhead(new Overhead(3, 4));
    assertEquals(new RoundOptions(60, 1, new Overhead(3, 4)), options);
    assertThrows(IllegalArgumentException.class, () -> options.withMaxFailures(0));
  }
}
