package io.gavel.mechanism.placement;

/**
 * A task and where it runs. Immutable.
 *
 * @param request what it asked for
 * @param placement where it got that
 */
public record PlacedTask(PlacementRequest request, Placement placement) {}
