/**
 * The contract kit: rules that every policy must keep, to run against your own policies.
 *
 * <p>{@link io.gavel.policies.contract.PolicyRules} checks the {@linkplain
 * io.gavel.policies.claims.Invariant invariants} that a policy claims, as plain predicates, and
 * knows no test engine. {@link io.gavel.policies.contract.PolicyContract} runs them with JUnit
 * Jupiter by seed, {@link io.gavel.policies.contract.PolicyContractProperties} with jqwik, which
 * shrinks failures. Problems with edge cases come from {@link
 * io.gavel.policies.contract.RandomProblems} and {@link
 * io.gavel.policies.contract.ProblemArbitraries}. {@link io.gavel.policies.contract.SequenceRules}
 * are about policies that are called repeatedly while jobs and workers come and go.
 */
package io.gavel.policies.contract;
