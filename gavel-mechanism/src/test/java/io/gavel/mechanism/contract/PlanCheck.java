package io.gavel.mechanism.contract;

import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Checks plans one after another against the listed jobs, done jobs and lost workers. Mutable. */
final class PlanCheck {

  /** A broken rule, and how it is broken. */
  record Breach(RoundRule rule, String how) {}

  private static final double ROUNDING = 1e-6; // of the scale of a limit

  private final Cluster cluster;
  private final Set<Long> issued = new HashSet<>();
  private final Map<Long, Set<String>> departed = new HashMap<>();
  private final double minRunSeconds;
  private final Map<Long, Double> since = new HashMap<>();
  private final Set<Long> ended = new HashSet<>();
  private List<Lease> before = List.of();
  private long rounds;

  PlanCheck(Cluster cluster, double minRunSeconds) {
    this.cluster = cluster;
    this.minRunSeconds = minRunSeconds;
  }

  /** The leases of a job may have ended. */
  void ends(String jobId) {
    before.stream().filter(l -> l.jobIds().contains(jobId)).forEach(l -> ended.add(l.number()));
  }

  /** The leases of some workers have ended. */
  void ends(List<Worker> workers) {
    before.stream()
        .filter(l -> l.workers().stream().anyMatch(workers::contains))
        .forEach(l -> ended.add(l.number()));
  }

  /** Whether a lease of the round certainly still runs: nothing has happened to its jobs. */
  private boolean runs(Lease lease, AllocationProblem problem, Set<String> done) {
    return !ended.contains(lease.number()) && left(lease, problem, done).equals(lease.jobIds());
  }

  /** Whether leases given between rounds break the rule about them. */
  Optional<Breach> filled(
      RoundPlan plan, double now, AllocationProblem problem, Set<String> done, Set<Worker> out) {
    Map<Worker, Integer> taken = new HashMap<>();
    Map<Worker, Integer> mayBeTaken = new HashMap<>();
    Set<String> busy = new HashSet<>(done);
    for (Lease lease : before) {
      for (Worker worker : lease.workers()) {
        mayBeTaken.merge(worker, lease.gpuMilli(), Integer::sum);
        if (runs(lease, problem, done)) {
          taken.merge(worker, lease.gpuMilli(), Integer::sum);
        }
      }
      busy.addAll(runs(lease, problem, done) ? lease.jobIds() : List.of());
    }
    Optional<Breach> breach = Optional.empty();
    for (Lease lease : plan.leases()) {
      breach = breach.or(() -> lease(lease, problem, out));
      boolean fits = !lease.extended() && !issued.contains(lease.number());
      fits &= lease.startSeconds() == now && lease.endSeconds() == plan.endSeconds();
      for (Worker worker : lease.workers()) {
        mayBeTaken.merge(worker, lease.gpuMilli(), Integer::sum);
        fits &= taken.merge(worker, lease.gpuMilli(), Integer::sum) <= Job.WHOLE_WORKER;
      }
      for (String id : lease.jobIds()) {
        fits &= busy.add(id);
      }
      if (!fits) {
        breach = breach.or(() -> breach(RoundRule.FILL, lease + " is not on free workers"));
      }
      issued.add(lease.number());
      since.put(lease.number(), now);
    }
    List<Lease> certain =
        new ArrayList<>(before.stream().filter(lease -> runs(lease, problem, done)).toList());
    certain.addAll(plan.leases());
    breach = breach.or(() -> limits(problem, certain, plan.leases()));
    before.forEach(lease -> busy.addAll(lease.jobIds()));
    List<Lease> all = new ArrayList<>(before);
    all.addAll(plan.leases());
    breach = breach.or(() -> idle(problem, busy, mayBeTaken, out, all));
    before = all;
    return breach.map(found -> new Breach(RoundRule.FILL, found.how()));
  }

  /** A lease that ends before its minimum run time, though its jobs can use it. */
  private Optional<Breach> minRun(
      RoundPlan plan, double now, AllocationProblem problem, Set<String> done, Set<Worker> out) {
    Set<Long> kept = new HashSet<>();
    plan.leases().forEach(lease -> kept.add(lease.number()));
    if (problem.momentRows().stream()
        .anyMatch(row -> !(reserved(problem, row, before) <= row.bound()))) {
      return Optional.empty(); // limits leave no room for all of them
    }
    for (Lease lease : before) {
      if (runs(lease, problem, done)
          && now < since.getOrDefault(lease.number(), now) + minRunSeconds
          && !kept.contains(lease.number())
          && lease(lease, problem, out).isEmpty()) {
        return breach(RoundRule.MIN_RUN, "%s is ended at %s".formatted(lease, now));
      }
    }
    return Optional.empty();
  }

