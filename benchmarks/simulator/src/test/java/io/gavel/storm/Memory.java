package io.gavel.storm;

import io.gavel.mechanism.RecomputeTrigger;
import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.lease.LeaseServer;
import io.gavel.mechanism.lease.LeaseSnapshot;
import io.gavel.mechanism.lease.LeaseSnapshot.TrackedLease;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.snapshot.SchedulerSnapshot;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.policies.Allocation;
import io.gavel.storm.Letter.Held;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What an embedder saves at the end of each turn, while it works with it. Mutable. */
final class Memory {

  /** A job as the embedder knows it. */
  record Known(JobSpec spec, double done, double arrival) {}

  /** A lease that was sent to its workers. */
  record Sent(Lease lease, double steps, double stepSeconds, double at) {}

  /** The memory as it is saved. Immutable. */
  record Saved(
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

  final RoundScheduler rounds;
  final LeaseServer leases;
  RecomputeTrigger trigger;
  final Map<String, Known> jobs;
  final Map<Held, Sent> sent;
  final int[] boots; // by server
  final Set<Integer> lost;
  final Set<Integer> drained;
  final Map<String, Double> limits;
  Optional<Allocation> next;
  final LedgerOracle ledger;

  /** The memory before the first turn. */
  Memory(Scenario scenario, Flaw flaw) {
    RoundOptions options = scenario.options();
    for (String limit :
        flaw == Flaw.LIMITS_IGNORED ? Limits.names(scenario.cluster()) : List.<String>of()) {
      options = options.ignoring(limit);
    }
    rounds = RoundScheduler.create(scenario.cluster(), options);
    leases = LeaseServer.create(scenario.grace());
    trigger = RecomputeTrigger.of(scenario.recomputeSeconds());
    jobs = new LinkedHashMap<>();
    sent = new LinkedHashMap<>();
    boots = new int[scenario.servers().size()];
    lost = new TreeSet<>();
    drained = new TreeSet<>();
    limits = new LinkedHashMap<>();
    next = Optional.empty();
    ledger = new LedgerOracle();
  }

  private Memory(Saved saved, double grace, SchedulerState state, List<TrackedLease> tracked) {
    rounds = RoundScheduler.restore(state);
    Violation.unless(rounds.state().equals(state), "a restored scheduler is the same", state);
    leases = LeaseServer.restore(grace, tracked);
    trigger = saved.trigger();
    jobs = new LinkedHashMap<>(saved.jobs());
    sent = new LinkedHashMap<>(saved.sent());
    boots = saved.boots().stream().mapToInt(Integer::intValue).toArray();
    lost = new TreeSet<>(saved.lost());
    drained = new TreeSet<>(saved.drained());
    limits = new LinkedHashMap<>(saved.limits());
    next = saved.next();
    ledger = new LedgerOracle(saved.ledger());
  }

  /** The memory as values. */
  static Memory restore(Saved saved, double grace) {
    return new Memory(saved, grace, saved.rounds(), saved.leases());
  }

  /** The memory from the text of its snapshots, which must say the same. */
  static Memory restoreFromText(Saved saved, double grace) {
    SchedulerState state = SchedulerSnapshot.parse(SchedulerSnapshot.print(saved.rounds()));
    List<TrackedLease> tracked = LeaseSnapshot.parse(LeaseSnapshot.print(saved.leases()));
    Violation.unless(
        state.equals(saved.rounds()) && tracked.equals(saved.leases()),
        "a state is read as it was written",
        state);
    return new Memory(saved, grace, state, tracked);
  }

  Saved save() {
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
}
