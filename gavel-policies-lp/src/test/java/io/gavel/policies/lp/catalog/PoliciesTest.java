package io.gavel.policies.lp.catalog;

import static io.gavel.policies.lp.Cases.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.queue.AlloX;
import io.gavel.policies.lp.queue.HeadOfLineFifo;
import io.gavel.policies.lp.variant.HeterogeneityAgnostic;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class PoliciesTest {

  private static String refusal(Runnable lookUp) {
    return assertThrows(IllegalArgumentException.class, lookUp::run).getMessage();
  }

  @Test
  void named_everyName_isAValueOfItsOwn() {
    for (String name : Policies.standard().names()) {
      assertNotNull(Policies.standard().named(name), name);
      assertEquals(Policies.standard().named(name), Policies.standard().named(name), name);
    }
    assertEquals(MaxMinFairness.create(), Policies.standard().named("max_min_fairness"));
    assertEquals(HeadOfLineFifo.packed(), Policies.standard().named("fifo_greedy_packed"));
  }

  @Test
  void ofGavel_namesOfTwoMeanings_areGavels() {
    for (String name : Policies.ofGavel().names()) {
      assertNotNull(Policies.ofGavel().named(name), name);
      assertEquals(Policies.ofGavel().named(name), Policies.ofGavel().named(name), name);
    }
    assertEquals(
        HeterogeneityAgnostic.unitRates(MaxMinFairness.create()),
        Policies.ofGavel().named("max_min_fairness"));
    assertEquals(
        Policies.standard().named("max_min_fairness"),
        Policies.ofGavel().named("max_min_fairness_perf"));
    assertEquals(
        HeterogeneityAgnostic.referenceType(Makespan.create(), "v100"),
        Policies.ofGavel().named("min_total_duration"));
  }

  @Test
  void named_unknownName_isRefusedWithTheNearest() {
    String message = refusal(() -> Policies.standard().named("max_min_fairnes"));
    String beginning =
        "there is no policy \"max_min_fairnes\"; the nearest names are max_min_fairness, ";
    assertTrue(message.startsWith(beginning), message);
    assertTrue(
        refusal(() -> Policies.standard().named("fifo_perf"))
            .endsWith("; it is a name of Gavel's, for Policies.ofGavel()"));
    assertThrows(NullPointerException.class, () -> Policies.standard().named(null));
  }

  @Test
  void ofGavel_unknownName_isRefusedWithTheNearest() {
    String message = refusal(() -> Policies.ofGavel().named("makespan"));
    assertTrue(message.startsWith("there is no policy \"makespan\"; the nearest names are "));
    assertTrue(message.endsWith("; it is a name for Policies.standard()"), message);
  }

  /** Names stand in files of users: none may vanish. */
  @Test
  void names_ofEveryKind_areThere() {
    assertEquals(
        """
        equal_share isolated max_min_fairness max_min_fairness_agnostic max_min_fairness_packed
        water_filling water_filling_agnostic water_filling_packed hierarchical
        hierarchical_packed finish_time_fairness finish_time_fairness_packed
        finish_time_fairness_weighted max_min_entities max_envy_free oef_cooperative
        oef_noncooperative makespan makespan_packed makespan_binary_search nash nash_weighted
        nash_packed partial_allocation harmonic_mean harmonic_mean_packed fifo_lp fifo_strict
        fifo_greedy fifo_greedy_agnostic fifo_greedy_packed shortest_job_first
        average_completion_time average_completion_time_packed max_sum_throughput
        throughput_per_cost_sum throughput_per_cost_sum_slo throughput_per_cost_sum_slo_packed
        throughput_per_cost_sum_best_effort throughput_per_cost_ratio
        throughput_per_cost_ratio_scaled least_cost allox drf gandiva
        """
            .strip()
            .replaceAll("\\s+", " "),
        String.join(" ", Policies.standard().names()));
    assertEquals(22, Policies.ofGavel().names().size());
  }

  @Test
  void with_furtherPolicies_areListedLast() {
    Policies more = Policies.standard().with("mine", "my own", MaxMinFairness::create);
    List<String> names = more.names();
    assertEquals("mine", names.get(names.size() - 1));
    assertEquals("my own", more.description("mine"));
    assertEquals(MaxMinFairness.create(), more.named("mine"));
    assertEquals(
        names, Policies.standard().and(Policies.none().with("mine", "", AlloX::new)).names());
    assertThrows(IllegalArgumentException.class, () -> more.and(more));
    assertThrows(IllegalArgumentException.class, () -> Policies.standard().named("mine"));
  }

  /** Gavel's names stand for policies of the library, or are blind to all types but one. */
  @Test
  void description_ofGavelsNames_isTheNameOfTheLibrary() {
    for (String name : Policies.ofGavel().names()) {
      String own = Policies.ofGavel().description(name);
      if (!own.contains(" ")) {
        assertEquals(Policies.standard().named(own), Policies.ofGavel().named(name));
      }
    }
  }

  /** Space sharing is data, so a packed policy is the same one, but for Gavel's rules. */
  @Test
  void named_packed_isThePolicyOfTheShorterName() {
    for (String name : Policies.standard().names()) {
      String shorter = name.replace("_packed", "");
      boolean alike = !name.equals("fifo_greedy_packed") && !name.equals("nash_packed");
      if (alike && !name.equals(shorter)) {
        assertEquals(Policies.standard().named(shorter), Policies.standard().named(name), name);
      }
    }
    assertEquals(
        Policies.standard().named("nash_weighted"), Policies.standard().named("nash_packed"));
  }

  @Test
  void names_cannotBeChanged() {
    assertThrows(UnsupportedOperationException.class, () -> Policies.standard().names().clear());
    assertThrows(UnsupportedOperationException.class, () -> Policies.ofGavel().names().clear());
  }

  /** Four jobs of one job type, with the data that any policy needs. */
  private static AllocationProblem sharedByType() {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cases.workers(1, 1))
            .entity(new Entity("team", 1, Entity.Discipline.FAIRNESS));
    for (String id : List.of("a", "b", "c", "d")) {
      problem.job(
          Job.builder(id).type("t").entity("team").stepsRemaining(9).sloSeconds(99).build(), 2, 1);
    }
    return problem
        .build()
        .sharingByType(
            PairThroughputs.builder(2).pair("t", "t", 1, row(1.5, 1), row(1.5, 1)).build());
  }

  /** Those that do not know pairs by type say so, and what to pass instead. */
  @TestFactory
  Stream<DynamicTest> everyName_pairsByType_answersOrSaysWhatToPass() {
    return Policies.standard().names().stream()
        .map(
            name ->
                dynamicTest(name, () -> requireAnswerOrAdvice(Policies.standard().named(name))));
  }

  private static void requireAnswerOrAdvice(Policy policy) {
    AllocationProblem problem = sharedByType();
    try {
      assertTrue(policy.allocate(problem).maxViolation() <= 1e-9);
    } catch (IllegalArgumentException refusal) {
      String message = refusal.getMessage();
      assertTrue(message.contains("has pairs by job type; "), message);
      AllocationProblem advised =
          message.endsWith(": pass problem.withAllPairs()")
              ? problem.withAllPairs()
              : problem.withoutPairs();
      assertTrue(policy.allocate(advised).maxViolation() <= 1e-9);
    }
  }

  @Test
  void distance_countsLetters() {
    assertEquals(0, NearestNames.distance("nash", "nash"));
    assertEquals(1, NearestNames.distance("nsh", "nash"));
    assertEquals(3, NearestNames.distance("kitten", "sitting"));
    assertEquals(4, NearestNames.distance("", "nash"));
    assertEquals(List.of("b"), NearestNames.to("b", List.of("b")));
  }
}
