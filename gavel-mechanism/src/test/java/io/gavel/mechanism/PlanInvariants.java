package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.RoundPlan.Interruption;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.SchedulerState.JobRecord;
import io.gavel.mechanism.state.SchedulerState.OpenLeaseState;
import io.gavel.mechanism.state.SchedulerState.WorkerStatus;
import io.gavel.policies.AllocationProblem;
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
import java.util.function.Function;
import java.util.stream.Collectors;

/** The invariants of every plan, checked on the states before and after it. */
final class PlanInvariants {

  private PlanInvariants() {}

  static void check(SchedulerState before, RoundPlan plan, SchedulerState after) {
    checkCapacity(plan, after);
    checkNobodyIdlesThatCanRun(plan, after);
    checkExtensions(before, plan, after);
    checkInterruptions(before, plan, after);
  }

  /** No worker overcommitted, none that is out, no job twice, whole gangs, useful time. */
  static void checkCapacity(RoundPlan plan, SchedulerState after) {
    Set<Worker> out =
        after.workers().stream().map(WorkerStatus::worker).collect(Collectors.toSet());
    Cluster cluster = after.cluster();
    Map<Worker, Integer> taken = new HashMap<>();
    Set<String> jobs = new HashSet<>(after.doneJobIds());
    for (Lease lease : plan.leases()) {
      AllocationProblem problem = after.allocation().orElseThrow().problem();
      int g = groupOf(problem, lease.jobIds(), lease.configuration());
      assertTrue(problem.runs(g, lease.workerType()), () -> "useful time only: " + lease);
      for (int k = 0; k < cluster.poolCount(); k++) {
        int pool = k;
        long held = lease.workers().stream().filter(worker -> worker.pool() == pool).count();
        int gang = problem.gang(g, lease.workerType(), k);
        assertEquals(gang, held, () -> "whole gangs: " + lease);
      }
      assertEquals(problem.gpuMilli(g), lease.gpuMilli(), () -> "the share: " + lease);
      for (Worker worker : lease.workers()) {
        assertEquals(
            Worker.of(cluster, cluster.poolName(worker.pool()), worker.index()),
            worker,
            () -> "of the pool: " + lease);
        int milli = taken.merge(worker, lease.gpuMilli(), Integer::sum);
        assertTrue(milli <= Job.WHOLE_WORKER, () -> "no worker overcommitted: " + plan);
        assertFalse(out.contains(worker), () -> "only workers that are up: " + lease);
      }
      lease
          .jobIds()
          .forEach(id -> assertTrue(jobs.add(id), () -> "no job twice, none done: " + plan));
    }
  }

  static void checkNobodyIdlesThatCanRun(RoundPlan plan, SchedulerState after) {
    if (after.allocation().isEmpty()) {
      return;
    }
    AllocationProblem problem = after.allocation().get().problem();
    Cluster cluster = after.cluster();
    Set<String> busy = new HashSet<>(after.doneJobIds());
    Map<Worker, Integer> left = new HashMap<>();
    for (int k = 0; k < cluster.poolCount(); k++) {
      for (int w = 0; w < cluster.poolWorkers(k); w++) {
        left.put(Worker.of(cluster, cluster.poolName(k), w), Job.WHOLE_WORKER);
      }
    }
    after.workers().forEach(status -> left.remove(status.worker()));
    for (Lease lease : plan.leases()) {
      busy.addAll(lease.jobIds());
      lease.workers().forEach(worker -> left.merge(worker, -lease.gpuMilli(), Integer::sum));
    }
    for (int i = 0; i < problem.groupCount() * cluster.typeCount(); i++) {
      int g = i / cluster.typeCount();
      int j = i % cluster.typeCount();
      boolean waits = idsOf(problem, g).stream().noneMatch(busy::contains);
      boolean fits = true;
      for (int k = 0; k < cluster.poolCount(); k++) {
        int pool = k;
        fits &=
            problem.gang(g, j, k)
                <= left.entrySet().stream()
                    .filter(entry -> entry.getKey().pool() == pool)
                    .filter(entry -> entry.getValue() >= problem.gpuMilli(g))
                    .count();
      }
      boolean room = fits;
      assertFalse(waits && room && problem.runs(g, j), () -> "group " + g + " could run on " + j);
    }
  }

  /** A lease is extended if and only if the same jobs ran on the same type and workers till now. */
  private static void checkExtensions(SchedulerState before, RoundPlan plan, SchedulerState after) {
    Set<Worker> out =
        after.workers().stream().map(WorkerStatus::worker).collect(Collectors.toSet());
    for (Lease lease : plan.leases()) {
      boolean ran = false;
      for (OpenLeaseState part : before.running()) {
        boolean same =
            part.jobIds().equals(lease.jobIds())
                && part.configuration().equals(lease.configuration())
                && part.workerType() == lease.workerType()
                && part.workers().size() == lease.workers().size()
                && part.workers().stream().noneMatch(out::contains);
        if (same) {
          boolean share = lease.gpuMilli() < Job.WHOLE_WORKER; // which may have to make room
          ran = part.gpuMilli() == lease.gpuMilli() && !(share && movedFrom(part, lease));
          assertEquals(ran, part.lease() == lease.number());
          assertEquals(ran, part.workers().equals(lease.workers()));
        }
      }
      assertEquals(ran, lease.extended(), lease::toString);
      assertTrue(ran || lease.number() >= before.nextLease(), () -> "a new number: " + lease);
    }
  }

  private static boolean movedFrom(OpenLeaseState part, Lease lease) {
    return !part.workers().equals(lease.workers());
  }

  /** Each job that stops or starts is listed once, with the time that it costs. */
  private static void checkInterruptions(
      SchedulerState before, RoundPlan plan, SchedulerState after) {
    Map<String, Interruption.Kind> kinds = new HashMap<>();
    Map<String, JobRecord> was = byJob(before);
    Map<String, JobRecord> is = byJob(after);
    for (Interruption interruption : plan.interruptions()) {
      String id = interruption.jobId();
      assertEquals(null, kinds.put(id, interruption.kind()), id);
      double lost = is.get(id).lostSeconds() - was.get(id).lostSeconds();
      assertEquals(interruption.lostSeconds(), lost, 1e-9);
    }
    Set<String> ran = new HashSet<>();
    before.running().forEach(part -> ran.addAll(part.jobIds()));
    for (Lease lease : plan.leases()) {
      for (String id : lease.jobIds()) {
        JobRecord job = was.get(id);
        boolean first = job == null || job.lease() < 0;
        Interruption.Kind expected =
            lease.extended() || first
                ? null
                : ran.contains(id)
                    ? Interruption.Kind.MOVED
                    : job.interrupted() ? Interruption.Kind.RESTARTED : Interruption.Kind.RESUMED;
        assertEquals(expected, kinds.remove(id), id);
        ran.remove(id);
      }
    }
    ran.forEach(id -> assertEquals(Interruption.Kind.PREEMPTED, kinds.remove(id), id));
    assertEquals(Map.of(), kinds);
  }

  private static Map<String, JobRecord> byJob(SchedulerState state) {
    return state.jobs().stream().collect(Collectors.toMap(JobRecord::jobId, Function.identity()));
  }

  static int groupOf(AllocationProblem problem, List<String> ids, Optional<String> configuration) {
    for (int g = 0; g < problem.groupCount(); g++) {
      Optional<String> name =
          problem.group(g) instanceof Group.Configuration way
              ? Optional.of(way.name())
              : Optional.empty();
      if (idsOf(problem, g).equals(ids) && name.equals(configuration)) {
        return g;
      }
    }
    throw new AssertionError("no group " + ids);
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
