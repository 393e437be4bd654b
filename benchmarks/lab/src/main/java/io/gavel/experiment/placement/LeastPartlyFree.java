package io.gavel.experiment.placement;

import io.gavel.mechanism.placement.Placement;
import io.gavel.mechanism.placement.PlacementRequest;
import io.gavel.mechanism.placement.PlacementStrategy;
import io.gavel.mechanism.placement.Placer;
import io.gavel.mechanism.placement.Server;
import io.gavel.mechanism.placement.Servers;
import java.util.List;
import java.util.Optional;

/**
 * The rule that a fork of Gavel calls fragmentation gradient descent. The free part of a partly
 * used GPU counts as fragmented; other GPUs do not. A task for one GPU goes where it adds least to
 * the sum; ties go to the fuller GPU, then to the first. The sums are in floating-point numbers,
 * whose rounding errors decide some ties. Stateless and thread-safe.
 */
public final class LeastPartlyFree implements PlacementStrategy {

  @Override
  public Placer on(Servers servers) {
    return request -> choose(servers, request);
  }

  private static Optional<Placement> choose(Servers servers, PlacementRequest request) {
    Optional<Placement> best = Optional.empty();
    double least = Double.POSITIVE_INFINITY;
    int leastFree = Integer.MAX_VALUE;
    for (int s = 0; s < servers.size(); s++) {
      for (int gpu = 0; gpu < servers.server(s).gpus(); gpu++) {
        int free = servers.gpuLeft(s, gpu);
        int left = free - request.gpuMilli();
        double added = fragmented(left) - fragmented(free);
        if (left >= 0 && (added < least || (added == least && free < leastFree))) {
          best = Optional.of(new Placement(s, List.of(gpu)));
          least = added;
          leastFree = free;
        }
      }
    }
    return best;
  }

  /** Returns the free part of a GPU, in GPUs; 0 if it is unused. */
  private static double fragmented(int freeMilli) {
    return freeMilli == Server.GPU_MILLI ? 0 : freeMilli / (double) Server.GPU_MILLI;
  }
}
