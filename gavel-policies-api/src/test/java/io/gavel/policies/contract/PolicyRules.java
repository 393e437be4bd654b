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
 * The {@link Rule}s as predicates over a policy and a problem, independent of any test engine.
 * Immutable.
 *
 * <p>A policy may decline to answer with the exceptions that {@link Policy#allocate} documents for
 * problems that are infeasible or beyond its solver; that breaks no rule. All other exceptions are
 * passed on.
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
   * Whether a rule binds the policy on a problem.
   *
   * @param rule any
   * @param problem any
   * @return true for the first six rules, and for rules that are claimed for this problem
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
   * @param seed for the random choices of a rule: a job, an order, a false report
   * @return how the rule is broken; empty if it is kept or undecided
   */
  public Optional<String> broken(Rule rule, AllocationProblem problem, long seed) {
    Optional<Allocation> answer = answer(problem);
    return answer.isEmpty()
        ? Optional.empty()
        : breach(rule, answer.get(), problem, seed).map(how -> rule + ": " + how);
  }

  /**
   * Requires a rule, if it binds.
   *
   * @param rule any
   * @param problem any
   * @param seed for the random choices of a rule
   * @throws AssertionError if the rule binds and is broken; the message names the rule, the policy,
   *     the violation and the problem
   */
  public void check(Rule rule, AllocationProblem problem, long seed) {
    if (binds(rule, problem)) {
      Optional<String> how = broken(rule, problem, seed);
      if (how.isPresent()) {
        throw new AssertionError(
            "%s, by %s%nseed %s, problem%n%s"
                .formatted(how.get(), policy, seed, ProblemText.of(problem)));
      }
    }
  }

  /**
   * Requires all rules that bind.
   *
   * @param problem any
   * @param seed for the random choices of rules
   * @throws AssertionError for the first rule that is broken
   */
  public void checkAll(AllocationProblem problem, long seed) {
    for (Rule rule : Rule.values()) {
      check(rule, problem, seed);
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

  /** The first binding rule about one answer that the policy's answer breaks. */
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
      return Optional.empty(); // nothing to compare; another rule reports the breach
    }
    if (rule == Rule.SUMS) {
      return Form.sums(x);
    }
    if (rule.invariant().orElseThrow().isOfAllocation()) {
      Finding finding = auditor.judge(x, rule.invariant().orElseThrow());
      if (rule == Rule.PROVED && finding instanceof Finding.Undecided undecided) {
        return Optional.of("undecided, " + undecided.reason()); // a promise needs a statement
      }
      return finding instanceof Finding.Violated violated
          ? Optional.of(
              String.format(Locale.ROOT, "%s, gap %.3g", violated.witness().text(), violated.gap()))
          : Optional.empty();
    }
    return new Relations(this::answer, tolerance, seed).breach(rule, x);
  }
}
