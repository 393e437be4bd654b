package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.audit.Auditor;
import io.gavel.policies.audit.Finding;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.policies.lp.program.LeastCost;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.variant.HeterogeneityAgnostic;
import io.gavel.policies.lp.welfare.PartialAllocation;
import io.gavel.policies.model.Job;
import io.gavel.policies.proof.Proof;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * On problems that mix all features, every policy returns a certified allocation, or refuses the
 * problem: with a minimal conflict if it has no solution, with a reason if the policy does not
 * support it.
 */
@Tag("nightly")
class MixedProblemsTest {

  private static final int PROBLEMS =
      Integer.getInteger("gavel.mixed", Boolean.getBoolean("gavel.nightly") ? 12_000 : 300);

  /** The spread of weights from which on rounding may leave levels open. */
  private static final double WIDE = 1e4;

  private enum Outcome {
    ANSWERED,
    INFEASIBLE,
    UNSUPPORTED,
    FAULTY
  }

  private final Map<String, Map<Outcome, Integer>> counts = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();

  @Test
  void policies_mixedProblems_certifiedOrRefused() {
    int first = Integer.getInteger("gavel.mixed.first", 0);
    LongStream.range(first, first + PROBLEMS).forEach(this::count);
    assertEquals(List.of(), faults, () -> String.join("\n", faults) + "\n" + counts);
  }

  /**
   * Levels far below the fastest job's, teams whose right takes all workers, rows that leave their
   * jobs nothing, utilities that stall, and costs far below a price.
   */
  @Test
  void policies_tinyLevelsAndRightsToEverything_certifiedOrRefused() {
    LongStream.of(
            2409, 5002, 10280, 20305, 20321, 20616, 21035, 21145, 21208, 21280, 21391, 21881, 22190,
            22225, 22302, 23632, 23984, 30299, 40703, 41565, 41726, 42180, 60093, 60390, 61329,
            61767, 62786, 62817, 65789, 68828, 68857, 69806, 69935, 70131, 70331, 80491, 80706,
            83676, 84894, 85420, 88414, 96295, 98961)
        .forEach(this::count);
    assertEquals(List.of(), faults, () -> String.join("\n", faults));
  }

  private void count(long seed) {
    AllocationProblem problem = MixedProblems.of(seed);
    for (String name : Policies.standard().names()) {
      Policy policy = Policies.standard().named(name);
      if (policy instanceof LeastCost buyer) {
        policy = buyer.buying(MixedProblems.purchasables(problem, seed));
      }
      count(name, policy, problem, seed);
    }
  }

  /**
   * Counts the outcome of a policy; if it refuses pairs by job type, pairs or configurations by
   * name, that of the problem without them.
   */
  private void count(String name, Policy policy, AllocationProblem problem, long seed) {
    Outcome outcome = Outcome.FAULTY;
    String fault = "";
    try {
      fault = uncertified(policy, policy.allocate(problem)).orElse("");
      outcome = Outcome.ANSWERED;
    } catch (InfeasibleProblemException infeasible) {
      outcome = Outcome.INFEASIBLE;
      fault = notMinimal(policy, problem, infeasible).orElse("");
    } catch (IllegalArgumentException unsupported) {
      String message = String.valueOf(unsupported.getMessage());
      if (message.contains("withAllPairs()")) {
        count(name, policy, problem.withAllPairs(), seed);
        return;
      }
      if (message.contains("pass problem.without")) {
        count(name, policy, problem.withoutPairs().withoutConfigurations(), seed);
        return;
      }
      outcome = Outcome.UNSUPPORTED;
      fault = isOfSolver(unsupported) ? message : "";
    } catch (SolveFailedException failed) {
      fault = failed.toString();
    } catch (RuntimeException | StackOverflowError failed) {
      fault = failed + " at " + failed.getStackTrace()[0];
    }
    if (!fault.isEmpty()) {
      outcome = Outcome.FAULTY;
      faults.add("seed %s, %s: %s".formatted(seed, name, fault));
    }
    counts
        .computeIfAbsent(name, key -> new EnumMap<>(Outcome.class))
        .merge(outcome, 1, Integer::sum);
  }

  /** A policy refuses an unsupported problem before it calls the solver. */
  private static boolean isOfSolver(IllegalArgumentException refusal) {
    String solver = CertifiedSolver.class.getPackageName();
    boolean named = String.valueOf(refusal.getMessage()).contains(" does not support ");
    return !named
        && Arrays.stream(refusal.getStackTrace())
            .anyMatch(frame -> frame.getClassName().startsWith(solver));
  }

  private static DoubleSummaryStatistics weights(AllocationProblem problem) {
    return problem.jobs().stream().mapToDouble(Job::weight).summaryStatistics();
  }

  /** Returns the largest weight of a job in units of the smallest. */
  private static double spreadOfWeights(AllocationProblem problem) {
    return weights(problem).getMax() / weights(problem).getMin();
  }

