package io.gavel.policies.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.contract.ProblemEvent.What;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The sequence rules find every wrong policy that single problems do not reveal, and no other
 * breach.
 */
class SequenceZooTest {

  private static final int SEEDS = 120;

  static List<SequenceZoo.Animal> animals() {
    return SequenceZoo.animals();
  }

  private static Set<SequenceRule> broken(Supplier<Policy> policies) {
    SequenceRules rules = SequenceRules.of(policies);
    Set<SequenceRule> broken = EnumSet.noneOf(SequenceRule.class);
    for (long seed = 0; seed < SEEDS; seed++) {
      for (SequenceRule rule : SequenceRule.values()) {
        if (!broken.contains(rule) && rules.broken(rule, RandomSequences.of(seed)).isPresent()) {
          broken.add(rule);
        }
      }
    }
    return broken;
  }

  @ParameterizedTest
  @MethodSource("animals")
  void rules_wrongPolicy_breaksTheRulesThatItIsToBreak(SequenceZoo.Animal animal) {
    Set<SequenceRule> broken = broken(animal.policies());
    assertTrue(broken.containsAll(animal.broken()), broken::toString);
    broken.removeAll(animal.broken());
    // A policy with memory may confuse threads too.
    broken.remove(SequenceRule.SHARED);
    assertEquals(Set.of(), broken);
  }

  @Test
  void rules_rightPolicies_areKept() {
    assertEquals(Set.of(), broken(PlainPolicies::slices));
    assertEquals(Set.of(), broken(PlainPolicies::greedy));
  }

  @Test
  void zoo_breaksEveryRule() {
    Set<SequenceRule> broken = EnumSet.noneOf(SequenceRule.class);
    animals().forEach(animal -> broken.addAll(animal.broken()));
    assertEquals(EnumSet.allOf(SequenceRule.class), broken);
  }

  /** Justifies sequences: on one problem and its variants, these policies look correct. */
  @Test
  void singleProblems_doNotFindWhatSequencesFind() {
    for (String name : List.of("keeps answers by ids", "overbooks a crowd")) {
      Policy policy =
          animals().stream()
              .filter(animal -> animal.name().equals(name))
              .findFirst()
              .orElseThrow()
              .policies()
              .get();
      PolicyRules rules = PolicyRules.of(policy);
      for (long seed = 0; seed < SEEDS; seed++) {
        rules.checkAll(RandomProblems.of(seed), seed);
      }
    }
  }

  @Test
  void check_brokenRule_namesRuleAndEvents() {
    ProblemSequence sequence =
        ProblemSequence.of(
            RandomProblems.of(3, Set.of()),
            List.of(
                new ProblemEvent(What.ALL_GONE, 0, 0), new ProblemEvent(What.AS_AT_START, 0, 0)));
    Supplier<Policy> retires = animals().get(3).policies();
    AssertionError error =
        assertThrows(AssertionError.class, () -> SequenceRules.of(retires).checkAll(sequence));
    String message = error.getMessage();
    assertTrue(message.startsWith("sequence rule 2 (stateless): after 2 events"), message);
    assertTrue(message.contains("retired"), message);
    assertTrue(message.contains("ALL_GONE(0, 0), AS_AT_START(0, 0)"), message);
    assertTrue(message.contains("job0"), message);
  }

  @Test
  void sequence_otherNumberOfProblems_isRefused() {
    List<AllocationProblem> none = List.of();
    assertThrows(IllegalArgumentException.class, () -> new ProblemSequence(List.of(), none));
  }

  /** Every kind of event changes something, and all edges are met on the way. */
  @ParameterizedTest
  @EnumSource(What.class)
  void event_ofEachKind_changesMostProblemsOrNone(What what) {
    long changed =
        LongStream.range(0, 200)
            .filter(
                seed -> {
                  AllocationProblem start = RandomProblems.of(1 + seed);
                  ProblemEvent event = new ProblemEvent(what, (int) seed % 8, (int) seed);
                  return !event.applyTo(start, start).equals(start);
                })
            .count();
    boolean never = what == What.NOTHING || what == What.AS_AT_START;
    assertTrue(never ? changed == 0 : changed > 80, what + " changed " + changed);
  }

  @Test
  void randomSequences_reachTheEdges() {
    List<ProblemSequence> sequences =
        LongStream.range(0, 300).mapToObj(RandomSequences::of).toList();
    assertTrue(
        sequences.stream().anyMatch(SequenceZooTest::isEmptyInBetween), "nobody, then somebody");
    assertTrue(
        sequences.stream()
            .flatMap(sequence -> sequence.problems().stream())
            .anyMatch(problem -> problem.cluster().workers() == 0),
        "no workers");
    assertTrue(
        sequences.stream()
            .flatMap(sequence -> sequence.problems().stream())
            .anyMatch(problem -> problem.jobCount() == 8),
        "a crowd");
    assertTrue(
        sequences.stream().anyMatch(SequenceZooTest::usesAnIdAgainForAnotherSize), "reused id");
  }

  private static boolean isEmptyInBetween(ProblemSequence sequence) {
    List<Boolean> empty =
        sequence.problems().stream().map(problem -> problem.jobCount() == 0).toList();
    int first = empty.indexOf(true);
    return first > 0 && empty.subList(first, empty.size()).contains(false);
  }

  private static boolean usesAnIdAgainForAnotherSize(ProblemSequence sequence) {
    return sequence.problems().stream()
            .flatMap(problem -> problem.jobs().stream())
            .filter(job -> job.id().equals("job0"))
            .map(job -> job.scaleFactor())
            .distinct()
            .count()
        > 1;
  }
}
