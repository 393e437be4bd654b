package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.mechanism.RecomputeTrigger;
import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.snapshot.SchedulerSnapshot;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.snapshot.ProblemSnapshot;
import io.gavel.policies.snapshot.SnapshotReader;
import io.gavel.policies.snapshot.SnapshotWriter;
import org.junit.jupiter.api.Test;

/** The code of docs/how-to/save-and-restore.md. */
class SnapshotGuideTest {

  private static final Cluster CLUSTER = Cluster.of(new WorkerType("v100", 1));

  @Test
  void problem_throughText_isTheSame() {
    AllocationProblem problem = AllocationProblem.builder(CLUSTER).job(Job.of("a"), 0.1).build();
    // problem as text: begin
    String text = ProblemSnapshot.print(problem);
    AllocationProblem again = ProblemSnapshot.parse(text); // again.equals(problem), bit for bit
    String name = ProblemSnapshot.digest(problem); // SHA-256 of the lines, and in the last of them
    // problem as text: end
    assertEquals(problem, again);
    assertEquals(name, ProblemSnapshot.digest(again));
  }

  @Test
  void ownValues_besideAScheduler_areReadBack() {
    RoundScheduler scheduler = RoundScheduler.create(CLUSTER, RoundOptions.defaults());
    RecomputeTrigger trigger = RecomputeTrigger.defaults().changed();
    double now = 12.5;
    // own values: begin
    SnapshotWriter to = SnapshotWriter.create().section("my-scheduler", 1);
    to.line("clock").number("now", now);
    SchedulerSnapshot.FORMAT.write(to, scheduler.state());
    SchedulerSnapshot.write(to, trigger);
    String text = to.end().toText();
    // own values: end
    SnapshotReader from = SnapshotReader.of(text);
    from.section("my-scheduler", 1);
    from.line("clock");
    assertEquals(now, from.number("now"));
    assertEquals(scheduler.state(), SchedulerSnapshot.FORMAT.read(from));
    assertEquals(trigger, SchedulerSnapshot.readTrigger(from));
    from.end("my-scheduler");
    from.done();
  }
}
