package io.gavel.policies.contract;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Policies that fail only when called repeatedly, each with the sequence rules that it breaks. */
final class SequenceZoo {

  /** A supplier of wrong policies, with the rules that they break. */
  record Animal(String name, Supplier<Policy> policies, Set<SequenceRule> broken) {
    @Override
    public String toString() {
      return name;
    }
  }

  private SequenceZoo() {}

  static List<Animal> animals() {
    return List.of(
        new Animal("remembers jobs by id", Acquainted::new, Set.of(SequenceRule.STATELESS)),
        new Animal("keeps answers by ids", Filing::new, Set.of(SequenceRule.STATELESS)),
        new Animal(
            "thinks the cluster is the first one",
            FirstCluster::new,
            Set.of(SequenceRule.KEPT, SequenceRule.STATELESS, SequenceRule.SHARED)),
        new Animal("retires when nobody is left", Retiring::new, Set.of(SequenceRule.STATELESS)),
        new Animal("writes over its answers", Palimpsest::new, Set.of(SequenceRule.LASTING)),
        new Animal("has one desk for all", OneDesk::new, Set.of(SequenceRule.SHARED)),
        new Animal(
            "overbooks a crowd",
            () -> policy(problem -> crowded(problem)),
            Set.of(SequenceRule.KEPT)));
  }

  private static Policy policy(Policy policy) {
    return new PlainPolicies.Named("wrong", Claims.rules(), policy);
  }

  /** Correct for the up to six jobs of a random problem, wrong once more arrive. */
  private static Allocation crowded(AllocationProblem problem) {
    double share = problem.jobCount() > 6 ? 0.5 : 1; // overbooks by a half
    return PlainPolicies.by(problem, (p, m, j, n) -> PlainPolicies.slice(p, m, j, 1 / (share * n)));
  }

  /** Gives jobs that it has seen before less, as some published finish-time fairness does. */
  private static final class Acquainted implements Policy {
    private final Set<String> known = new HashSet<>();

    @Override
    public Allocation allocate(AllocationProblem problem) {
      synchronized (known) {
        Set<String> before = Set.copyOf(known);
        problem.jobs().stream().map(Job::id).forEach(known::add);
        return PlainPolicies.by(
            problem,
            (p, m, j, n) ->
                PlainPolicies.slice(p, m, j, (before.contains(p.job(m).id()) ? 0.5 : 1.0) / n));
      }
    }
  }

  /** Treats problems with the same ids as the same problem. */
  private static final class Filing implements Policy {
    private final Map<Object, Integer> filed = new HashMap<>();

    @Override
    public Allocation allocate(AllocationProblem problem) {
      synchronized (filed) {
        Object key = problem.jobs().stream().map(Job::id).toList();
        int n = filed.computeIfAbsent(key, unused -> Math.max(1, PlainPolicies.runnable(problem)));
        return PlainPolicies.by(
            problem, (p, m, j, now) -> PlainPolicies.slice(p, m, j, 1.0 / Math.max(n, now)));
      }
    }
  }

  /** Reads the numbers of workers only once. */
  private static final class FirstCluster implements Policy {
    private final Map<String, Integer> workers = new HashMap<>();

    @Override
    public Allocation allocate(AllocationProblem problem) {
      synchronized (workers) {
        AllocationProblem believed = problem;
        for (int k = 0; k < problem.cluster().poolCount(); k++) {
          int number = problem.cluster().poolWorkers(k);
          believed =
              Variants.withWorkers(
                  believed,
                  k,
                  workers.computeIfAbsent(problem.cluster().poolName(k), unused -> number));
        }
        AllocationProblem old = believed;
        return PlainPolicies.by(
            problem, (p, m, j, n) -> old.runs(m, j) ? PlainPolicies.slice(old, m, j, 1.0 / n) : 0);
      }
    }
  }

  /** Declines all problems after an empty one. */
  private static final class Retiring implements Policy {
    private boolean retired;

    @Override
    public synchronized Allocation allocate(AllocationProblem problem) {
      if (retired) {
        throw new SolveFailedException("retired");
      }
      retired = problem.jobCount() == 0;
      return PlainPolicies.by(problem, PlainPolicies.SLICES);
    }
  }

  /** Returns a view of an array that it overwrites later. */
  private static final class Palimpsest implements Policy {
    private final AtomicInteger latest = new AtomicInteger();

    @Override
    public Allocation allocate(AllocationProblem problem) {
      latest.set(problem.jobCount());
      return new Overwritten(PlainPolicies.by(problem, PlainPolicies.SLICES), latest);
    }
  }

  /** Reads as 0 once there is an answer for another number of jobs. */
  private record Overwritten(Allocation right, AtomicInteger latest) implements Allocation {
    @Override
    public AllocationProblem problem() {
      return right.problem();
    }

    @Override
    public double fraction(int g, int j) {
      return latest.get() == problem().jobCount() ? right.fraction(g, j) : 0;
    }

    @Override
    public double effectiveThroughput(int m) {
      return right.effectiveThroughput(m);
    }

    @Override
    public double timeFraction(int m) {
      return right.timeFraction(m);
    }

    @Override
    public double workersUsed(int k) {
      return right.workersUsed(k);
    }

    @Override
    public Certificate certificate() {
      return right.certificate();
    }
  }

  /** Keeps its answer in a field that other threads may overwrite. */
  private static final class OneDesk implements Policy {
    private volatile double[] desk = {};

    @Override
    public Allocation allocate(AllocationProblem problem) {
      Allocation right = PlainPolicies.by(problem, PlainPolicies.SLICES);
      double[] own = right.fractions();
      desk = own;
      try {
        Thread.sleep(1);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
      double[] found = desk;
      double[] answer = Arrays.copyOf(found, own.length);
      return Allocation.of(problem, answer, new Certificate(1, 1, 0, Prices.zero(problem)));
    }
  }
}
