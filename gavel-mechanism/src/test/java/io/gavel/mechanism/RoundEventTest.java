package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RoundEventTest {

  private static final Cluster ONE = Cluster.of(new WorkerType("v100", 1));

  @TempDir Path folder;

  private List<RecordedEvent> recorded(Runnable rounds) throws IOException {
    Path file = folder.resolve("rounds.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("io.gavel.Round").withoutThreshold();
      recording.start();
      rounds.run();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file);
  }

  private static RoundScheduler scheduler() {
    RoundScheduler scheduler = RoundScheduler.create(ONE, new RoundOptions(100));
    scheduler.accept(
        new SchedulerEvent.AllocationChanged(
            0, Cases.oneWorkerJobs(ONE, new double[][] {{0.5}, {0.5}, {0.0}})));
    return scheduler;
  }

  @Test
  void plan_whileRecorded_isTold() throws IOException {
    RoundScheduler scheduler = scheduler();
    scheduler.accept(new SchedulerEvent.JobDone(0, "job2"));
    List<RecordedEvent> events =
        recorded(
            () -> {
              scheduler.plan(0);
              scheduler.plan(100); // the other job's turn
              scheduler.accept(new SchedulerEvent.JobDone(150, "job0"));
              scheduler.plan(200); // the same again
            });
    assertEquals(3, events.size());
    assertFigures(events.get(0), "jobs 2 placed 1 extended 0 preempted 0 resumed 0");
    assertFigures(events.get(1), "jobs 2 placed 1 extended 0 preempted 1 resumed 0");
    assertFigures(events.get(2), "jobs 1 placed 1 extended 1 preempted 0 resumed 0");
    assertEquals(2, events.get(2).getLong("round"));
    assertEquals(200, events.get(2).getDouble("atSeconds"));
  }

  private static void assertFigures(RecordedEvent event, String expected) {
    StringBuilder figures = new StringBuilder();
    for (String name : List.of("jobs", "placed", "extended", "preempted", "resumed")) {
      figures.append(name).append(' ').append(event.getInt(name)).append(' ');
    }
    assertEquals(expected, figures.toString().strip());
  }

  @Test
  void plan_firstRound_countsTheListedJobs() throws IOException {
    List<RecordedEvent> events = recorded(() -> scheduler().plan(0));
    assertEquals(3, events.get(0).getInt("jobs"));
    assertEquals(1, events.get(0).getInt("leases"));
    assertEquals(
        0,
        recorded(() -> RoundScheduler.create(ONE, new RoundOptions(100)).plan(0))
            .get(0)
            .getInt("jobs"));
  }
}
