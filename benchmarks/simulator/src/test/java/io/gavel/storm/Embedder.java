package io.gavel.storm;

import io.gavel.mechanism.RecomputeTrigger;
import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.EventOutcome;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.lease.LeaseMessage;
import io.gavel.mechanism.lease.LeaseServer;
import io.gavel.mechanism.lease.LeaseSnapshot;
import io.gavel.mechanism.lease.TrackedLease;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.snapshot.SchedulerSnapshot;
import io.gavel.mechanism.state.OpenLeaseState;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationException;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Job;
import io.gavel.storm.Incident.EmbedderKilled;
import io.gavel.storm.Incident.Moment;
import io.gavel.storm.Letter.Held;
import io.gavel.storm.Letter.Member;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A scheduler built of the library's parts as its guides say. Each input is a turn: it changes the
 * state, the state is saved, then the messages are sent. Killed in between, it is restored from
 * what was saved last.
 *
 * <p>Saving has no effect but on a later restart, so a state is really captured only where one is
 * to come.
 */
final class Embedder {

  private static final double SILENT_ROUNDS = 1.2;
  private static final int TEXT_EVERY = 4; // restarts; the others take the values

  /** A job as the embedder knows it. */
  private record Known(JobSpec spec, double done, double arrival) {}

  /** A lease that was sent to its workers. */
  private record Sent(Lease lease, double steps, double stepSeconds, double at) {}

  private record Message(int server, Letter letter) {}

  /** All that survives a kill. */
  private record Saved(
      SchedulerState rounds,
      List<TrackedLease> leases,
      RecomputeTrigger trigger,
      Map<String, Known> jobs,
      Map<Held, Sent> sent,
      List<Integer> boots,
      Set<Integer> lost,
      Set<Integer> drained,
      Map<String, Double> limits,
      Optional<Allocation> next,
      LedgerOracle ledger) {}

  private final World world;
  private final Scenario scenario;
  private final Question question;
  private final Map<Worker, Integer> serverOf = new HashMap<>();

  // saved
  private RoundScheduler rounds;
  private LeaseServer leases;
  private RecomputeTrigger trigger;
  private Map<String, Known> jobs = new LinkedHashMap<>();
  private Map<Held, Sent> sent = new LinkedHashMap<>();
  private int[] boots;
  private Set<Integer> lost = new TreeSet<>();
  private Set<Integer> drained = new TreeSet<>();
  private Map<String, Double> limits = new LinkedHashMap<>();
  private Optional<Allocation> next = Optional.empty();
  private LedgerOracle ledger = new LedgerOracle();

  // not saved
  private boolean up = true;
  private int life;
  private double told = Double.NEGATIVE_INFINITY;
  private double roundEnds = Double.NaN;
  private double[] heard;
  private long[] beats;
  private boolean changed; // leases began or ended
  private boolean idle; // workers may have become free within a round
  private final List<Message> outbox = new ArrayList<>();
  private final List<Runnable> effects = new ArrayList<>();

  private Optional<EmbedderKilled> killing = Optional.empty();
  private Optional<Saved> disk = Optional.empty();
  private Optional<Saved> before = Optional.empty(); // the round before the last

  Embedder(World world) {
    this.world = world;
    this.scenario = world.scenario;
    this.question = new Question(world);
    this.rounds = RoundScheduler.create(scenario.cluster(), scenario.options());
    this.leases = LeaseServer.create(scenario.grace());
    this.trigger = RecomputeTrigger.of(scenario.recomputeSeconds());
    int servers = scenario.servers().size();
    this.boots = new int[servers];
    this.heard = new double[servers];
    this.beats = new long[servers];
    Arrays.fill(beats, -1);
    for (int s = 0; s < servers; s++) {
      for (Worker worker : scenario.servers().get(s)) {
        serverOf.put(worker, s);
      }
    }
    startTimers();
  }

  SchedulerState state() {
    return rounds.state();
  }

  /** The time that a job ran according to the ledger. */
  double ranSeconds(String job) {
    return ledger.ranSeconds(job, world.now);
  }

