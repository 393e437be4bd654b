package io.gavel.catalog;

import static java.util.Objects.requireNonNull;

import io.gavel.mechanism.placement.Placement;
import io.gavel.mechanism.placement.PlacementRequest;
import io.gavel.mechanism.placement.PlacementStrategy;
import io.gavel.mechanism.placement.Placer;
import io.gavel.mechanism.placement.Servers;
import io.gavel.mechanism.placement.TaskMix;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A placement strategy of a user. Its exceptions, and places where a task does not fit, are
 * reported as its own. Immutable.
 */
record OwnPlacement(String key, PlacementStrategy own) implements PlacementChoice {

  @Override
  public PlacementStrategy strategy(TaskMix mix, int window, long seed) {
    return servers -> {
      Placer placer = call(() -> requireNonNull(own.on(servers), "it returned no placer"));
      return request -> call(() -> fitting(servers, request, placer.choose(request)));
    };
  }

  private <R> R call(Supplier<R> step) {
    return OwnClasses.call("placement", own, step);
  }

  private static Optional<Placement> fitting(
      Servers servers, PlacementRequest request, Optional<Placement> choice) {
    if (choice.isPresent()) { // placed and released, so that servers remain as they were
      servers.place(request, choice.get());
      servers.release(request.id());
    }
    return choice;
  }
}
