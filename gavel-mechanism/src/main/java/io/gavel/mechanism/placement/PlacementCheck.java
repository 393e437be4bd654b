package io.gavel.mechanism.placement;

import java.util.Optional;

/** Checks that a task can be placed, and explains why it cannot. Stateless. */
final class PlacementCheck {

  private PlacementCheck() {}

  /** Returns the reason why a task cannot be placed; empty if it can. */
  static Optional<String> fault(Servers servers, PlacementRequest request, Placement placement) {
    String task = "task \"%s\"".formatted(request.id());
    int s = placement.server();
    if (servers.task(request.id()).isPresent()) {
      return Optional.of(task + " already runs; release it before it is placed again");
    }
    if (s >= servers.size()) {
      return Optional.of(
          "%s: server %s does not exist; there are %s".formatted(task, s, servers.size()));
    }
    String where = "%s on server \"%s\"".formatted(task, servers.server(s).id());
    return shortage(where, "CPU milli", request.cpuMilli(), servers.cpuLeft(s))
        .or(() -> shortage(where, "memory MiB", request.memoryMib(), servers.memoryLeft(s)))
        .or(() -> gpuFault(where, servers, request, placement));
  }

  private static Optional<String> gpuFault(
      String where, Servers servers, PlacementRequest request, Placement placement) {
    Server server = servers.server(placement.server());
    if (placement.gpus().size() != request.gpus()) {
      return Optional.of(
          "%s: placement has GPUs %s; the task asks for %s"
              .formatted(where, placement.gpus(), request.gpus()));
    }
    if (!request.allows(server)) {
      return Optional.of(
          "%s: the GPUs are of model \"%s\"; the task allows %s"
              .formatted(where, server.gpuModel(), request.models()));
    }
    for (int gpu : placement.gpus()) {
      if (gpu >= server.gpus()) {
        return Optional.of(
            "%s: GPU %s does not exist; there are %s".formatted(where, gpu, server.gpus()));
      }
      int left = servers.gpuLeft(placement.server(), gpu);
      if (request.gpuMilli() > left) {
        return shortage(where, "milli of GPU " + gpu, request.gpuMilli(), left);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> shortage(String where, String what, long asked, long left) {
    return asked > left
        ? Optional.of("%s: asks for %s %s; %s is left".formatted(where, asked, what, left))
        : Optional.empty();
  }
}
