/**
 * The contract of placement strategies, to be run against one of your own. Start with {@link
 * io.gavel.mechanism.contract.PlacementContract}.
 */
package io.gavel.mechanism.contract;
