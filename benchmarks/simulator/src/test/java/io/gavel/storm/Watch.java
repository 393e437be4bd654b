package io.gavel.storm;

import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.Availability;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.SchedulerState.Account;
import io.gavel.mechanism.state.SchedulerState.OpenLeaseState;
import io.gavel.mechanism.state.SchedulerState.WorkerStatus;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.storm.Gang.Rank;
import io.gavel.storm.Letter.Held;
import io.gavel.storm.Letter.Member;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The invariants. It sees what processes really do, and of the embedder what it has saved; what a
 * killed embedder knew beyond that never was.
 */
final class Watch {

  /** How a lease ended in the eyes of the embedder. */
  enum End {
    /** All members have said that they stopped. */
    ENDED,
    /** Members were silent, or stopped at different steps. */
    FAILED,
    /** A worker was lost, or the job is not wanted any more. */
    REVOKED
  }

  /**
   * In rounds; how much further one-worker jobs may fall behind in a calm. Patience and minimum run
   * time let others keep their workers for longer.
   */
  static final double LARGEST_LOSS = 2.5;

  /**
   * In rounds; how far one-worker jobs lag at any time, whatever fails, besides patience and
   * minimum run time, for which a job may have to stay where it was sent after a fault.
   */
  static final double LARGEST_LAG = SchedulerState.SHORTFALL_ROUNDS;

  /** In rounds; how far time received and time run may differ over a calm. */
  static final double LARGEST_ERROR = 1.5;

  /** In rounds; no group is ever further ahead. */
  private static final double LARGEST_LEAD = 2.5;

  /** In rounds; what a group is promised at most between two leases, of any kind. */
  static final double LONGEST_WAIT = 15;

  private static final int REMEMBERED = 1000;
  private static final double FORGOTTEN_ROUNDS = 10;

  private final World world;
  private final Map<Held, End> ends = new HashMap<>();
  private final Set<Member> noted = new HashSet<>();
  private final Map<Long, Double> until = new HashMap<>(); // by lease
  private final Map<String, Double> counted = new HashMap<>(); // steps by job
  private final Set<String> cancelled = new HashSet<>();
  private final Map<String, Held> latest = new HashMap<>(); // by job

  private final Map<String, Double> runBefore = new HashMap<>();
  private final Map<String, Double> receivedBefore = new HashMap<>();
  private final Map<List<Object>, Double> lagBefore = new HashMap<>(); // seconds, by account

  private final Map<List<Object>, Account> atPlan = new HashMap<>(); // by account
  private final Map<List<Object>, Double> promised = new HashMap<>(); // seconds, by account

  Watch(World world) {
    this.world = world;
  }

  /** A lease was planned, or extended. */
  void planned(RoundPlan plan) {
    for (Lease lease : plan.leases()) {
      until.merge(lease.number(), lease.endSeconds(), Math::max);
      world.tally.add(Tally.Of.LEASES, lease.extended() ? 0 : 1);
    }
    if (until.size() > REMEMBERED) {
      until.values().removeIf(end -> end < world.now - FORGOTTEN_ROUNDS * world.round);
      ends.keySet().removeIf(held -> !until.containsKey(held.lease()));
      noted.removeIf(member -> !until.containsKey(member.lease()));
    }
  }

  /** Whole gangs on usable workers, none overcommitted, no job twice; no group far ahead. */
  void check(RoundPlan plan, SchedulerState state) {
    Set<Worker> out = new HashSet<>();
    for (WorkerStatus status : state.workers()) {
      if (status.availability() != Availability.UP) {
        out.add(status.worker());
      }
    }
    Map<Worker, Integer> taken = new HashMap<>();
    Set<String> jobs = new HashSet<>(state.doneJobIds());
    for (Lease lease : plan.leases()) {
      Set<Worker> gang = new HashSet<>(lease.workers());
      Violation.unless(gang.size() == lease.workers().size(), "gangs are whole", lease);
      for (Worker worker : lease.workers()) {
        Violation.unless(!out.contains(worker), "workers in use are up", lease, worker);
        int sum = taken.merge(worker, lease.gpuMilli(), Integer::sum);
        Violation.unless(sum <= Job.WHOLE_WORKER, "one lease a worker is planned", lease);
      }
      for (String job : lease.jobIds()) {
        Violation.unless(jobs.add(job), "one lease a job is planned", lease);
      }
    }
    double ahead = LARGEST_LEAD + keptRounds(state);
    boolean plain = world.scenario.isPlain();
    for (Account account : state.accounts()) {
      double lag = account.lagSeconds() / world.round;
      Violation.unless(lag >= -ahead, "no group is far ahead", account);
      double waits = waited(account, out.isEmpty()) / world.round - keptRounds(state);
      world.tally.longestWait = Math.max(world.tally.longestWait, waits);
      Violation.unless(waits <= LONGEST_WAIT, "no group starves", account);
      if (plain && world.limited) {
        world.tally.largestLimitedLag = Math.max(world.tally.largestLimitedLag, lag);
      } else if (plain) {
        world.tally.largestLag = Math.max(world.tally.largestLag, lag);
        double behind = lag - keptRounds(state);
        Violation.unless(behind < LARGEST_LAG, "no group is far behind", account);
      }
    }
    boolean reserved = // for gangs that wait for minimum run times
        state.options().minRunSeconds() > 0
            && state.accounts().stream()
                .anyMatch(a -> a.lagSeconds() / world.round >= SchedulerState.SHORTFALL_ROUNDS - 1);
    state
        .allocation()
        .filter(allocation -> !reserved)
        .ifPresent(allocation -> idle(allocation.problem(), jobs, taken, out, state.running()));
  }

