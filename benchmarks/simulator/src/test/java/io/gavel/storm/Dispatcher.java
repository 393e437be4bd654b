package io.gavel.storm;

import io.gavel.mechanism.event.EventOutcome;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.lease.LeaseMessage;
import io.gavel.mechanism.lease.LeaseServer;
import io.gavel.mechanism.lease.LeaseSnapshot.TrackedLease;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.SchedulerState.OpenLeaseState;
import io.gavel.policies.model.Job;
import io.gavel.storm.Letter.Held;
import io.gavel.storm.Letter.Member;
import io.gavel.storm.Memory.Known;
import io.gavel.storm.Memory.Sent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** Brings leases to their workers and back: grants, extends, revokes, and counts steps. */
final class Dispatcher {

  private final World world;
  private final Scenario scenario;
  private final Memory memory;
  private final Turn turn;
  private final Map<Worker, Integer> serverOf = new HashMap<>();

  Dispatcher(World world, Memory memory, Turn turn) {
    this.world = world;
    this.scenario = world.scenario;
    this.memory = memory;
    this.turn = turn;
    for (int s = 0; s < scenario.servers().size(); s++) {
      for (Worker worker : scenario.servers().get(s)) {
        serverOf.put(worker, s);
      }
    }
  }

  /**
   * Ends what the scheduler has ended, and begins what it has begun as soon as workers are free.
   */
  void settle() {
    if (!turn.changed) {
      return;
    }
    turn.changed = false;
    List<OpenLeaseState> running = memory.rounds.state().running();
    Set<Held> wanted = new HashSet<>();
    for (OpenLeaseState lease : running) {
      lease.jobIds().forEach(job -> wanted.add(new Held(lease.lease(), job)));
    }
    Map<Worker, Map<Long, Integer>> taken = new HashMap<>();
    Set<String> busy = new HashSet<>();
    for (TrackedLease tracked : memory.leases.state()) {
      Held held = new Held(tracked.lease(), tracked.jobId());
      boolean ending = turn.clock() >= tracked.terms().endSeconds() - scenario.lead();
      if (!wanted.contains(held) && !ending) {
        revoke(held, Watch.End.REVOKED);
      } else {
        busy.add(held.jobId());
        Lease lease = memory.sent.get(held).lease();
        take(taken, lease.workers(), held.lease(), lease.gpuMilli());
      }
    }
    turn.changed = false; // by the revocations
    for (OpenLeaseState lease : running) {
      for (String job : lease.jobIds()) {
        if (mayBegin(lease, job, taken, busy)) {
          dispatch(lease, job);
          take(taken, lease.workers(), lease.lease(), lease.gpuMilli());
        }
      }
    }
  }

  private static void take(
      Map<Worker, Map<Long, Integer>> taken, List<Worker> workers, long lease, int gpuMilli) {
    for (Worker worker : workers) {
      taken.computeIfAbsent(worker, w -> new HashMap<>()).put(lease, gpuMilli);
    }
  }

  private boolean mayBegin(
      OpenLeaseState lease, String job, Map<Worker, Map<Long, Integer>> taken, Set<String> busy) {
    boolean free =
        world.flaw == Flaw.NOT_WAITED
            || (!busy.contains(job)
                && lease.workers().stream()
                    .allMatch(w -> fits(lease, taken.getOrDefault(w, Map.of()))));
    boolean tracked = memory.sent.containsKey(new Held(lease.lease(), job));
    return free && !tracked && turn.clock() < lease.endSeconds() && memory.jobs.containsKey(job);
  }

  private static boolean fits(OpenLeaseState lease, Map<Long, Integer> taken) {
    int others = 0;
    for (Map.Entry<Long, Integer> each : taken.entrySet()) {
      others += each.getKey() == lease.lease() ? 0 : each.getValue();
    }
    return others + lease.gpuMilli() <= Job.WHOLE_WORKER;
  }