  /** A job left the list after the latest plan; if it returns before the next, it starts anew. */
  void departs(String id) {
    before.stream()
        .filter(lease -> lease.jobIds().contains(id))
        .forEach(lease -> departed.computeIfAbsent(lease.number(), n -> new HashSet<>()).add(id));
  }

  /** The first rule that a plan breaks, from {@code SHAPE} to {@code NOBODY_IDLES}. */
  Optional<Breach> next(
      RoundPlan plan, double now, AllocationProblem problem, Set<String> done, Set<Worker> out) {
    Optional<Breach> breach = shape(plan, now);
    for (Lease lease : plan.leases()) {
      breach = breach.or(() -> lease(lease, problem, out)).or(() -> number(lease, problem, done));
    }
    Map<Worker, Integer> taken = new HashMap<>();
    Set<String> busy = new HashSet<>(done);
    for (Lease lease : plan.leases()) {
      for (Worker worker : lease.workers()) {
        int milli = taken.merge(worker, lease.gpuMilli(), Integer::sum);
        if (milli > Job.WHOLE_WORKER) {
          breach =
              breach.or(
                  () ->
                      breach(
                          RoundRule.CAPACITY,
                          "%s has %s thousandths leased".formatted(worker, milli)));
        }
      }
      for (String id : lease.jobIds()) {
        if (!busy.add(id)) {
          breach =
              breach.or(
                  () ->
                      breach(RoundRule.JOBS, "job \"%s\" is done or in two leases".formatted(id)));
        }
      }
    }
    breach = breach.or(() -> limits(problem, plan.leases(), plan.leases()));
    breach = breach.or(() -> idle(problem, busy, taken, out, plan.leases()));
    breach = breach.or(() -> minRun(plan, now, problem, done, out));
    before = plan.leases();
    departed.clear();
    ended.clear();
    for (Lease lease : before) {
      issued.add(lease.number());
      since.putIfAbsent(lease.number(), lease.startSeconds());
    }
    rounds++;
    return breach;
  }

  private static Optional<Breach> breach(RoundRule rule, String how) {
    return Optional.of(new Breach(rule, how));
  }

  private Optional<Breach> shape(RoundPlan plan, double now) {
    if (plan.round() != rounds || plan.startSeconds() != now) {
      return breach(
          RoundRule.SHAPE,
          "round %s from %s is planned at %s after %s rounds"
              .formatted(plan.round(), plan.startSeconds(), now, rounds));
    }
    for (Lease lease : plan.leases()) {
      if (lease.startSeconds() < now || lease.endSeconds() > plan.endSeconds()) {
        return breach(RoundRule.SHAPE, "%s is not within the round".formatted(lease));
      }
    }
    return Optional.empty();
  }

  private Optional<Breach> lease(Lease lease, AllocationProblem problem, Set<Worker> out) {
    Optional<Integer> group = groupOf(problem, lease);
    if (group.isEmpty()) {
      return breach(RoundRule.JOBS, "no group %s is listed".formatted(lease.jobIds()));
    }
    int g = group.get();
    if (lease.workerType() >= cluster.typeCount() || !problem.runs(g, lease.workerType())) {
      return breach(RoundRule.USEFUL_TIME, "%s cannot run there".formatted(lease));
    }
    int pool = cluster.poolOf(lease.workerType());
    boolean exist =
        lease.workers().stream()
            .allMatch(
                worker ->
                    worker.pool() < cluster.poolCount()
                        && worker.index() < cluster.poolWorkers(worker.pool())
                        && worker.equals(
                            Worker.of(cluster, cluster.poolName(worker.pool()), worker.index())));
    boolean complete =
        IntStream.range(0, cluster.poolCount())
            .allMatch(
                k ->
                    lease.workers().stream().filter(worker -> worker.pool() == k).count()
                        == problem.gang(g, lease.workerType(), k));
    if (!exist
        || !complete
        || new HashSet<>(lease.workers()).size() != lease.workers().size()
        || lease.gpuMilli() != problem.gpuMilli(g)) {
      return breach(
          RoundRule.GANGS,
          "%s; it needs %s workers of pool \"%s\", %s thousandths of each"
              .formatted(
                  lease, problem.scaleFactor(g), cluster.poolName(pool), problem.gpuMilli(g)));
    }
    return lease.workers().stream()
        .filter(out::contains)
        .findFirst()
        .flatMap(
            worker -> breach(RoundRule.UP, "%s is lost or drained; %s".formatted(worker, lease)));
  }

  /** The number is new, or extends a lease; a remaining job of a pair keeps the pair's number. */
  private Optional<Breach> number(Lease lease, AllocationProblem problem, Set<String> done) {
    if (!lease.extended()) {
      return issued.contains(lease.number())
          ? breach(RoundRule.NUMBERS, "number %s was issued before".formatted(lease.number()))
          : Optional.empty();
    }
    boolean same =
        before.stream()
            .anyMatch(
                old ->
                    old.number() == lease.number()
                        && lease.jobIds().equals(left(old, problem, done))
                        && old.configuration().equals(lease.configuration())
                        && old.workerType() == lease.workerType()
                        && old.workers().equals(lease.workers()));
    return same
        ? Optional.empty()
        : breach(RoundRule.NUMBERS, "%s extends no lease of the previous round".formatted(lease));
  }

