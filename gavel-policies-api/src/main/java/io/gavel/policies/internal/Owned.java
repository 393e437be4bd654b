package io.gavel.policies.internal;

/**
 * Numbers that a solver has computed, which the receiver owns from now on: they are neither copied
 * nor checked.
 *
 * @param numbers not to be modified afterwards
 */
@SuppressWarnings("ArrayRecordComponent") // is never compared
public record Owned(double[] numbers) {}
