package io.gavel.experiment.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.mechanism.placement.Placement;
import io.gavel.mechanism.placement.PlacementRequest;
import io.gavel.mechanism.placement.Server;
import io.gavel.mechanism.placement.Servers;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LeastPartlyFreeTest {

  private static final LeastPartlyFree RULE = new LeastPartlyFree();

  private static PlacementRequest request(String id, int milli) {
    return new PlacementRequest(id, 0, 0, 1, milli, List.of());
  }

  /** Servers with one GPU each, used as given. */
  private static Servers used(int... milli) {
    Servers servers = Servers.of(List.of(new Server("server", 0, 0, milli.length, "v100")));
    for (int gpu = 0; gpu < milli.length; gpu++) {
      if (milli[gpu] > 0) {
        servers.place(request("on " + gpu, milli[gpu]), new Placement(0, List.of(gpu)));
      }
    }
    return servers;
  }

  private static Optional<Integer> choice(Servers servers, int milli) {
    return RULE.on(servers).choose(request("new", milli)).map(place -> place.gpus().get(0));
  }

  @Test
  void choose_partlyUsedGpu_comesBeforeFreeGpu() {
    assertEquals(Optional.of(1), choice(used(0, 500), 500));
    assertEquals(Optional.of(1), choice(used(0, 500), 250));
  }

  @Test
  void choose_wholeGpu_goesToFreeGpu() {
    assertEquals(Optional.of(1), choice(used(500, 0), 1000));
  }

  @Test
  void choose_equalGpus_takesFullerThenFirst() {
    assertEquals(Optional.of(1), choice(used(250, 500, 500), 250));
  }

  @Test
  void choose_noRoom_isEmpty() {
    assertEquals(Optional.empty(), choice(used(700, 800), 500));
  }
}