  private List<String> left(Lease lease, AllocationProblem problem, Set<String> done) {
    Set<String> gone = departed.getOrDefault(lease.number(), Set.of());
    return lease.jobIds().stream()
        .filter(id -> !done.contains(id) && !gone.contains(id))
        .filter(id -> problem.jobs().stream().anyMatch(job -> job.id().equals(id)))
        .toList();
  }

  /** Requires that leases keep the limits of which some leases draw. */
  private Optional<Breach> limits(
      AllocationProblem problem, List<Lease> leases, List<Lease> drawing) {
    for (LinearRow row : problem.momentRows()) {
      double sum = sum(problem, row, leases);
      if (sum > row.bound() + ROUNDING * row.scale() && sum(problem, row, drawing) > 0) {
        return breach(
            RoundRule.LIMITS, "\"%s\" is at %s of %s".formatted(row.name(), sum, row.bound()));
      }
    }
    return Optional.empty();
  }

  private double sum(AllocationProblem problem, LinearRow row, List<Lease> leases) {
    return leases.stream()
        .mapToDouble(
            lease ->
                groupOf(problem, lease)
                    .map(g -> row.coefficientOf(g * cluster.typeCount() + lease.workerType()))
                    .orElse(0.0))
        .sum();
  }

  /**
   * What leases hold of a limit if a job of each pair may be done; NaN if that is not known of a
   * lease.
   */
  private double reserved(AllocationProblem problem, LinearRow row, List<Lease> leases) {
    return leases.stream()
        .mapToDouble(
            lease ->
                groupOf(problem, lease)
                    .filter(g -> problem.scaleFactor(g) == lease.workers().size())
                    .filter(g -> problem.gpuMilli(g) == lease.gpuMilli())
                    .map(g -> reserved(problem, row, g, lease.workerType()))
                    .orElse(Double.NaN))
        .sum();
  }

  private double reserved(AllocationProblem problem, LinearRow row, int g, int j) {
    double most = row.coefficientOf(g * cluster.typeCount() + j);
    for (int i = 0; problem.group(g).size() > 1 && i < problem.group(g).size(); i++) {
      int alone = problem.group(g).member(i) * cluster.typeCount() + j;
      most = Math.max(most, row.coefficientOf(alone));
    }
    return most;
  }

  private boolean hasRoom(AllocationProblem problem, List<Lease> leases, int g, int j) {
    return problem.momentRows().stream()
        .allMatch(
            row ->
                reserved(problem, row, leases) + reserved(problem, row, g, j)
                    <= row.bound() - ROUNDING * row.scale());
  }

  private Optional<Breach> idle(
      AllocationProblem problem,
      Set<String> busy,
      Map<Worker, Integer> taken,
      Set<Worker> out,
      List<Lease> leases) {
    for (int g = 0; g < problem.groupCount(); g++) {
      boolean waits = idsOf(problem, g).stream().noneMatch(busy::contains);
      for (int j = 0; waits && j < cluster.typeCount(); j++) {
        boolean room = true;
        for (int k = 0; k < cluster.poolCount(); k++) {
          int idle = 0;
          for (int w = 0; w < cluster.poolWorkers(k); w++) {
            Worker worker = Worker.of(cluster, cluster.poolName(k), w);
            int left = Job.WHOLE_WORKER - taken.getOrDefault(worker, 0);
            idle += !out.contains(worker) && left >= problem.gpuMilli(g) ? 1 : 0;
          }
          room &= idle >= problem.gang(g, j, k);
        }
        if (problem.runs(g, j) && room && hasRoom(problem, leases, g, j)) {
          return breach(
              RoundRule.NOBODY_IDLES,
              "%s waits but could run on idle workers of \"%s\""
                  .formatted(idsOf(problem, g), cluster.type(j).name()));
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Integer> groupOf(AllocationProblem problem, Lease lease) {
    for (int g = 0; g < problem.groupCount(); g++) {
      Optional<String> configuration =
          problem.group(g) instanceof Group.Configuration way
              ? Optional.of(way.name())
              : Optional.empty();
      if (idsOf(problem, g).equals(lease.jobIds()) && configuration.equals(lease.configuration())) {
        return Optional.of(g);
      }
    }
    return Optional.empty();
  }

  private static List<String> idsOf(AllocationProblem problem, int g) {
    Group group = problem.group(g);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < group.size(); i++) {
      ids.add(problem.job(group.member(i)).id());
    }
    return ids;
  }
}
