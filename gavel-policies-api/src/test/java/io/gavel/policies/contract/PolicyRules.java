package io.gavel.policies.contract;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.audit.Auditor;
import io.gavel.policies.audit.Finding;
import io.gavel.policies.audit.ParetoCheck;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.proof.Proof;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The {@link Invariant}s as predicates over a policy and a problem, independent of any test engine,
 * and the form of an answer: it belongs to the given problem, and its throughputs, times and busy
 * workers are the sums that follow from its fractions. Immutable.
 *
 * <p>A policy may decline to answer with the exceptions that {@link Policy#allocate} documents for
 * problems that are infeasible or beyond its solver; that breaks no invariant. All other exceptions
 * are passed on.
 */
public final class PolicyRules {

  /** The invariants that no policy may give up. */
  private static final Set<Invariant> ALWAYS =
      Collections.unmodifiableSet(
          EnumSet.of(
              Invariant.FRACTIONS, Invariant.TIME, Invariant.CAPACITY, Invariant.DETERMINISM));

  private static final Set<Invariant> OF_ALLOCATION =
      Arrays.stream(Invariant.values())
          .filter(Invariant::isOfAllocation)
          .collect(Collectors.toUnmodifiableSet());

  private final Policy policy;
  private final Claims claims;
  private final Auditor auditor;
  private final Tolerance tolerance;

  private PolicyRules(Policy policy, Claims claims, Auditor auditor, Tolerance tolerance) {
    this.policy = policy;
    this.claims = claims;
    this.auditor = auditor;
    this.tolerance = tolerance;
  }

  /**
   * The rules for a policy and its claims.
   *
   * @param policy the policy whose answers are judged
   * @return the rules: fractions, time and capacity exact, throughputs within 10<sup>-4</sup>
   */
  public static PolicyRules of(Policy policy) {
    return new PolicyRules(
        policy,
        policy.claims(),
        Auditor.create().withFeasibility(Tolerance.EXACT),
        new Tolerance(0, 1e-4));
  }

  /**
   * The same rules with other claims of the policy.
   *
   * @param newClaims replace its own claims
   * @return a copy
   */
  public PolicyRules claiming(Claims newClaims) {
    return new PolicyRules(policy, newClaims, auditor, tolerance);
  }

  /**
   * The same rules with a source of evidence on Pareto efficiency. Without it, only idle workers
   * and the certificate's own prices serve as evidence.
   *
   * @param check the source of evidence
   * @return a copy
   */
  public PolicyRules withParetoCheck(ParetoCheck check) {
    return new PolicyRules(policy, claims, auditor.withParetoCheck(check), tolerance);
  }

  /**
   * The same rules for a policy whose answers are feasible only within a tolerance.
   *
   * @param feasibility of fractions, time and capacity
   * @return a copy
   */
  public PolicyRules withFeasibility(Tolerance feasibility) {
    return new PolicyRules(policy, claims, auditor.withFeasibility(feasibility), tolerance);
  }

  /**
   * The claims that the policy must keep.
   *
   * @return its own claims, or those of {@link #claiming}
   */
  public Claims claims() {
    return claims;
  }

  /**
   * Whether the policy must keep an invariant for some problems.
   *
   * @param invariant any
   * @return true if it is claimed, with or without conditions, and for the invariants that no
   *     policy may give up: fractions, time, capacity and determinism
   */
  public boolean binds(Invariant invariant) {
    return ALWAYS.contains(invariant) || claims.invariants().contains(invariant);
  }

  /**
   * Whether the policy must keep an invariant for a problem.
   *
   * @param invariant any
   * @param problem any
   * @return true if it binds and the problem meets the conditions of the claim
   */
  public boolean binds(Invariant invariant, AllocationProblem problem) {
    return ALWAYS.contains(invariant) || claims.include(invariant, Auditor.met(problem));
  }

  /**
   * Judges the form of the policy's answer.
   *
   * @param problem any
   * @return what is wrong with it; empty if nothing is, or if the policy declines
   */
  public Optional<String> malformed(AllocationProblem problem) {
    return answer(problem).flatMap(x -> malformed(x, problem));
  }

  /**
   * Judges an invariant, whether it binds or not.
   *
   * @param invariant any
   * @param problem any
   * @param seed for random choices: a job, an order, a false report
   * @return how the invariant is broken; empty if it is kept or undecided, or if the answer is
   *     {@linkplain #malformed malformed}
   */
  public Optional<String> broken(Invariant invariant, AllocationProblem problem, long seed) {
    return answer(problem).flatMap(x -> broken(invariant, x, problem, seed));
  }

  /**
   * Requires the form of the policy's answer, and a true certificate if it has a statement.
   *
   * @param problem any
   * @throws AssertionError if the answer is malformed, or its certificate false
   */
  public void checkForm(AllocationProblem problem) {
    require(answer(problem).flatMap(x -> firstBroken(x, problem, 0, Set.of())), problem, 0);
  }

  /**
   * Requires an invariant, if it binds.
   *
   * @param invariant any
   * @param problem any
   * @param seed for random choices
   * @throws AssertionError if the invariant binds and is broken; the message names the invariant,
   *     the policy, the violation and the problem
   */
  public void check(Invariant invariant, AllocationProblem problem, long seed) {
    if (binds(invariant, problem)) {
      require(broken(invariant, problem, seed), problem, seed);
    }
  }

  /**
   * Requires the form and all invariants that bind.
   *
   * @param problem any
   * @param seed for random choices
   * @throws AssertionError for the first that is broken
   */
  public void checkAll(AllocationProblem problem, long seed) {
    checkAll(problem, seed, EnumSet.allOf(Invariant.class));
  }

  /**
   * Requires the form and some of the invariants, if they bind. The problem is solved once, and
   * once or twice more for each invariant that compares answers.
   *
   * @param problem any
   * @param seed for random choices
   * @param invariants to check
   * @return whether the policy answered
   * @throws AssertionError for the first that is broken
   */
  public boolean checkAll(AllocationProblem problem, long seed, Set<Invariant> invariants) {
    Optional<Allocation> answer = answer(problem);
    answer.ifPresent(x -> require(firstBroken(x, problem, seed, invariants), problem, seed));
    return answer.isPresent();
  }

  private Optional<String> firstBroken(
      Allocation x, AllocationProblem problem, long seed, Set<Invariant> invariants) {
    return malformed(x, problem)
        .or(() -> forged(x))
        .or(
            () ->
                invariants.stream()
                    .filter(invariant -> binds(invariant, problem))
                    .flatMap(invariant -> broken(invariant, x, problem, seed).stream())
                    .findFirst());
  }

  private void require(Optional<String> broken, AllocationProblem problem, long seed) {
    if (broken.isPresent()) {
      throw new AssertionError(
          "%s, by %s%nanswer: %s%nseed %s, problem%n%s"
              .formatted(
                  broken.get(),
                  nameOf(policy),
                  answer(problem).map(x -> x.certificate() + "\n" + x.toTable()).orElse("none"),
                  seed,
                  ProblemText.of(problem)));
    }
  }

  /**
   * Calls the policy.
   *
   * @param problem any
   * @return its answer; empty if it declines with a documented exception
   */
  public Optional<Allocation> answer(AllocationProblem problem) {
    try {
      return Optional.of(policy.allocate(problem));
    } catch (InfeasibleProblemException | SolveFailedException declined) {
      return Optional.empty();
    }
  }

  /** The first binding invariant of an allocation, or the form, that the policy's answer breaks. */
  Optional<String> brokenByAnswer(AllocationProblem problem) {
    return answer(problem).flatMap(x -> firstBroken(x, problem, 0, OF_ALLOCATION));
  }

  /** The text of a policy, or the name of its class if it has only that of all objects. */
  static String nameOf(Policy policy) {
    String name = policy.getClass().getName();
    return policy.toString().startsWith(name + "@") ? name : policy.toString();
  }

  private static Optional<String> malformed(Allocation x, AllocationProblem problem) {
    return Form.shape(x, problem).or(() -> Form.sums(x)).map(how -> "form: " + how);
  }

  /** A certificate with a statement makes true claims about the fractions, promised or not. */
  private static Optional<String> forged(Allocation x) {
    return Proof.of(x) instanceof Proof.NotProved failed
        ? Optional.of("certificate: " + failed)
        : Optional.empty();
  }

  private Optional<String> broken(
      Invariant invariant, Allocation x, AllocationProblem problem, long seed) {
    if (!x.problem().equals(problem)) {
      return Optional.empty(); // nothing to compare
    }
    Optional<String> how =
        invariant.isOfAllocation()
            ? judged(invariant, x)
            : new Relations(this::answer, tolerance, seed).breach(invariant, x);
    return how.map(text -> invariant + ": " + text);
  }

  private Optional<String> judged(Invariant invariant, Allocation x) {
    Finding finding = auditor.judge(x, invariant);
    if (invariant == Invariant.PROVED && finding instanceof Finding.Undecided undecided) {
      return Optional.of("undecided, " + undecided.reason()); // a promise needs a statement
    }
    return finding instanceof Finding.Violated violated
        ? Optional.of(
            String.format(Locale.ROOT, "%s, gap %.3g", violated.witness(), violated.gap()))
        : Optional.empty();
  }
}
