package io.gavel.guide;

// scheduler imports: begin
import io.gavel.mechanism.RecomputeTrigger;
import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.snapshot.SchedulerSnapshot;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.snapshot.ProblemSnapshot;
import io.gavel.policies.snapshot.SnapshotReader;
import io.gavel.policies.snapshot.SnapshotWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

// scheduler imports: end

/**
 * The scheduler of the third tutorial: accepts jobs, allocates, plans rounds and runs them on a
 * pool of threads; its state can be saved as text and restored. Mutable; for one thread.
 */
final class WholeScheduler {

  // scheduler fields: begin
  /** Runs a job on a worker, from one step to another. */
  interface Work {
    void run(String jobId, double fromSteps, double toSteps);
  }

  private record Submitted(Job job, double totalSteps, double doneSteps, List<Double> rates) {
    Submitted withSteps(double steps) {
      return new Submitted(job, totalSteps, steps, rates);
    }
  }

  private record Done(double atSeconds, String jobId) {}

  private final Cluster cluster;
  private final Policy policy;
  private final Map<String, Submitted> jobs = new LinkedHashMap<>();
  private RoundScheduler rounds;
  private RecomputeTrigger trigger = RecomputeTrigger.of(0);
  private double now;

  WholeScheduler(Cluster cluster, Policy policy, RoundOptions options) {
    this.cluster = cluster;
    this.policy = policy;
    this.rounds = RoundScheduler.create(cluster, options);
  }

  void submit(Job job, double totalSteps, double... stepsPerSecond) {
    jobs.put(
        job.id(),
        new Submitted(job, totalSteps, 0, Arrays.stream(stepsPerSecond).boxed().toList()));
    trigger = trigger.changed();
  }

  boolean isIdle() {
    return jobs.isEmpty();
  }

  // scheduler fields: end

  // scheduler round: begin
  /** Allocates if something changed, plans a round, runs its leases and reports finished jobs. */
  RoundPlan runRound(ExecutorService workers, Work work)
      throws InterruptedException, ExecutionException {
    if (trigger.isDue(now)) {
      rounds.accept(new SchedulerEvent.AllocationChanged(now, policy.allocate(problem())));
      trigger = trigger.computed(now);
    }
    RoundPlan plan = rounds.plan(now);
    List<Future<?>> running = new ArrayList<>();
    List<Done> done = new ArrayList<>();
    for (Lease lease : plan.leases()) {
      String id = lease.jobIds().get(0); // one job a lease, because the problem has no pairs
      Submitted job = jobs.get(id);
      double rate = job.rates().get(lease.workerType());
      double seconds =
          Math.min(plan.endSeconds() - now, (job.totalSteps() - job.doneSteps()) / rate);
      boolean last = seconds < plan.endSeconds() - now;
      double steps = last ? job.totalSteps() : job.doneSteps() + rate * seconds;
      running.add(workers.submit(() -> work.run(id, job.doneSteps(), steps)));
      jobs.put(id, job.withSteps(steps));
      if (last) {
        done.add(new Done(now + seconds, id));
      }
    }
    for (Future<?> lease : running) {
      lease.get();
    }
    done.sort(Comparator.comparingDouble(Done::atSeconds).thenComparing(Done::jobId));
    for (Done each : done) {
      rounds.accept(new SchedulerEvent.JobDone(each.atSeconds(), each.jobId()));
      jobs.remove(each.jobId());
      trigger = trigger.changed();
    }
    now = plan.endSeconds(); // simulated time; a real scheduler waits for the clock
    return plan;
  }

  // scheduler round: end

  // scheduler problem: begin
  private AllocationProblem problem() {
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    for (Submitted each : jobs.values()) {
      double left = each.totalSteps() - each.doneSteps();
      problem.job(
          each.job().toBuilder().stepsRemaining(left).build(),
          each.rates().stream().mapToDouble(Double::doubleValue).toArray());
    }
    return problem.build();
  }

  // scheduler problem: end

  // scheduler snapshot: begin
  /** Everything that a restart needs. */
  String save() {
    SnapshotWriter to = SnapshotWriter.create().section("whole-scheduler", 1);
    to.line("clock").number("now", now);
    SchedulerSnapshot.write(to, trigger);
    for (Submitted each : jobs.values()) {
      to.line("steps").number("total", each.totalSteps()).number("done", each.doneSteps());
    }
    ProblemSnapshot.FORMAT.write(to, problem()); // has the jobs and their throughputs
    SchedulerSnapshot.FORMAT.write(to, rounds.state());
    return to.end().toText();
  }

  /** Continues where the saved scheduler was. */
  static WholeScheduler restore(String text, Policy policy) {
    SnapshotReader from = SnapshotReader.of(text);
    from.section("whole-scheduler", 1);
    from.line("clock");
    double now = from.number("now");
    RecomputeTrigger trigger = SchedulerSnapshot.readTrigger(from);
    List<double[]> steps =
        from.lines("steps", () -> new double[] {from.number("total"), from.number("done")});
    AllocationProblem problem = ProblemSnapshot.FORMAT.read(from);
    RoundScheduler rounds = RoundScheduler.restore(SchedulerSnapshot.FORMAT.read(from));
    from.end("whole-scheduler");
    from.done();
    WholeScheduler scheduler =
        new WholeScheduler(problem.cluster(), policy, rounds.state().options());
    for (int m = 0; m < problem.jobCount(); m++) {
      List<Double> rates = new ArrayList<>();
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        rates.add(problem.throughputs().stepsPerSecond(m, j));
      }
      double[] progress = steps.get(m);
      Job job = problem.job(m);
      scheduler.jobs.put(job.id(), new Submitted(job, progress[0], progress[1], rates));
    }
    scheduler.rounds = rounds;
    scheduler.trigger = trigger;
    scheduler.now = now;
    return scheduler;
  }
  // scheduler snapshot: end
}
