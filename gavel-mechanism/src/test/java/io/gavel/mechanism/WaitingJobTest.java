package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.mechanism.event.SchedulerEvent.WorkersLost;
import io.gavel.mechanism.event.SchedulerEvent.WorkersReturned;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.WaitingJob;
import io.gavel.mechanism.state.WaitingJob.Reason;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WaitingJobTest {

  @TempDir private Path folder;

  private static RoundScheduler scheduler(Cluster cluster, AllocationProblem problem, double... x) {
    RoundScheduler scheduler = RoundScheduler.create(cluster, new RoundOptions(100));
    scheduler.accept(new AllocationChanged(0, Cases.allocation(problem, x)));
    return scheduler;
  }

  private static WaitingJob waits(String id, Reason reason, String type, double need, double free) {
    return new WaitingJob(
        id, reason, Optional.of(type), need, free, Optional.empty(), Collections.emptySortedMap());
  }

  /** Three of four v100 are taken; a gang of two lacks one there and three of the k80. */
  private static RoundScheduler gangThatWaits() {
    Cluster cluster = Cluster.of(new WorkerType("k80", 1), new WorkerType("v100", 4));
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.builder("runs").scaleFactor(3).build(), 0, 9)
            .job(Job.builder("other").build(), 1, 0)
            .job(Job.builder("gang").scaleFactor(2).build(), 0, 4)
            .job(Job.builder("nowhere").scaleFactor(5).build(), 1, 1)
            .build();
    return scheduler(cluster, problem, 0, 1, 1, 0, 0, 0, 0, 0);
  }

  @Test
  void of_gangAndJobThatFitsNoPool_namesTypeAndWorkers() {
    RoundScheduler scheduler = gangThatWaits();
    assertEquals(4, WaitingJob.of(scheduler.state()).size()); // there is no plan yet
    scheduler.plan(0);
    assertEquals(
        List.of(
            waits("gang", Reason.TOO_FEW_WORKERS, "v100", 2, 1),
            new WaitingJob(
                "nowhere",
                Reason.NO_TYPE,
                Optional.empty(),
                0,
                0,
                Optional.empty(),
                Collections.emptySortedMap())),
        WaitingJob.of(scheduler.state()));
    scheduler.accept(new JobDone(50, "runs"));
    assertEquals(waits("gang", Reason.ROOM, "v100", 2, 4), WaitingJob.of(scheduler.state()).get(0));
    scheduler.accept(
        new WorkersLost(
            60, List.of(new Worker(1, 0, 0), new Worker(1, 1, 1), new Worker(1, 2, 2))));
    assertEquals(
        waits("gang", Reason.TOO_FEW_WORKERS, "v100", 2, 1),
        WaitingJob.of(scheduler.state()).get(0));
  }

  /** {@code fill} gives a worker away as soon as it is back. */
  @Test
  void of_workerThatIsBack_isRoom() {
    Cluster cluster = Cluster.of(new WorkerType("v100", 1));
    AllocationProblem problem =
        AllocationProblem.builder(cluster).job(Job.builder("one").build(), 1).build();
    RoundScheduler scheduler = scheduler(cluster, problem, 1);
    scheduler.plan(0);
    List<Worker> worker = List.of(new Worker(0, 0, 0));
    scheduler.accept(new WorkersLost(10, worker));
    assertEquals(
        waits("one", Reason.TOO_FEW_WORKERS, "v100", 1, 0),
        WaitingJob.of(scheduler.state()).get(0));
    scheduler.accept(new WorkersReturned(20, worker));
    assertEquals(waits("one", Reason.ROOM, "v100", 1, 1), WaitingJob.of(scheduler.state()).get(0));
    assertEquals(1, scheduler.fill(20).leases().size());
  }

  /** Each of two workers has 400 thousandths left, and the third share needs 600. */
  @Test
  void of_shareThatFitsOnlyInPieces_isFragmented() {
    Cluster cluster = Cluster.of(new WorkerType("v100", 2));
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    for (String id : List.of("a", "b", "c")) {
      problem.job(Job.builder(id).gpuMilli(600).build(), 1);
    }
    RoundScheduler scheduler = scheduler(cluster, problem.build(), 1, 1, 0);
    scheduler.plan(0);
    assertEquals(
        List.of(waits("c", Reason.FRAGMENTED, "v100", 0.6, 0.8)), WaitingJob.of(scheduler.state()));
  }

  @Test
  void of_schedulerWithoutAllocation_isEmpty() {
    Cluster cluster = Cluster.of(new WorkerType("v100", 2));
    RoundScheduler scheduler = RoundScheduler.create(cluster, new RoundOptions(100));
    scheduler.plan(0);
    assertEquals(List.of(), WaitingJob.of(scheduler.state()));
  }

  @Test
  void plan_whileWaitsAreRecorded_reportsEachWithItsReason() throws IOException {
    Path file = folder.resolve("waits.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("io.gavel.Wait").withoutThreshold();
      recording.start();
      gangThatWaits().plan(0);
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> events =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals("io.gavel.Wait"))
            .toList();
    assertEquals(2, events.size());
    assertEquals("gang", events.get(0).getString("job"));
    assertEquals("TOO_FEW_WORKERS", events.get(0).getString("reason"));
    assertEquals("v100", events.get(0).getString("workerType"));
    assertEquals(2, events.get(0).getDouble("needed"));
    assertEquals(1, events.get(0).getDouble("free"));
    assertEquals("NO_TYPE", events.get(1).getString("reason"));
  }
}
