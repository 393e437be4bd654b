package io.gavel.policies.contract;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.audit.Auditor;
import io.gavel.policies.audit.Conditions;
import io.gavel.policies.audit.Finding;
import io.gavel.policies.audit.ParetoCheck;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import java.util.Locale;
import java.util.Optional;

/**
 * The {@link Rule}s as predicates over a policy and a problem, free of any test engine. Immutable.
 *
 * <p>A policy may decline to answer with the exceptions that {@link Policy#allocate} documents for
 * problems that are infeasible or beyond its solver; that breaks no rule. Everything else that it
 * throws comes through.
 */
public final class PolicyRules {

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
   * The rules for a policy and what it claims.
   *
   * @param policy whose answers are judged
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
   * The same rules as if the policy had claimed something else.
   *
   * @param newClaims in place of its own
   * @return a copy
   */
  public PolicyRules claiming(Claims newClaims) {
    return new PolicyRules(policy, newClaims, auditor, tolerance);
  }

  /**
   * The same rules with evidence on Pareto efficiency. Without it, only idle workers and the
   * certificate's own prices tell.
   *
   * @param check what to ask
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
   * What the policy is held to.
   *
   * @return its own claims, or those given
   */
  public Claims claims() {
    return claims;
  }

  /**
   * Whether a rule binds the policy on a problem.
   *
   * @param rule any
   * @param problem any
   * @return true for the first six rules, and for what is claimed of this problem
   */
  public boolean binds(Rule rule, AllocationProblem problem) {
    return rule.compareTo(Rule.DETERMINISM) <= 0
        || claims.include(rule.invariant().orElseThrow(), Conditions.metBy(problem));
  }

  /**
   * Judges a rule, whether it binds or not.
   *
   * @param rule any
   * @param problem any
   * @param seed for what a rule chooses: a job, an order, a lie
   * @return how the rule is broken, or nothing if it is kept, or nobody can tell
   */
  public Optional<String> broken(Rule rule, AllocationProblem problem, long seed) {
    Optional<Allocation> answer = answer(problem);
    return answer.isEmpty()
        ? Optional.empty()
        : breach(rule, answer.get(), problem, seed).map(how -> rule + ": " + how);
  }

  /**
   * Insists on a rule, if it binds.
   *
   * @param rule any
   * @param problem any
   * @param seed for what a rule chooses
   * @throws AssertionError if the rule binds and is broken; the message names the rule, who breaks
   *     it and by how much, and the problem
   */
  public void check(Rule rule, AllocationProblem problem, long seed) {
    if (binds(rule, problem)) {
      Optional<String> how = broken(rule, problem, seed);
      if (how.isPresent()) {
        throw new AssertionError(
            "%s, by %s%nseed %d, problem%n%s"
                .formatted(how.get(), policy, seed, ProblemText.of(problem)));
      }
    }
  }

  /**
   * Insists on all rules that bind.
   *
   * @param problem any
   * @param seed for what rules choose
   * @throws AssertionError for the first rule that is broken
   */
  public void checkAll(AllocationProblem problem, long seed) {
    for (Rule rule : Rule.values()) {
      check(rule, problem, seed);
    }
  }

  /**
   * Asks the policy.
   *
   * @param problem any
   * @return its answer; nothing if it declines with a documented exception
   */
  public Optional<Allocation> answer(AllocationProblem problem) {
    try {
      return Optional.of(policy.allocate(problem));
    } catch (InfeasibleProblemException | SolveFailedException declined) {
      return Optional.empty();
    }
  }

  /** The first rule about one answer that binds the policy here and that its answer breaks. */
  Optional<String> brokenByAnswer(AllocationProblem problem) {
    Optional<Allocation> answer = answer(problem);
    for (Rule rule : Rule.values()) {
      boolean ofAnswer = rule.invariant().map(Invariant::isOfAllocation).orElse(true);
      if (answer.isPresent() && ofAnswer && binds(rule, problem)) {
        Optional<String> how = breach(rule, answer.get(), problem, 0);
        if (how.isPresent()) {
          return how.map(text -> rule + ": " + text);
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> breach(Rule rule, Allocation x, AllocationProblem problem, long seed) {
    if (rule == Rule.SHAPE) {
      return Form.shape(x, problem);
    }
    if (!x.problem().equals(problem)) {
      return Optional.empty(); // nothing can be compared; that is the breach of another rule
    }
    if (rule == Rule.SUMS) {
      return Form.sums(x);
    }
    if (rule.invariant().orElseThrow().isOfAllocation()) {
      Finding finding = auditor.judge(x, rule.invariant().orElseThrow());
      return finding instanceof Finding.Violated violated
          ? Optional.of(
              String.format(Locale.ROOT, "%s, gap %.3g", violated.witness().text(), violated.gap()))
          : Optional.empty();
    }
    return new Relations(this::answer, tolerance, seed).breach(rule, x);
  }
}