  List<JobSpec> jobs() {
    return jobs.values().stream().map(Known::spec).toList();
  }

  // turns

  /**
   * One turn.
   *
   * @return whether its result is saved
   */
  boolean receive(Runnable input) {
    if (!up) {
      return false;
    }
    outbox.clear();
    effects.clear();
    input.run();
    fillIfIdle();
    settle();
    Optional<Moment> death = killing.map(EmbedderKilled::moment);
    if (death.equals(Optional.of(Moment.BEFORE_SAVE))) {
      if (world.flaw == Flaw.SENT_BEFORE_SAVED) {
        send(outbox.size());
      }
      die();
      return false;
    }
    effects.forEach(Runnable::run);
    if (death.isPresent()) {
      disk = Optional.of(capture());
      send(death.get() == Moment.AFTER_SAVE ? 0 : outbox.size() / 2);
      die();
      return true;
    }
    send(outbox.size());
    return true;
  }

  private void send(int count) {
    List<Message> messages = List.copyOf(outbox.subList(0, count));
    messages.forEach(each -> world.toServer(world.servers.get(each.server()), each.letter()));
  }

  private double clock() {
    return Math.max(world.now, told);
  }

  void killAtNextInput(EmbedderKilled kill) {
    if (up && killing.isEmpty()) {
      killing = Optional.of(kill);
      disk = Optional.of(capture());
    }
  }

  private void die() {
    world.tally.add(Tally.Of.KILLS);
    up = false;
    life++;
    double down = killing.orElseThrow().downSeconds();
    killing = Optional.empty();
    world.at(world.now + down, this::restart);
  }

  private Saved capture() {
    return new Saved(
        rounds.state(),
        leases.state(),
        trigger,
        new LinkedHashMap<>(jobs),
        new LinkedHashMap<>(sent),
        Arrays.stream(boots).boxed().toList(),
        new TreeSet<>(lost),
        new TreeSet<>(drained),
        new LinkedHashMap<>(limits),
        next,
        new LedgerOracle(ledger));
  }

  private void restart() {
    world.tally.add(Tally.Of.RESTORES);
    Saved saved = disk.orElseThrow();
    if (world.flaw == Flaw.OLD_STATE) {
      saved = before.orElse(saved);
    }
    SchedulerState state = saved.rounds();
    List<TrackedLease> tracked = saved.leases();
    if (life % TEXT_EVERY == 0) {
      state = SchedulerSnapshot.parse(SchedulerSnapshot.print(state));
      tracked = LeaseSnapshot.parse(LeaseSnapshot.print(tracked));
      Violation.unless(
          state.equals(saved.rounds()) && tracked.equals(saved.leases()),
          "a state is read as it was written",
          state);
    }
    rounds = RoundScheduler.restore(state);
    Violation.unless(rounds.state().equals(state), "a restored scheduler is the same", state);
    leases = LeaseServer.restore(scenario.grace(), tracked);
    trigger = saved.trigger();
    jobs = new LinkedHashMap<>(saved.jobs());
    sent = new LinkedHashMap<>(saved.sent());
    boots = saved.boots().stream().mapToInt(Integer::intValue).toArray();
    lost = new TreeSet<>(saved.lost());
    drained = new TreeSet<>(saved.drained());
    limits = new LinkedHashMap<>(saved.limits());
    next = saved.next();
    ledger = new LedgerOracle(saved.ledger());
    told = state.nowSeconds();
    roundEnds = state.lastPlan().map(RoundPlan::endSeconds).orElse(Double.NaN);
    Arrays.fill(heard, world.now);
    Arrays.fill(beats, -1);
    changed = true;
    idle = true;
    up = true;
    startTimers();
  }

  private void startTimers() {
    timer(world.now + world.round / 50, this::tick);
    double due = Double.isNaN(roundEnds) ? world.now : roundEnds - scenario.lead();
    timer(due, this::plan);
  }

  private void timer(double at, Runnable what) {
    int now = life;
    world.at(
        at,
        () -> {
          if (now == life) {
            receive(what);
          }
        });
  }