  private void dispatch(OpenLeaseState open, String job) {
    Known known = memory.jobs.get(job);
    Lease lease =
        new Lease(
            open.lease(),
            open.jobIds(),
            open.workerType(),
            open.workers(),
            open.gpuMilli(),
            open.fromSeconds(),
            open.endSeconds(),
            false,
            open.owed(),
            open.configuration());
    Sent now = new Sent(lease, known.done(), stepSeconds(lease, job), world.now);
    memory.sent.put(new Held(lease.number(), job), now);
    LeaseServer.Turn answer =
        memory.leases.grant(lease, job, known.done(), known.spec().totalSteps(), turn.clock());
    answer.events().forEach(turn::tell);
    for (LeaseMessage message : answer.messages()) {
      begin((LeaseMessage.Granted) message, now);
    }
  }

  private double stepSeconds(Lease lease, String job) {
    double rate = memory.jobs.get(job).spec().rate(lease.workerType(), lease.configuration());
    if (lease.jobIds().size() == 2) {
      int me = lease.jobIds().indexOf(job);
      rate *= JobSpec.besides(job, lease.jobIds().get(1 - me));
    }
    return 1 / rate;
  }

  /** Extends a lease that its workers have. */
  void extend(Lease lease, String job) {
    Held held = new Held(lease.number(), job);
    Sent old = memory.sent.get(held);
    if (old == null) {
      return;
    }
    double speed = stepSeconds(lease, job);
    memory.sent.put(held, new Sent(lease, old.steps(), speed, old.at()));
    turn.later(
        () -> {
          Gang gang = world.gang(held);
          if (gang != null) {
            gang.stepSeconds = speed; // the other job of a pair may have left
          }
        });
    Lease given = lease;
    if (world.flaw == Flaw.EXTENDED_TWICE) {
      given =
          new Lease(
              lease.number(),
              lease.jobIds(),
              lease.workerType(),
              lease.workers(),
              lease.gpuMilli(),
              lease.startSeconds(),
              lease.endSeconds() + world.round,
              true,
              lease.owed(),
              lease.configuration());
    }
    double totalSteps = memory.jobs.get(job).spec().totalSteps();
    apply(memory.leases.grant(given, job, old.steps(), totalSteps));
  }

  /** A message to start a process may have been lost. */
  void startAgain(TrackedLease lease, Letter.Beat beat, Set<Member> running) {
    Sent last = memory.sent.get(new Held(lease.lease(), lease.jobId()));
    if (last == null || last.at() >= beat.sentSeconds()) {
      return;
    }
    for (int i = 0; i < last.lease().workers().size(); i++) {
      boolean here = serverOf.get(last.lease().workers().get(i)) == beat.server();
      Member member = new Member(lease.lease(), lease.jobId(), i);
      if (here && Double.isNaN(lease.ends().get(i)) && !running.contains(member)) {
        begin(new LeaseMessage.Granted(lease.lease(), lease.jobId(), i, lease.terms()), last);
      }
    }
  }

  private void begin(LeaseMessage.Granted granted, Sent last) {
    if (world.flaw == Flaw.HALF_GANG && granted.member() > 0) {
      return;
    }
    int server = serverOf.get(last.lease().workers().get(granted.member()));
    turn.post(
        server,
        new Letter.Begin(
            memory.boots[server], last.lease(), granted, last.steps(), last.stepSeconds()));
  }

  /** A message of the lease protocol has come. */
  void on(LeaseMessage message) {
    if (message instanceof LeaseMessage.Ended ended) {
      Member member = new Member(ended.lease(), ended.jobId(), ended.member());
      turn.later(() -> world.watch.notes(member));
    }
    LeaseServer.Turn answer = memory.leases.on(message, turn.clock());
    apply(answer);
    if (world.flaw == Flaw.COUNTED_TWICE
        && message instanceof LeaseMessage.Ended ended
        && answer.events().isEmpty()
        && memory.jobs.containsKey(ended.jobId())) {
      Known job = memory.jobs.get(ended.jobId());
      Known more = new Known(job.spec(), job.done() + 1, job.arrival());
      memory.jobs.put(ended.jobId(), more);
      Held held = new Held(ended.lease(), ended.jobId());
      turn.later(() -> world.watch.counts(held, more.done()));
    }
  }

