/**
 * The contract kit: what every policy must keep, to be run against policies of your own.
 *
 * <p>{@link io.gavel.policies.contract.PolicyRules} holds the numbered {@link
 * io.gavel.policies.contract.Rule}s as plain predicates and knows no test engine. {@link
 * io.gavel.policies.contract.PolicyContract} runs them with JUnit Jupiter by seed, {@link
 * io.gavel.policies.contract.PolicyContractProperties} with jqwik, which shrinks what it finds.
 * Problems that reach the edges come from {@link io.gavel.policies.contract.RandomProblems} and
 * {@link io.gavel.policies.contract.ProblemArbitraries}. {@link
 * io.gavel.policies.contract.SequenceRules} are about policies that are asked again and again while
 * jobs and workers come and go.
 */
package io.gavel.policies.contract;