  // requests

  void on(Incident incident) {
    if (incident instanceof Incident.JobArrives arrives) {
      jobs.put(arrives.job().id(), new Known(arrives.job(), 0, world.now));
      listed();
    } else if (incident instanceof Incident.JobCancelled cancelled) {
      if (jobs.remove(cancelled.jobId()) != null) {
        tell(new SchedulerEvent.JobDone(clock(), cancelled.jobId()));
        effects.add(() -> world.watch.forget(cancelled.jobId()));
        effects.add(() -> world.tally.add(Tally.Of.JOBS_CANCELLED));
        listed();
      }
    } else if (incident instanceof Incident.WeightChanged weight) {
      jobs.computeIfPresent(
          weight.jobId(),
          (id, job) ->
              new Known(job.spec().withWeight(weight.weight()), job.done(), job.arrival()));
      trigger = trigger.changed();
    } else if (incident instanceof Incident.LimitChanged limit) {
      limits.put(limit.type(), limit.part());
      trigger = trigger.changed();
    } else if (incident instanceof Incident.ServerDrained drain) {
      drained.add(drain.server());
      tell(new SchedulerEvent.WorkersDrained(clock(), workersOf(drain.server())));
      trigger = trigger.changed();
      effects.add(
          () -> {
            world.tally.add(Tally.Of.SERVERS_DRAINED);
            world.at(world.now + drain.downSeconds(), () -> undrain(drain.server()));
          });
    }
  }

  private void undrain(int server) {
    boolean saved =
        receive(
            () -> {
              drained.remove(server);
              if (!lost.contains(server)) {
                tell(new SchedulerEvent.WorkersReturned(clock(), workersOf(server)));
              }
              trigger = trigger.changed();
            });
    if (!saved) {
      world.at(world.now + world.round / 10, () -> undrain(server));
    }
  }

  private List<Worker> workersOf(int server) {
    return scenario.servers().get(server);
  }

  /** The list of jobs has changed. */
  private void listed() {
    trigger = trigger.changed();
    if (scenario.announced()) {
      tell(new SchedulerEvent.ProblemChanged(clock(), problem()));
      idle = true;
    }
  }

  private AllocationProblem problem() {
    return question.of(
        limits,
        builder ->
            jobs.values()
                .forEach(
                    job ->
                        job.spec()
                            .addTo(builder, job.done(), Math.max(0, clock() - job.arrival()))),
        jobs());
  }

  // rounds

  private void plan() {
    if (world.flaw == Flaw.OLD_STATE) {
      before = Optional.of(capture());
    }
    boolean early = world.now < roundEnds;
    double at = early ? Math.max(clock(), roundEnds) : clock();
    allocate(at);
    RoundPlan plan = rounds.plan(at);
    told = at;
    roundEnds = plan.endSeconds();
    ledger.onPlan(plan);
    SchedulerState state = rounds.state();
    world.watch.check(plan, state);
    ledger.check(state);
    effects.add(() -> world.tally.add(Tally.Of.ROUNDS));
    effects.add(() -> world.watch.planned(plan));
    for (Lease lease : plan.leases()) {
      for (String job : lease.jobIds()) {
        Sent old = sent.get(new Held(lease.number(), job));
        if (old != null && lease.extended()) {
          extend(lease, job, old);
        }
      }
    }
    changed = true;
    timer(roundEnds - scenario.lead(), this::plan);
    timer(at + scenario.grace() * 1.01, this::tickOnce);
  }