  /** Time has passed: leases may have ended. */
  void tick() {
    apply(memory.leases.at(turn.clock()));
  }

  /** Sends the messages of a turn of the lease server, and tells the scheduler its events. */
  private void apply(LeaseServer.Turn answer) {
    for (LeaseMessage message : answer.messages()) {
      postToMember(message);
    }
    for (SchedulerEvent event : answer.events()) {
      if (event instanceof SchedulerEvent.ProgressReported report) {
        turn.tell(report);
        if (report.savedUntilSeconds() > Double.NEGATIVE_INFINITY) {
          count(new Held(report.lease(), report.jobId()), report.steps());
        }
      } else if (event instanceof SchedulerEvent.JobDone done) {
        turn.tell(done);
        finish(done.jobId());
      } else if (event instanceof SchedulerEvent.LeaseEnded ended) {
        if (world.flaw != Flaw.END_UNTOLD) {
          turn.tell(ended);
        }
      } else if (event instanceof SchedulerEvent.JobFailed failed) {
        EventOutcome outcome = turn.tell(failed);
        close(new Held(failed.lease().orElseThrow(), failed.jobId()), Watch.End.FAILED);
        after(failed.jobId(), outcome);
      }
    }
  }

  private void postToMember(LeaseMessage message) {
    Sent last = memory.sent.get(new Held(message.lease(), message.jobId()));
    if (last != null) {
      int server = serverOf.get(last.lease().workers().get(message.member()));
      turn.post(server, new Letter.Said(message));
    }
  }

  private void count(Held held, double steps) {
    Known job = memory.jobs.get(held.jobId());
    if (job != null) {
      memory.jobs.put(held.jobId(), new Known(job.spec(), steps, job.arrival()));
      turn.later(() -> world.watch.counts(held, steps));
    }
    close(held, Watch.End.ENDED);
  }

  private void finish(String id) {
    Known job = memory.jobs.remove(id);
    if (job != null) {
      memory.trigger = memory.trigger.changed();
      turn.later(() -> world.watch.done(job.spec()));
    }
  }

  /** A process has ended by itself. */
  void fail(Held held) {
    EventOutcome outcome =
        turn.tell(
            new SchedulerEvent.JobFailed(
                turn.clock(), held.jobId(), OptionalLong.of(held.lease())));
    revoke(held, Watch.End.FAILED);
    after(held.jobId(), outcome);
  }

  private void after(String job, EventOutcome outcome) {
    if (outcome == EventOutcome.GIVEN_UP) {
      memory.jobs.remove(job);
      turn.later(() -> world.watch.forget(job));
      turn.later(() -> world.tally.add(Tally.Of.JOBS_GIVEN_UP));
      memory.trigger = memory.trigger.changed();
    }
  }

  /** Revokes all leases with a worker of a server. */
  void revokeOn(int server) {
    for (Map.Entry<Held, Sent> each : List.copyOf(memory.sent.entrySet())) {
      if (each.getValue().lease().workers().stream().anyMatch(w -> serverOf.get(w) == server)) {
        revoke(each.getKey(), Watch.End.REVOKED);
      }
    }
  }

  private void revoke(Held held, Watch.End how) {
    List<LeaseMessage> kills = memory.leases.revoke(held.lease(), held.jobId());
    kills.forEach(this::postToMember);
    close(held, how);
  }

  private void close(Held held, Watch.End how) {
    memory.sent.remove(held);
    turn.changed = true;
    turn.later(() -> world.watch.ends(held, how));
  }
}
