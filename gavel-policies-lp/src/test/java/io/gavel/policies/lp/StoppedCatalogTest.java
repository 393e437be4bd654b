package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Policy;
import io.gavel.policies.audit.Auditor;
import io.gavel.policies.audit.Finding;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.policies.lp.deadline.BestEffort;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.program.LeastCost;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolveLimits.LimitAction;
import io.gavel.policies.lp.variant.HeterogeneityAgnostic;
import io.gavel.policies.model.Job;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * On problems that mix all features, every policy of the catalogue that limits end anywhere returns
 * an allocation that keeps constraints and SLOs, unless the problem has no solution.
 */
final class StoppedCatalogTest {

  private static final String CAPPED = "max_min_fairness with an envy cap";

  private static final List<Invariant> KEPT =
      List.of(Invariant.FRACTIONS, Invariant.TIME, Invariant.CAPACITY, Invariant.CONSTRAINTS);

  private final List<String> faults = new ArrayList<>();
  private int answers;

  private static Policy with(Policy policy, CertifiedSolver solver) {
    if (policy instanceof BestEffort decorator) {
      return BestEffort.of(with(decorator.policy(), solver)).withSolver(solver);
    }
    if (policy instanceof HeterogeneityAgnostic blind) {
      return new HeterogeneityAgnostic(with(blind.policy(), solver), blind.referenceType());
    }
    try {
      return (Policy)
          policy.getClass().getMethod("withSolver", CertifiedSolver.class).invoke(policy, solver);
    } catch (NoSuchMethodException noPrograms) {
      return policy;
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }

  private static double demand(Job job) {
    return job.sloSeconds().isPresent()
        ? job.stepsRemaining().orElse(0) / job.sloSeconds().getAsDouble()
        : 0;
  }

  /** Returns what is wrong with the allocation of a stopped policy. */
  private static Optional<String> fault(Policy policy, Allocation full, Allocation stopped) {
    for (Invariant invariant : KEPT) {
      if (!(policy instanceof HeterogeneityAgnostic) // counts time that is of no use in rows
          && policy.claims().invariants().contains(invariant)
          && Auditor.create().judge(stopped, invariant) instanceof Finding.Violated violated) {
        return Optional.of(violated.toString());
      }
    }
    boolean meetsSlos = policy.reads().contains(Aspect.SLOS) && !(policy instanceof BestEffort);
    for (int m = 0; meetsSlos && m < full.problem().jobCount(); m++) {
      double needed = (1 - 1e-6) * demand(full.problem().job(m));
      if (full.effectiveThroughput(m) >= needed
          && stopped.effectiveThroughput(m) < (1 - 1e-6) * needed) {
        return Optional.of("SLO of job %s is missed".formatted(m));
      }
    }
    return Optional.empty();
  }

  /**
   * Ends a policy after ever more questions.
   *
   * @param growth the part by which the questions grow
   */
  private void end(String name, Policy policy, AllocationProblem problem, double growth) {
    Optional<Allocation> full;
    try {
      full = Optional.of(policy.allocate(problem));
    } catch (InfeasibleProblemException infeasible) {
      full = Optional.empty();
    } catch (IllegalArgumentException unsupported) {
      String message = String.valueOf(unsupported.getMessage());
      if (message.contains("withAllPairs()")) {
        end(name, policy, problem.withAllPairs(), growth);
      } else if (message.contains("pass problem.without")) {
        end(name, policy, problem.withoutPairs().withoutConfigurations(), growth);
      }
      return;
    }
    int[] asked = {0};
    for (int most = 0; asked[0] >= most; most += 1 + (int) (most * growth)) {
      int end = most;
      asked[0] = 0;
      SolveLimits limits =
          SolveLimits.none()
              .withCancellation(() -> asked[0]++ >= end)
              .withOnExpiry(LimitAction.BEST_FEASIBLE);
      Policy ended = with(policy, CertifiedSolver.standard().with(limits));
      Optional<String> fault;
      try {
        Allocation x = ended.allocate(problem);
        boolean solvable = // a right that limits measured may be smaller
            full.isPresent() || !problem.constraintSet().openRights().isEmpty();
        fault =
            solvable
                ? fault(policy, full.orElse(x), x)
                : Optional.of("answered, but there is no solution");
        answers++;
      } catch (InfeasibleProblemException infeasible) {
        fault = full.map(some -> "refused: " + infeasible.getMessage());
      } catch (RuntimeException failed) {
        fault = Optional.of(failed.toString());
      }
      if (fault.isPresent()) {
        faults.add("%s ended at %s: %s".formatted(name, most, fault.get()));
        return;
      }
    }
  }

  private void end(LongStream seeds, double growth) {
    seeds.forEach(
        seed -> {
          AllocationProblem problem = MixedProblems.of(seed);
          for (String name : Policies.standard().names()) {
            Policy policy = Policies.standard().named(name);
            Policy buying =
                policy instanceof LeastCost buyer
                    ? buyer.buying(MixedProblems.purchasables(problem, seed))
                    : policy;
            end("seed %s, %s".formatted(seed, name), buying, problem, growth);
          }
          end(
              "seed %s, %s".formatted(seed, CAPPED),
              MaxMinFairness.create().withEnvyCap(1.2),
              problem,
              growth);
        });
    assertEquals(List.of(), faults, () -> String.join("\n", faults));
    assertTrue(answers > 1000, () -> answers + " answers");
  }

  @Test
  void policies_endedAnywhere_keepConstraintsAndSlos() {
    end(LongStream.concat(LongStream.range(0, 12), LongStream.range(10_000, 10_030)), 1);
  }

  /** Ends each policy at each of the first twenty questions and at every twentieth part after. */
  @Test
  @Tag("nightly")
  void policies_nightly_endedAtManyQuestions_keepConstraintsAndSlos() {
    end(LongStream.concat(LongStream.range(100, 108), LongStream.range(11_000, 11_016)), 0.05);
  }
}
