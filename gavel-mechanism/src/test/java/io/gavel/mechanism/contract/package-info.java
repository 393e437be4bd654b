/**
 * The contracts of placement strategies and of what plans rounds, to be run against one of your
 * own. Start with {@link io.gavel.mechanism.contract.PlacementContract} and {@link
 * io.gavel.mechanism.contract.RoundContract}.
 */
package io.gavel.mechanism.contract;