  /**
   * Seconds that an account was promised since its group had a lease, as far as workers were there.
   */
  private double waited(Account account, boolean complete) {
    Account before = atPlan.put(key(account), account);
    if (before == null || before.receivedSeconds() != account.receivedSeconds()) {
      promised.remove(key(account));
      return 0;
    }
    double owed = account.owedSeconds() - before.owedSeconds();
    double missing = written(account) - written(before);
    return promised.merge(key(account), Math.max(owed, complete ? owed + missing : 0), Double::sum);
  }

  /** Returns the missing or written-off seconds without the seconds that limits cause. */
  private static double written(Account account) {
    return account.missingSeconds()
        - account.missingByLimit().values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Checks that no waiting job could run alone on idle workers within the limits. */
  private static void idle(
      AllocationProblem problem,
      Set<String> busy,
      Map<Worker, Integer> taken,
      Set<Worker> out,
      List<OpenLeaseState> leases) {
    Cluster cluster = problem.cluster();
    for (int g = 0; g < problem.groupCount(); g++) {
      String job = problem.job(problem.group(g).member(0)).id();
      boolean waits = problem.group(g).size() == 1 && !busy.contains(job);
      for (int j = 0; waits && j < cluster.typeCount(); j++) {
        int room = 0;
        int pool = cluster.poolOf(j);
        for (int w = 0; w < cluster.poolWorkers(pool); w++) {
          Worker worker = Worker.of(cluster, cluster.poolName(pool), w);
          int left = Job.WHOLE_WORKER - taken.getOrDefault(worker, 0);
          room += !out.contains(worker) && left >= problem.gpuMilli(g) ? 1 : 0;
        }
        Violation.unless(
            !problem.runs(g, j)
                || room < problem.scaleFactor(g)
                || !Limits.leaveRoom(problem, g, j, leases),
            "no job waits for idle workers",
            job,
            room,
            cluster.type(j).name());
      }
    }
  }

  /** For how many rounds others may keep workers that somebody is owed. */
  private static double keptRounds(SchedulerState state) {
    double minRun = state.options().minRunSeconds() / state.options().roundSeconds();
    return state.options().patienceRounds() + Math.ceil(minRun);
  }

  /** A process is refused, because others hold its worker. */
  void refused(Letter.Begin begin, Member key, List<Rank> holders) {
    if (ends.containsKey(key.held())) {
      return;
    }
    int taken = begin.lease().gpuMilli();
    Set<Long> leases = new HashSet<>();
    for (Rank holder : holders) {
      if (!ends.containsKey(holder.key.held()) && leases.add(holder.key.lease())) {
        taken += holder.gang.lease.gpuMilli();
      }
    }
    Violation.unless(
        taken <= Job.WHOLE_WORKER, "one lease a worker runs", begin, leases, world.now);
  }

  /** A process starts. */
  void begins(Rank process, Letter.Begin begin) {
    Held held = process.key.held();
    if (ends.containsKey(held) || cancelled.contains(held.jobId())) {
      return; // a late message; the process will be told
    }
    Violation.unless(
        process.gang.members[process.key.index()] == null,
        "a member of a gang starts once",
        held,
        world.now);
    String job = held.jobId();
    Violation.unless(until.containsKey(held.lease()), "leases are saved before they begin", held);
    double steps = counted.getOrDefault(job, 0.0);
    Violation.unless(
        steps == begin.steps() && steps == process.gang.startSteps,
        "a lease begins with the steps counted so far",
        held,
        steps,
        begin.steps(),
        process.gang.startSteps);
    Held before = latest.put(job, held);
    Violation.unless(
        before == null
            || before.equals(held)
            || ends.containsKey(before)
            || !until.containsKey(before.lease()),
        "one lease a job runs",
        held,
        before);
  }

  /** A process begins a step. */
  void stepBegins(Rank process) {
    Held held = process.key.held();
    End end = ends.get(held);
    Violation.unless(end != End.ENDED, "no step after the end of a lease", held, world.now);
    Double last = until.get(held.lease());
    if (last == null) {
      Violation.unless(end != null, "no step without a lease", held, world.now);
    } else {
      double latestStep =
          last + world.scenario.grace() / 2 + world.scenario.network().skewSeconds();
      Violation.unless(world.now <= latestStep, "no step beyond a lease", held, last, world.now);
    }
    for (Rank other : process.gang.members) {
      boolean there = other != null && !other.isGone() && other.steps >= process.steps;
      Violation.unless(there, "gangs run whole", held, world.now);
    }
  }

  /** The embedder has saved that a process has ended. */
  void notes(Member member) {
    noted.add(member);
  }

  /** A process hears that its end is saved, and forgets it. */
  void isNoted(Member member) {
    Violation.unless(
        noted.contains(member) || ends.containsKey(member.held()),
        "ends are saved before they are noted",
        member,
        world.now);
  }

  /** The embedder has counted the steps of a lease, and saved that. */
  void counts(Held held, double steps) {
    Gang gang = world.gang(held);
    double before = counted.getOrDefault(held.jobId(), 0.0);
    Violation.unless(gang != null, "steps counted were run", held, steps);
    Violation.unless(
        gang.startSteps == before && steps >= before,
        "no step is lost or counted twice",
        held,
        gang.startSteps,
        before,
        steps);
    for (double saved : gang.saved) {
      Violation.unless(saved == steps, "steps counted were saved", held, saved, steps);
    }
    counted.put(held.jobId(), steps);
    world.tally.add(Tally.Of.STEPS_COUNTED, (long) (steps - before));
  }

  void ends(Held held, End how) {
    ends.putIfAbsent(held, how);
    world.tally.add(Tally.Of.LEASES_REVOKED, how == End.REVOKED ? 1 : 0);
    world.tally.add(Tally.Of.LEASES_FAILED, how == End.FAILED ? 1 : 0);
  }

  void done(JobSpec job) {
    double steps = counted.getOrDefault(job.id(), 0.0);
    Violation.unless(steps == job.totalSteps(), "a job is done after its last step", job, steps);
    forget(job.id());
    world.tally.add(Tally.Of.JOBS_DONE);
  }

  /** A job is cancelled, and that is saved; letters to begin it may still be on their way. */
  void cancels(String job) {
    forget(job);
    cancelled.add(job);
  }

  void forget(String job) {
    counted.remove(job);
  }

  /** The world has recovered: from now on everybody is to get what is promised. */
  void beginLevels() {
    runBefore.putAll(world.ranSeconds());
    for (Account account : world.embedder.state().accounts()) {
      lagBefore.put(key(account), account.lagSeconds());
    }
    for (JobSpec job : world.embedder.jobs()) {
      receivedBefore.put(job.id(), world.embedder.ranSeconds(job.id()));
    }
  }

  /** Everybody got what was promised, up to the lag of rounds, and really. */
  void checkLevels() {
    Map<String, Double> run = world.ranSeconds();
    for (JobSpec job : world.embedder.jobs()) {
      String id = job.id();
      if (receivedBefore.containsKey(id)) {
        double received = world.embedder.ranSeconds(id) - receivedBefore.get(id);
        double ran = run.getOrDefault(id, 0.0) - runBefore.getOrDefault(id, 0.0);
        double untrue = Math.abs(received - ran) / world.round;
        world.tally.add(Tally.Of.LEVELS_CHECKED);
        world.tally.mostUntrue = Math.max(world.tally.mostUntrue, untrue);
        Violation.unless(
            untrue <= LARGEST_ERROR, "time received is time run", job, received, ran, untrue);
      }
    }
    if (world.scenario.isPlain() && !world.limited) {
      checkLosses(world.embedder.state());
    }
  }

  /** Nobody was owed much more than was received since the calm began. */
  private void checkLosses(SchedulerState state) {
    for (Account account : state.accounts()) {
      double before = Math.max(0, lagBefore.getOrDefault(key(account), 0.0));
      double loss = (account.lagSeconds() - before) / world.round - keptRounds(state);
      world.tally.largestLoss = Math.max(world.tally.largestLoss, loss);
      Violation.unless(loss <= LARGEST_LOSS, "levels are reached in a calm", account, before);
    }
  }

  private static List<Object> key(Account account) {
    return List.of(account.jobIds(), account.workerType(), account.configuration());
  }
}
