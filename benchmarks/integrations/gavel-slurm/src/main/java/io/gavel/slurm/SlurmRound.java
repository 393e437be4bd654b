package io.gavel.slurm;

import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.Availability;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.SchedulerState.LeaseTotals;
import io.gavel.mechanism.state.SchedulerState.OpenLeaseState;
import io.gavel.mechanism.state.SchedulerState.WorkerStatus;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.slurm.JobRole.Part;
import io.gavel.workload.InvalidInputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One look at the cluster: a pure function of the state before and a reading. Its result is the
 * state after and the commands that differ. The ledger is corrected by the reading first: a job
 * holds a lease where it runs, whoever started it, and its time counts from its real start.
 *
 * @param state the state after
 * @param commands what {@code scontrol} is to do, in this order
 * @param advice what each job should get
 * @param starting whether a round starts
 * @param endSeconds when the round ends, in seconds since 1970
 */
public record SlurmRound(
    RoundState state,
    List<String> commands,
    List<JobAdvice> advice,
    boolean starting,
    double endSeconds) {

  /**
   * How rounds are planned.
   *
   * @param policy decides the shares
   * @param speeds of jobs on types
   * @param options of rounds
   * @param graceSeconds how long delays last beyond the end of a round, until the commands of the
   *     next round have arrived
   */
  public record Settings(Policy policy, Speeds speeds, RoundOptions options, double graceSeconds) {}

  /**
   * Plans.
   *
   * @param before the state before
   * @param reading what Slurm says now
   * @param settings how
   * @return the state after and what is to be done
   * @throws InvalidInputException if the policy does not support a job
   */
  public static SlurmRound next(RoundState before, Reading reading, Settings settings) {
    Map<String, JobNote> notes = new TreeMap<>(before.notes());
    notes.keySet().retainAll(reading.jobs().stream().map(SlurmJob::id).toList());
    ClusterView view = new ClusterView(reading, notes);
    AllocationProblem problem = view.hasGpus() ? view.problem(settings.speeds()) : null;
    if (problem == null || problem.jobCount() == 0) {
      List<JobAdvice> advice = view.roles().stream().map(JobAdvice::without).toList();
      return new SlurmRound(
          new RoundState(notes, Optional.empty()), List.of(), advice, false, reading.nowSeconds());
    }
    RoundScheduler scheduler = scheduler(before.scheduler(), view.cluster(), settings.options());
    SchedulerState last = scheduler.state();
    double now = Math.max(reading.nowSeconds(), last.nowSeconds());
    boolean same = last.allocation().map(a -> a.problem().equals(problem)).orElse(false);
    if (!same) {
      scheduler.accept(new AllocationChanged(now, allocation(settings.policy(), problem)));
    }
    boolean starting = last.lastPlan().map(plan -> now >= plan.endSeconds()).orElse(true);
    scheduler =
        RoundScheduler.restore(
            corrected(scheduler.state(), view, settings.speeds(), reading, now, starting));
    RoundPlan plan = starting ? scheduler.plan(now) : scheduler.fill(now);
    SchedulerState after = scheduler.state();
    Map<String, String> leases = new FewerMoves(after, view, settings.speeds()).types();
    for (JobRole role : view.roles()) {
      if (role.isManaged()) {
        notes.putIfAbsent(role.job().id(), JobNote.of(role.job()));
      }
    }
    long expiry = (long) Math.ceil(plan.endSeconds() + settings.graceSeconds());
    List<String> commands =
        new Levers(now, expiry, settings.options().roundSeconds(), starting, notes, leases)
            .commands(view.roles());
    Allocation allocation = after.allocation().orElseThrow();
    List<JobAdvice> advice =
        view.roles().stream()
            .map(role -> JobAdvice.of(role, allocation, leases, settings.speeds()))
            .toList();
    return new SlurmRound(
        new RoundState(notes, Optional.of(after)), commands, advice, starting, plan.endSeconds());
  }

  private static Allocation allocation(Policy policy, AllocationProblem problem) {
    try {
      return policy.allocate(problem);
    } catch (IllegalArgumentException e) { // such as a job that the policy does not support
      throw new InvalidInputException(String.valueOf(e.getMessage()));
    }
  }

  /** Continues with the ledger, unless its types or rounds are other ones. */
  private static RoundScheduler scheduler(
      Optional<SchedulerState> state, Cluster cluster, RoundOptions options) {
    List<String> types = cluster.types().stream().map(WorkerType::name).toList();
    return state
        .filter(s -> s.cluster().types().stream().map(WorkerType::name).toList().equals(types))
        .filter(s -> s.options().equals(options))
        .map(s -> RoundScheduler.restore(on(s, cluster)))
        .orElseGet(() -> RoundScheduler.create(cluster, options));
  }

  /** Nodes may come and go. Workers of nodes that are gone stay in the ledger, unusable. */
  private static SchedulerState on(SchedulerState s, Cluster cluster) {
    List<WorkerType> types = new ArrayList<>();
    for (int j = 0; j < cluster.typeCount(); j++) {
      int workers = Math.max(cluster.type(j).workers(), s.cluster().type(j).workers());
      types.add(new WorkerType(cluster.type(j).name(), workers));
    }
    return with(s, Cluster.of(types), s.running(), s.nextLease(), s.workers());
  }

  private static SchedulerState with(
      SchedulerState s,
      Cluster cluster,
      List<OpenLeaseState> running,
      long nextLease,
      List<WorkerStatus> workers) {
    return new SchedulerState(
        cluster,
        s.options(),
        s.nowSeconds(),
        s.countedUntilSeconds(),
        s.rounds(),
        s.allocation(),
        s.doneJobIds(),
        s.accounts(),
        running,
        s.lastPlan(),
        nextLease,
        LeaseTotals.none(),
        s.jobs(),
        workers);
  }

  /**
   * Returns the ledger with a lease for each job that runs, whoever started it, and with the leases
   * that wait to be used.
   */
  private static SchedulerState corrected(
      SchedulerState s,
      ClusterView view,
      Speeds speeds,
      Reading reading,
      double now,
      boolean starting) {
    Map<String, OpenLeaseState> held = new HashMap<>();
    s.running().forEach(lease -> held.put(lease.jobIds().get(0), lease));
    double start = s.lastPlan().map(RoundPlan::startSeconds).orElse(now);
    double end = Math.max(now, s.lastPlan().map(RoundPlan::endSeconds).orElse(now));
    int[] used = new int[s.cluster().typeCount()];
    long next = s.nextLease();
    List<OpenLeaseState> running = new ArrayList<>();
    for (Part part : List.of(Part.MOVABLE, Part.WAITING, Part.GUEST)) {
      for (JobRole role : view.roles()) {
        if (role.part() != part) {
          continue;
        }
        OpenLeaseState known = held.get(role.job().id());
        if (known != null && mayKeep(s, known, role, speeds) && fits(s, view, role, known, used)) {
          double from = known.fromSeconds();
          double ran =
              Math.min(now - from, reading.seconds(role.job(), usedType(s, known, role), from));
          running.add(open(s.cluster(), known, role, used, starting ? now - ran : from, end));
        } else if (part == Part.MOVABLE) {
          int j = s.cluster().indexOf(ClusterView.heldType(role.job()));
          double ran = Math.min(now - start, reading.seconds(role.job(), type(s, j), start));
          OpenLeaseState found =
              new OpenLeaseState(
                  next,
                  List.of(role.job().id()),
                  j,
                  List.of(Worker.of(s.cluster(), type(s, j), 0)),
                  1_000,
                  now - ran,
                  now - ran,
                  end,
                  true,
                  Optional.empty());
          if (fits(s, view, role, found, used)) {
            running.add(open(s.cluster(), found, role, used, now - ran, end));
            next++;
          }
        }
      }
    }
    return with(s, s.cluster(), running, next, unusable(s.cluster(), view));
  }

  private static String type(SchedulerState s, int j) {
    return s.cluster().type(j).name();
  }

  private static boolean mayKeep(
      SchedulerState s, OpenLeaseState lease, JobRole role, Speeds speeds) {
    return role.part() != Part.MOVABLE
        || FewerMoves.mayStay(role, type(s, lease.workerType()), speeds);
  }

  private static boolean fits(
      SchedulerState s, ClusterView view, JobRole role, OpenLeaseState lease, int[] used) {
    String type = type(s, lease.workerType());
    return role.features().containsKey(type)
        && role.job().gpusOn(type).entrySet().stream()
            .allMatch(
                gpus ->
                    used[s.cluster().indexOf(gpus.getKey())] + gpus.getValue()
                        <= view.usable(gpus.getKey()));
  }

  private static String usedType(SchedulerState s, OpenLeaseState lease, JobRole role) {
    return role.part() == Part.MOVABLE
        ? ClusterView.heldType(role.job())
        : type(s, lease.workerType());
  }

  /** Returns a lease on the next workers of its type. */
  private static OpenLeaseState open(
      Cluster cluster, OpenLeaseState lease, JobRole role, int[] used, double from, double end) {
    List<Worker> workers = new ArrayList<>();
    role.job()
        .gpusOn(cluster.type(lease.workerType()).name())
        .forEach(
            (type, gpus) -> {
              for (int i = 0; i < gpus; i++) {
                workers.add(Worker.of(cluster, type, used[cluster.indexOf(type)]++));
              }
            });
    return new OpenLeaseState(
        lease.lease(),
        lease.jobIds(),
        lease.workerType(),
        workers,
        lease.gpuMilli(),
        lease.sinceSeconds(),
        from,
        end,
        lease.owed(),
        Optional.empty());
  }

  /** Slurm chooses the nodes; only the number of workers of a type counts. */
  private static List<WorkerStatus> unusable(Cluster cluster, ClusterView view) {
    List<WorkerStatus> statuses = new ArrayList<>();
    for (WorkerType type : cluster.types()) {
      for (int i = view.usable(type.name()); i < type.workers(); i++) {
        statuses.add(new WorkerStatus(Worker.of(cluster, type.name(), i), Availability.OUT));
      }
    }
    return statuses;
  }
}
