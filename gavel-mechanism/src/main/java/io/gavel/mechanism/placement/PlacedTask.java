package io.gavel.mechanism.placement;

/**
 * A task that was placed, and where it runs. Immutable.
 *
 * @param request the request of the task
 * @param placement the server and the GPUs of the task
 */
public record PlacedTask(PlacementRequest request, Placement placement) {}