  private static Optional<String> uncertified(Policy policy, Allocation allocation) {
    double open = allocation.certificate().bound() - allocation.certificate().objective();
    if (!allocation.certificate().holdsWithin(Tolerance.CERTIFIED)
        && !Proof.of(allocation).holdsWithin(Tolerance.CERTIFIED)
        && !(policy instanceof PartialAllocation // whose logarithms have no scale of their own
            && open <= Tolerance.CERTIFIED.relative() * weights(allocation.problem()).getSum())) {
      return Optional.of("not certified: " + allocation.certificate());
    }
    if (Proof.of(allocation) instanceof Proof.Proved proved
        && proved.levels().isPresent()
        && proved.levels().get().ceil() > 1e-6
        && spreadOfWeights(allocation.problem()) < WIDE) {
      return Optional.of("levels: " + proved);
    }
    Invariant[] kept = {
      Invariant.FRACTIONS, Invariant.TIME, Invariant.CAPACITY, Invariant.CONSTRAINTS
    };
    for (Invariant invariant : kept) {
      if (!(policy instanceof HeterogeneityAgnostic) // counts time that is of no use in rows
          && Auditor.create().judge(allocation, invariant) instanceof Finding.Violated violated
          && policy.claims().invariants().contains(invariant)) {
        return Optional.of(violated.toString());
      }
    }
    if (policy.claims().invariants().contains(Invariant.PROVED)
        && !Proof.of(allocation).holdsWithin(Tolerance.CERTIFIED)) {
      return Optional.of("%s: %s".formatted(Proof.of(allocation), allocation.certificate()));
    }
    return Optional.empty();
  }

  /**
   * Returns why a conflict is none, or not minimal: the problem with nothing but the conflict must
   * be refused, and without any one part of it, it must not.
   */
  private static Optional<String> notMinimal(
      Policy policy, AllocationProblem problem, InfeasibleProblemException infeasible) {
    Set<String> conflict = new HashSet<>(infeasible.conflict());
    if (conflict.isEmpty()) {
      return Optional.of("conflict without names: " + infeasible.getMessage());
    }
    boolean lends = conflict.stream().anyMatch(part -> part.startsWith("lending:"));
    if (lends || !conflict.stream().allMatch(part -> isDemand(problem, part))) {
      return Optional.empty(); // no rule of its own, or a row of the policy itself, such as envy
    }
    AllocationProblem least = only(problem, conflict::contains);
    Predicate<String> ofPolicy = part -> !isDemand(problem, part); // is in force, too
    if (!hasConflictIn(policy, least, infeasible, ofPolicy.or(conflict::contains))) {
      return Optional.of("conflict %s can be kept".formatted(conflict));
    }
    for (String part : conflict) {
      if (hasConflictIn(
          policy, only(least, name -> !name.equals(part)), infeasible, conflict::contains)) {
        return Optional.of("conflict %s is not minimal: without %s".formatted(conflict, part));
      }
    }
    return Optional.empty();
  }

  private static boolean isDemand(AllocationProblem problem, String part) {
    return part.startsWith(InfeasibleProblemException.SLO)
        || problem.constraintRows().stream().anyMatch(row -> row.name().equals(part));
  }

  private static AllocationProblem only(AllocationProblem problem, Predicate<String> kept) {
    AllocationProblem fewer = problem;
    for (LinearRow row : problem.constraintRows()) {
      boolean left = fewer.constraintRows().stream().anyMatch(of -> of.name().equals(row.name()));
      fewer = !left || kept.test(row.name()) ? fewer : fewer.withoutConstraint(row.name());
    }
    List<Job> jobs = new ArrayList<>();
    for (Job job : problem.jobs()) {
      boolean demands = kept.test(InfeasibleProblemException.SLO + job.id());
      jobs.add(demands ? job : job.toBuilder().withoutSlo().build());
    }
    return fewer.withJobs(jobs);
  }

  /** Returns whether a problem is refused for the same reason and nothing but some demands. */
  private static boolean hasConflictIn(
      Policy policy,
      AllocationProblem problem,
      InfeasibleProblemException demands,
      Predicate<String> among) {
    try {
      policy.allocate(problem);
      return false;
    } catch (InfeasibleProblemException infeasible) {
      return needsProgress(infeasible) == needsProgress(demands)
          && infeasible.conflict().stream().allMatch(among);
    } catch (IllegalArgumentException unsupported) {
      return String.valueOf(unsupported.getMessage()).contains("withAllPairs()")
          && hasConflictIn(policy, problem.withAllPairs(), demands, among);
    } catch (SolveFailedException undecided) {
      return false;
    }
  }

  private static boolean needsProgress(InfeasibleProblemException refused) {
    return String.valueOf(refused.getMessage()).contains(" any throughput under ");
  }
}
