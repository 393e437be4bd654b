package io.gavel.mechanism.placement;

import io.gavel.mechanism.placement.Placement.PlacedTask;
import java.util.List;

/**
 * The state of {@link Servers}, as a value. Immutable.
 *
 * @param servers the servers, in the order of their indices
 * @param tasks the running tasks, in the order in which they were placed
 */
public record ServersState(List<Server> servers, List<PlacedTask> tasks) {

  /**
   * Copies the lists; {@link Servers#of(ServersState)} checks that the tasks fit.
   *
   * @param servers any number
   * @param tasks any number
   */
  public ServersState {
    servers = List.copyOf(servers);
    tasks = List.copyOf(tasks);
  }
}
