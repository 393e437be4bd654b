package io.gavel.storm;

import io.gavel.mechanism.event.EventOutcome;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.mechanism.event.SchedulerEvent.JobFailed;
import io.gavel.mechanism.event.SchedulerEvent.LeaseEnded;
import io.gavel.mechanism.event.SchedulerEvent.ProgressReported;
import io.gavel.mechanism.event.SchedulerEvent.WorkersLost;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.SchedulerState.LeaseTotals;
import io.gavel.mechanism.state.SchedulerState.OpenLeaseState;
import io.gavel.policies.AllocationProblem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The time of all leases, kept a second time from plans and events alone. */
final class LedgerOracle {

  /** A lease since it was last counted. */
  private record Open(Lease lease, List<String> jobs, double from) {}

  private final Map<Long, Open> open;
  private final Map<String, Double> saved; // by job, under its lease
  private final Map<String, Double> ranByJob;
  private double issued;
  private double ran;
  private double revoked;
  private double unused;

  LedgerOracle() {
    this.open = new LinkedHashMap<>();
    this.saved = new HashMap<>();
    this.ranByJob = new HashMap<>();
  }

  LedgerOracle(LedgerOracle other) {
    this.open = new LinkedHashMap<>(other.open);
    this.saved = new HashMap<>(other.saved);
    this.ranByJob = new HashMap<>(other.ranByJob);
    this.issued = other.issued;
    this.ran = other.ran;
    this.revoked = other.revoked;
    this.unused = other.unused;
  }

  void on(SchedulerEvent event, EventOutcome outcome) {
    double at = event.atSeconds();
    if (outcome != EventOutcome.APPLIED && outcome != EventOutcome.GIVEN_UP) {
      return;
    } else if (event instanceof JobDone done) {
      leave(done.jobId(), at);
    } else if (event instanceof LeaseEnded ended) {
      close(leaseOf(ended.jobId()), at);
    } else if (event instanceof JobFailed failed) {
      close(leaseOf(failed.jobId()), at);
    } else if (event instanceof ProgressReported report) {
      Open lease = leaseOf(report.jobId());
      if (lease != null && lease.lease().number() == report.lease()) {
        saved.merge(report.jobId(), report.savedUntilSeconds(), Math::max);
      }
    } else if (event instanceof WorkersLost lost) {
      for (Open lease : List.copyOf(open.values())) {
        if (lease.lease().workers().stream().anyMatch(lost.workers()::contains)) {
          lose(lease, at);
        }
      }
    } else if (event instanceof SchedulerEvent.AllocationChanged changed) {
      list(changed.allocation().problem(), at);
    } else if (event instanceof SchedulerEvent.ProblemChanged changed) {
      list(changed.problem(), at);
    }
  }

  private void list(AllocationProblem problem, double at) {
    for (Open lease : List.copyOf(open.values())) {
      for (String job : lease.jobs()) {
        if (problem.find(job).isEmpty()) {
          leave(job, at);
        }
      }
    }
  }

  void onPlan(RoundPlan plan) {
    double start = plan.startSeconds();
    Map<String, Double> before = new HashMap<>(saved);
    List.copyOf(open.values()).forEach(lease -> close(lease, start));
    saved.clear();
    for (Lease lease : plan.leases()) {
      add(lease);
      for (String job : lease.jobIds()) {
        if (lease.extended() && before.containsKey(job)) {
          saved.put(job, before.get(job));
        }
      }
    }
  }

  void onFill(RoundPlan plan) {
    plan.leases().forEach(this::add);
  }

  private void add(Lease lease) {
    Open before = open.put(lease.number(), new Open(lease, lease.jobIds(), lease.startSeconds()));
    Violation.unless(before == null, "one lease has one number", lease, before);
    for (String job : lease.jobIds()) {
      saved.remove(job);
    }
    issued += lease.endSeconds() - lease.startSeconds();
  }

  private Open leaseOf(String job) {
    for (Open lease : open.values()) {
      if (lease.jobs().contains(job)) {
        return lease;
      }
    }
    return null;
  }

  private static double until(Open lease, double time) {
    return Math.max(0, Math.min(time, lease.lease().endSeconds()) - lease.from());
  }

  private void count(Open lease, double seconds) {
    ran += seconds;
    lease.jobs().forEach(job -> ranByJob.merge(job, seconds, Double::sum));
  }

  /** The time that a job ran by a time. */
  double ranSeconds(String job, double now) {
    Open lease = leaseOf(job);
    return ranByJob.getOrDefault(job, 0.0) + (lease == null ? 0 : until(lease, now));
  }

  private void close(Open lease, double at) {
    if (lease != null) {
      open.remove(lease.lease().number());
      count(lease, until(lease, at));
      unused += until(lease, Double.POSITIVE_INFINITY) - until(lease, at);
    }
  }

  private void lose(Open lease, double at) {
    double kept = Double.POSITIVE_INFINITY;
    for (String job : lease.jobs()) {
      kept = Math.min(kept, saved.getOrDefault(job, Double.NEGATIVE_INFINITY));
    }
    double good = Math.min(until(lease, at), until(lease, kept));
    open.remove(lease.lease().number());
    count(lease, good);
    revoked += until(lease, at) - good;
    unused += until(lease, Double.POSITIVE_INFINITY) - until(lease, at);
  }

  /** One job leaves its lease; the other of a pair goes on alone. */
  private void leave(String job, double at) {
    Open lease = leaseOf(job);
    if (lease == null) {
      return;
    } else if (lease.jobs().size() == 1 || at >= lease.lease().endSeconds()) {
      close(lease, at);
      return;
    }
    count(lease, until(lease, at));
    List<String> others = new ArrayList<>(lease.jobs());
    others.remove(job);
    open.put(lease.lease().number(), new Open(lease.lease(), others, at));
  }

  /** Compares with the scheduler's own account. */
  void check(SchedulerState state) {
    LeaseTotals totals = state.totals();
    double left =
        open.values().stream().mapToDouble(each -> each.lease().endSeconds() - each.from()).sum();
    double close = 1e-9 * (1 + issued);
    boolean same =
        Math.abs(issued - totals.issuedSeconds()) <= close
            && Math.abs(ran - totals.receivedSeconds() - totals.backfilledSeconds()) <= close
            && Math.abs(revoked - totals.revokedSeconds()) <= close
            && Math.abs(unused - totals.unusedSeconds()) <= close
            && Math.abs(left - totals.openSeconds()) <= close;
    Violation.unless(
        same, "the ledger is conserved", issued, ran, revoked, unused, left, totals, open);
    List<Long> running = state.running().stream().map(OpenLeaseState::lease).sorted().toList();
    Violation.unless(
        Objects.equals(running, open.keySet().stream().sorted().toList()),
        "open leases are those that began and did not end",
        running,
        open);
  }
}
