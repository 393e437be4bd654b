package io.gavel.policies.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.proof.Certifier;
import io.gavel.policies.snapshot.ProblemSnapshot;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kit finds every invariant that a wrong policy breaks, and no other. */
class ZooTest {

  private static final int SEEDS = 300;

  static List<Zoo.Animal> animals() {
    return Zoo.animals();
  }

  private static Set<Invariant> broken(Policy policy) {
    PolicyRules rules = PolicyRules.of(policy);
    Set<Invariant> broken = EnumSet.noneOf(Invariant.class);
    for (long seed = 0; seed < SEEDS; seed++) {
      AllocationProblem problem = RandomProblems.of(seed);
      assertEquals(Optional.empty(), rules.malformed(problem));
      for (Invariant rule : Invariant.values()) {
        if (rules.binds(rule, problem) && rules.broken(rule, problem, seed).isPresent()) {
          broken.add(rule);
        }
      }
    }
    return broken;
  }

  @ParameterizedTest
  @MethodSource("animals")
  void rules_wrongPolicy_breaksTheRuleThatItIsToBreakAndNoOther(Zoo.Animal animal) {
    assertEquals(animal.broken(), broken(animal.policy()));
  }

  @Test
  void rules_rightPolicies_areKept() {
    assertEquals(Set.of(), broken(PlainPolicies.slices()));
    assertEquals(Set.of(), broken(PlainPolicies.greedy()));
  }

  @Test
  void zoo_breaksEveryRule() {
    Set<Invariant> broken = EnumSet.noneOf(Invariant.class);
    animals().forEach(animal -> broken.addAll(animal.broken()));
    assertEquals(EnumSet.complementOf(EnumSet.of(Invariant.CONSTRAINTS)), broken);
  }

  /** Random problems have no constraints, so that policies by formula need not refuse them. */
  @Test
  void rules_ignoredConstraint_breaksItsRule() {
    AllocationProblem problem =
        RandomProblems.of(3, Set.of(Edge.GANGS))
            .constraining(Constraint.named("none").that(LinearForm.time()).atMost(0));
    PolicyRules rules = PolicyRules.of(PlainPolicies.slices());
    assertTrue(rules.binds(Invariant.CONSTRAINTS, problem));
    String message = rules.broken(Invariant.CONSTRAINTS, problem, 3).orElseThrow().toString();
    assertTrue(message.contains("\"none\""), message);
  }

  @Test
  void malformed_wrongForm_saysWhat() {
    AllocationProblem problem = RandomProblems.of(3);
    List<String> texts =
        Zoo.malformed().stream()
            .map(policy -> PolicyRules.of(policy).malformed(problem).orElseThrow())
            .toList();
    assertTrue(texts.get(0).startsWith("form: the answer is for another problem"), texts.get(0));
    assertTrue(texts.get(1).matches("form: throughput of .* is stated as .*"), texts.get(1));
    Policy boasts = Zoo.malformed().get(1);
    assertThrows(AssertionError.class, () -> PolicyRules.of(boasts).checkForm(problem));
    assertThrows(AssertionError.class, () -> PolicyRules.of(boasts).checkAll(problem, 3));
  }

  @Test
  void check_brokenRule_namesRulePolicyCulpritSeedAndProblem() {
    AllocationProblem problem = RandomProblems.of(3, Set.of(Edge.GANGS));
    Policy overbooks =
        Zoo.animals().stream()
            .map(Zoo.Animal::policy)
            .filter(policy -> policy.toString().equals("overbooks"))
            .findFirst()
            .orElseThrow();
    AssertionError error =
        assertThrows(AssertionError.class, () -> PolicyRules.of(overbooks).checkAll(problem, 3));
    String message = error.getMessage();
    assertTrue(message.startsWith("capacity: pool \"type"), message);
    assertTrue(message.contains("by overbooks"), message);
    assertTrue(message.contains("seed 3"), message);
    assertTrue(message.contains("job0"), "the answer");
    String text = message.substring(message.indexOf("problem version=1"));
    assertEquals(problem, ProblemSnapshot.parse(text), "to paste into a test");
  }

  @Test
  void broken_anyLocale_hasTheSameWords() {
    AllocationProblem problem = RandomProblems.of(3, Set.of(Edge.IDENTICAL_JOBS));
    PolicyRules rules = PolicyRules.of(PlainPolicies.greedy());
    String here = rules.broken(Invariant.EQUAL_TREATMENT, problem, 3).orElseThrow();
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      String there = rules.broken(Invariant.EQUAL_TREATMENT, problem, 3).orElseThrow();
      assertTrue(there.matches(".*, gap [0-9.e+-]+"), there); // a decimal point in every locale
      assertEquals(here, there);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void check_whatIsNotClaimed_isNotInsistedOn() {
    AllocationProblem problem = RandomProblems.of(3, Set.of(Edge.IDENTICAL_JOBS));
    PolicyRules rules = PolicyRules.of(PlainPolicies.greedy());
    assertTrue(rules.broken(Invariant.EQUAL_TREATMENT, problem, 3).isPresent());
    rules.check(Invariant.EQUAL_TREATMENT, problem, 3);
    PolicyRules strict = rules.claiming(Claims.rules().and(Invariant.EQUAL_TREATMENT));
    assertThrows(AssertionError.class, () -> strict.check(Invariant.EQUAL_TREATMENT, problem, 3));
  }

  /** A halved answer keeps the certificate of the full one. */
  @Test
  void checkForm_halvedAnswer_isFound_alsoIfNothingIsClaimed() {
    AllocationProblem problem = RandomProblems.of(3, Set.of(Edge.GANGS));
    Policy halves =
        new Policy() {
          @Override
          public Allocation allocate(AllocationProblem p) {
            double[] all = PlainPolicies.greedy().allocate(p).fractions();
            double[] gain = new double[all.length];
            for (int i = 0; i < all.length; i++) {
              int types = p.cluster().typeCount();
              gain[i] = PlainPolicies.rate(p, i / types, i % types);
            }
            Prices dear = Prices.of(dear(p), new double[p.jobCount()], new double[p.jobCount()]);
            Statement total = Statement.of(Goal.total(gain, false));
            Certificate whole = Certifier.certify(p, all, total, dear, 0).certificate();
            return Allocation.of(p, Arrays.stream(all).map(x -> x / 2).toArray(), whole);
          }

          private double[] dear(AllocationProblem p) {
            double[] prices = new double[p.cluster().poolCount()];
            Arrays.fill(prices, 100);
            return prices;
          }

          @Override
          public Claims claims() {
            return Claims.rules();
          }
        };
    PolicyRules rules = PolicyRules.of(halves);
    for (Executable check :
        List.<Executable>of(() -> rules.checkForm(problem), () -> rules.checkAll(problem, 3))) {
      String message = assertThrows(AssertionError.class, check).getMessage();
      assertTrue(message.startsWith("certificate: not proved: objective"), message);
      assertTrue(message.contains("by io.gavel.policies.contract.ZooTest$"), message);
    }
  }
}
