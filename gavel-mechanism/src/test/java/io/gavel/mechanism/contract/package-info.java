/**
 * Test kit for your own placement strategies and round mechanisms. Start with {@link
 * io.gavel.mechanism.contract.PlacementContract} and {@link
 * io.gavel.mechanism.contract.RoundContract}.
 */
package io.gavel.mechanism.contract;