  private void extend(Lease lease, String job, Sent old) {
    Held held = new Held(lease.number(), job);
    double speed = stepSeconds(lease, job);
    sent.put(held, new Sent(lease, old.steps(), speed, old.at()));
    effects.add(
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
              lease.configuration());
    }
    apply(leases.grant(given, job, old.steps(), jobs.get(job).spec().totalSteps()));
  }

  private void allocate(double at) {
    next.ifPresent(allocation -> enforce(allocation, at));
    next = Optional.empty();
    if (!trigger.isDue(at)) {
      return;
    }
    AllocationProblem problem = problem();
    try {
      Allocation answer = question.answer(problem);
      trigger = trigger.computed(at);
      if (scenario.slow()) {
        next = Optional.of(answer);
        tell(new SchedulerEvent.ProblemChanged(at, problem));
      } else {
        enforce(answer, at);
      }
    } catch (AllocationException e) {
      world.tally.add(Tally.Of.POLICY_FAILURES);
      tell(new SchedulerEvent.ProblemChanged(at, problem));
    }
  }

  /** Puts an allocation in force that may be older than the latest changes of the job list. */
  private void enforce(Allocation allocation, double at) {
    tell(new SchedulerEvent.AllocationChanged(at, allocation));
    AllocationProblem problem = allocation.problem();
    for (Job job : problem.jobs()) {
      if (!jobs.containsKey(job.id())) {
        tell(new SchedulerEvent.JobDone(at, job.id()));
      }
    }
    if (jobs.keySet().stream().anyMatch(id -> problem.find(id).isEmpty())) {
      tell(new SchedulerEvent.ProblemChanged(at, problem()));
    }
  }

  private void fillIfIdle() {
    if (idle && clock() < roundEnds - scenario.lead()) {
      RoundPlan more = rounds.fill(clock());
      ledger.onFill(more);
      effects.add(() -> world.watch.planned(more));
      changed |= !more.leases().isEmpty();
    }
    idle = false;
  }

  // time

  private void tick() {
    tickOnce();
    timer(world.now + world.round / 4, this::tick);
  }

  private void tickOnce() {
    apply(leases.at(clock()));
    for (int s = 0; s < heard.length; s++) {
      if (world.now - heard[s] > SILENT_ROUNDS * world.round && !lost.contains(s)) {
        lose(s);
      }
    }
  }

  // messages

  void on(Letter letter) {
    if (letter instanceof Letter.Beat beat) {
      onBeat(beat);
    } else if (letter instanceof Letter.Said said) {
      LeaseMessage message = said.message();
      if (message instanceof LeaseMessage.Ended ended) {
        Member member = new Member(ended.lease(), ended.jobId(), ended.member());
        effects.add(() -> world.watch.notes(member));
      }
      LeaseServer.Turn turn = leases.on(message, clock());
      apply(turn);
      if (world.flaw == Flaw.COUNTED_TWICE
          && message instanceof LeaseMessage.Ended ended
          && turn.events().isEmpty()
          && jobs.containsKey(ended.jobId())) {
        Known job = jobs.get(ended.jobId());
        Known more = new Known(job.spec(), job.done() + 1, job.arrival());
        jobs.put(ended.jobId(), more);
        Held held = new Held(ended.lease(), ended.jobId());
        effects.add(() -> world.watch.counts(held, more.done()));
      }
    }
  }

  private void onBeat(Letter.Beat beat) {
    int s = beat.server();
    if (beat.boot() < boots[s] || (beat.boot() == boots[s] && beat.number() <= beats[s])) {
      return;
    }
    heard[s] = world.now;
    beats[s] = beat.number();
    if (beat.boot() != boots[s] && world.flaw != Flaw.REBOOT_MISSED) {
      lose(s);
    }
    boots[s] = beat.boot();
    if (lost.contains(s) && !drained.contains(s)) {
      lost.remove(s);
      tell(new SchedulerEvent.WorkersReturned(clock(), workersOf(s)));
      trigger = trigger.changed();
    }
    Set<Held> open = new HashSet<>();
    for (TrackedLease lease : leases.state()) {
      open.add(new Held(lease.lease(), lease.jobId()));
    }
    for (Member member : beat.running()) {
      if (!open.contains(member.held())) {
        post(s, new Letter.Said(killing(member)));
      }
    }
    for (Member member : beat.failed()) {
      if (open.contains(member.held()) && sent.containsKey(member.held())) {
        fail(member.held());
      }
    }
    Set<Member> running = new HashSet<>(beat.running());
    for (TrackedLease lease : leases.state()) {
      startAgain(lease, beat, running);
    }
  }

  private static LeaseMessage killing(Member member) {
    return new LeaseMessage.KillOrdered(member.lease(), member.jobId(), member.index());
  }

  /** A message to start a process may have been lost. */
  private void startAgain(TrackedLease lease, Letter.Beat beat, Set<Member> running) {
    Sent last = sent.get(new Held(lease.lease(), lease.jobId()));
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
    post(
        server,
        new Letter.Begin(boots[server], last.lease(), granted, last.steps(), last.stepSeconds()));
  }

  private void post(int server, Letter letter) {
    outbox.add(new Message(server, letter));
  }

  /** A process has ended by itself. */
  private void fail(Held held) {
    EventOutcome outcome =
        tell(
            new SchedulerEvent.JobFailed(
                clock(), held.jobId(), java.util.OptionalLong.of(held.lease())));
    revoke(held, Watch.End.FAILED);
    after(held.jobId(), outcome);
  }

  private void after(String job, EventOutcome outcome) {
    if (outcome == EventOutcome.GIVEN_UP) {
      jobs.remove(job);
      effects.add(() -> world.watch.forget(job));
      effects.add(() -> world.tally.add(Tally.Of.JOBS_GIVEN_UP));
      trigger = trigger.changed();
    }
  }

  /** The workers of a server are gone, and all that ran on them. */
  private void lose(int server) {
    if (lost.add(server)) {
      if (world.flaw != Flaw.LOSS_UNTOLD) {
        tell(new SchedulerEvent.WorkersLost(clock(), workersOf(server)));
      }
      effects.add(() -> world.tally.add(Tally.Of.WORKERS_LOST, workersOf(server).size()));
      trigger = trigger.changed();
    }
    for (Map.Entry<Held, Sent> each : List.copyOf(sent.entrySet())) {
      if (each.getValue().lease().workers().stream().anyMatch(w -> serverOf.get(w) == server)) {
        revoke(each.getKey(), Watch.End.REVOKED);
      }
    }
  }

  private void revoke(Held held, Watch.End how) {
    List<LeaseMessage> kills = leases.revoke(held.lease(), held.jobId());
    kills.forEach(this::postToMember);
    close(held, how);
  }

  private void postToMember(LeaseMessage message) {
    Sent last = sent.get(new Held(message.lease(), message.jobId()));
    if (last != null) {
      post(serverOf.get(last.lease().workers().get(message.member())), new Letter.Said(message));
    }
  }

  private void close(Held held, Watch.End how) {
    sent.remove(held);
    changed = true;
    effects.add(() -> world.watch.ends(held, how));
  }

  /** Sends the messages of a turn of the lease server, and tells the scheduler its events. */
  private void apply(LeaseServer.Turn turn) {
    for (LeaseMessage message : turn.messages()) {
      postToMember(message);
    }
    for (SchedulerEvent event : turn.events()) {
      if (event instanceof SchedulerEvent.ProgressReported report) {
        tell(report);
        if (report.savedUntilSeconds() > Double.NEGATIVE_INFINITY) {
          count(new Held(report.lease(), report.jobId()), report.steps());
        }
      } else if (event instanceof SchedulerEvent.JobDone done) {
        tell(done);
        finish(done.jobId());
      } else if (event instanceof SchedulerEvent.LeaseEnded ended) {
        if (world.flaw != Flaw.END_UNTOLD) {
          tell(ended);
        }
      } else if (event instanceof SchedulerEvent.JobFailed failed) {
        EventOutcome outcome = tell(failed);
        close(new Held(failed.lease().orElseThrow(), failed.jobId()), Watch.End.FAILED);
        after(failed.jobId(), outcome);
      }
    }
  }

  private void count(Held held, double steps) {
    Known job = jobs.get(held.jobId());
    if (job != null) {
      jobs.put(held.jobId(), new Known(job.spec(), steps, job.arrival()));
      effects.add(() -> world.watch.counts(held, steps));
    }
    close(held, Watch.End.ENDED);
  }

  private void finish(String id) {
    Known job = jobs.remove(id);
    if (job != null) {
      trigger = trigger.changed();
      effects.add(() -> world.watch.done(job.spec()));
    }
  }

  private EventOutcome tell(SchedulerEvent event) {
    EventOutcome outcome = rounds.accept(event);
    told = Math.max(told, event.atSeconds());
    ledger.on(event, outcome);
    boolean applied = outcome == EventOutcome.APPLIED || outcome == EventOutcome.GIVEN_UP;
    if (applied && !(event instanceof SchedulerEvent.ProgressReported)) {
      changed = true;
      idle |=
          event instanceof SchedulerEvent.JobDone
              || event instanceof SchedulerEvent.LeaseEnded
              || event instanceof SchedulerEvent.JobFailed
              || event instanceof SchedulerEvent.WorkersLost;
    }
    return outcome;
  }

  // leases

  /**
   * Ends what the scheduler has ended, and begins what it has begun as soon as workers are free.
   */
  private void settle() {
    if (!changed) {
      return;
    }
    changed = false;
    List<OpenLeaseState> running = rounds.state().running();
    Set<Held> wanted = new HashSet<>();
    for (OpenLeaseState lease : running) {
      lease.jobIds().forEach(job -> wanted.add(new Held(lease.lease(), job)));
    }
    Map<Worker, Map<Long, Integer>> taken = new HashMap<>();
    Set<String> busy = new HashSet<>();
    for (TrackedLease tracked : leases.state()) {
      Held held = new Held(tracked.lease(), tracked.jobId());
      boolean ending = clock() >= tracked.terms().endSeconds() - scenario.lead();
      if (!wanted.contains(held) && !ending) {
        revoke(held, Watch.End.REVOKED);
      } else {
        busy.add(held.jobId());
        Lease lease = sent.get(held).lease();
        for (Worker worker : lease.workers()) {
          taken.computeIfAbsent(worker, w -> new HashMap<>()).put(held.lease(), lease.gpuMilli());
        }
      }
    }
    changed = false;
    for (OpenLeaseState lease : running) {
      for (String job : lease.jobIds()) {
        boolean free =
            world.flaw == Flaw.NOT_WAITED
                || (!busy.contains(job)
                    && lease.workers().stream().allMatch(w -> fits(lease, taken.get(w))));
        boolean tracked = sent.containsKey(new Held(lease.lease(), job));
        if (free && !tracked && clock() < lease.endSeconds() && jobs.containsKey(job)) {
          dispatch(lease, job);
          for (Worker worker : lease.workers()) {
            taken
                .computeIfAbsent(worker, w -> new HashMap<>())
                .put(lease.lease(), lease.gpuMilli());
          }
        }
      }
    }
  }

  private static boolean fits(OpenLeaseState lease, Map<Long, Integer> taken) {
    int others = 0;
    for (Map.Entry<Long, Integer> each :
        taken == null ? Set.<Map.Entry<Long, Integer>>of() : taken.entrySet()) {
      others += each.getKey() == lease.lease() ? 0 : each.getValue();
    }
    return others + lease.gpuMilli() <= Job.WHOLE_WORKER;
  }

  private void dispatch(OpenLeaseState open, String job) {
    Known known = jobs.get(job);
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
            open.configuration());
    Sent now = new Sent(lease, known.done(), stepSeconds(lease, job), world.now);
    sent.put(new Held(lease.number(), job), now);
    LeaseServer.Turn turn =
        leases.grant(lease, job, known.done(), known.spec().totalSteps(), clock());
    turn.events().forEach(this::tell);
    for (LeaseMessage message : turn.messages()) {
      begin((LeaseMessage.Granted) message, now);
    }
  }

  private double stepSeconds(Lease lease, String job) {
    double rate = jobs.get(job).spec().rate(lease.workerType(), lease.configuration());
    if (lease.jobIds().size() == 2) {
      int me = lease.jobIds().indexOf(job);
      rate *= JobSpec.besides(job, lease.jobIds().get(1 - me));
    }
    return 1 / rate;
  }
}
