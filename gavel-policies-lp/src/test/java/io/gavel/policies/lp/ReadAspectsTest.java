package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationException;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.program.BudgetedMaxMin;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.throughput.StepWeight;
import io.gavel.policies.lp.throughput.ThroughputPerCost;
import io.gavel.policies.lp.variant.Exploring;
import io.gavel.policies.lp.variant.HeterogeneityAgnostic;
import io.gavel.policies.lp.variant.Robust;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.lp.welfare.PartialAllocation;
import io.gavel.policies.model.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What a policy says that it reads, both ways: an aspect that it does not read changes no bit of an
 * answer, and one that it reads changes some answer. Another order alone may round otherwise, so
 * there the objective is compared.
 */
public class ReadAspectsTest {

  private static final int CASES = Boolean.getBoolean("gavel.nightly") ? 400 : 8;

  /** Until an aspect that is read has changed an answer. */
  private static final int MOST_CASES = 1500;

  private static final double TOLERANCE = 4e-6;

  /** Returns the policies by name. */
  protected Map<String, Policy> policies() {
    Map<String, Policy> all =
        new TreeMap<>(
            Policies.standard().names().stream()
                .collect(Collectors.toMap(name -> name, Policies.standard()::named)));
    all.put("robust_nash", Robust.of(NashWelfare.create()));
    all.put("exploring", Exploring.of(MaxMinFairness.create(), 0.1, 1.1));
    all.put("budgeted", BudgetedMaxMin.create(1));
    all.put("total_slo", MaxTotalThroughput.create());
    all.put(
        "total_weighted", MaxTotalThroughput.create().withStepWeight(StepWeight.WEIGHTED_SHARES));
    all.put("per_cost_without_slos", ThroughputPerCost.create().withoutSlos());
    all.put("partial_unweighted", PartialAllocation.over(NashWelfare.create().unweighted()));
    all.put("nash_agnostic", HeterogeneityAgnostic.unitRates(NashWelfare.create()));
    return all;
  }

  @TestFactory
  Stream<DynamicTest> aspectsThatAreNotRead_changeNothing() {
    return policies().entrySet().stream()
        .map(entry -> dynamicTest(entry.getKey(), () -> requireIgnored(entry.getValue())));
  }

  @TestFactory
  Stream<DynamicTest> aspectsThatAreRead_changeSomeAnswer() {
    return policies().entrySet().stream()
        .map(entry -> dynamicTest(entry.getKey(), () -> requireRead(entry.getValue())));
  }

  private static void requireIgnored(Policy policy) {
    Set<Aspect> ignored = Aspect.minus(Aspect.all(), policy.reads().toArray(Aspect[]::new));
    for (long seed = 0; seed < CASES; seed++) {
      AllocationProblem problem = ReadAspects.problem(seed);
      List<Object> answer = answer(policy, problem);
      for (Aspect aspect : ignored) {
        String place = "seed %s, %s".formatted(seed, aspect);
        AllocationProblem bare = ReadAspects.without(problem, aspect);
        if (!bare.unrunnable().equals(problem.unrunnable())) {
          continue; // some run in pairs only
        }
        if (aspect == Aspect.ARRIVAL_ORDER) {
          requireNear(policy, problem, bare, place);
          continue;
        }
        assertEquals(answer, answer(policy, bare), place);
        AllocationProblem other = ReadAspects.with(problem, aspect, seed);
        assertEquals(answer, answer(policy, other), place);
      }
    }
  }

  private static void requireNear(
      Policy policy, AllocationProblem problem, AllocationProblem reversed, String place) {
    try {
      double objective = policy.allocate(problem).certificate().objective();
      double other = policy.allocate(reversed).certificate().objective();
      assertEquals(objective, other, TOLERANCE * Math.max(1, Math.abs(objective)), place);
    } catch (IllegalArgumentException | AllocationException refused) {
      return; // a message may name another job
    }
  }

  private static void requireRead(Policy policy) {
    List<Aspect> open = new ArrayList<>(policy.reads());
    for (long seed = 0; seed < MOST_CASES && !open.isEmpty(); seed++) {
      AllocationProblem problem = ReadAspects.problem(seed);
      List<Object> answer = answer(policy, problem);
      long of = seed;
      open.removeIf(
          aspect -> !answer(policy, ReadAspects.with(problem, aspect, of)).equals(answer));
    }
    assertTrue(open.isEmpty(), () -> policy + ": nothing changed with " + open);
  }

  /** The time of every job by its id, alone and in pairs, or who refused. */
  private static List<Object> answer(Policy policy, AllocationProblem problem) {
    try {
      Allocation x = policy.allocate(problem);
      Map<String, List<Double>> rows = new TreeMap<>();
      for (int g = 0; g < x.problem().groupCount(); g++) {
        double[] row = new double[x.problem().cluster().typeCount()];
        int group = g;
        Arrays.setAll(row, j -> x.fraction(group, j) + 0.0); // no negative zero
        if (g < problem.jobCount() || Arrays.stream(row).anyMatch(entry -> entry > 0)) {
          rows.put(name(x.problem(), g), Arrays.stream(row).boxed().toList());
        }
      }
      return List.of(rows);
    } catch (IllegalArgumentException | AllocationException refused) {
      return List.of(refused.getClass());
    }
  }

  private static String name(AllocationProblem problem, int g) {
    if (problem.group(g) instanceof Group.Configuration) {
      return problem.groupName(g);
    }
    return IntStream.range(0, problem.group(g).size())
        .mapToObj(i -> problem.job(problem.group(g).member(i)).id())
        .sorted()
        .collect(Collectors.joining("+"));
  }
}
