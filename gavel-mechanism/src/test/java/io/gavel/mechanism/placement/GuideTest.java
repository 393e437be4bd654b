package io.gavel.mechanism.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.mechanism.placement.Placement.PlacedTask;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The code of the pages on placement. */
final class GuideTest {

  @Test
  void guide_asWritten_runs() {
    List<PlacementRequest> pastTasks =
        List.of(
            new PlacementRequest("old-1", 4000, 16_384, 1, 500, List.of()),
            new PlacementRequest("old-2", 4000, 16_384, 1, 1000, List.of()));

    // placement: begin
    Servers servers =
        Servers.of(
            List.of(
                new Server("node-a", 64_000, 262_144, 2, "T4"), // 64 cores, 256 GiB, 2 GPUs
                new Server("node-b", 96_000, 393_216, 8, "G2")));
    TaskMix mix = TaskMix.typical(pastTasks, TaskMix.TYPICAL); // the kinds that make up 95 %
    Placer placer = FragmentationDescent.of(mix).on(servers);

    var task = new PlacementRequest("job-7", 4000, 16_384, 1, 500, List.of("T4", "G2"));
    Optional<Placement> place = placer.choose(task); // half a GPU; nothing has changed yet
    place.ifPresent(there -> servers.place(task, there)); // now the half is taken
    double idleButUseless = Fragmentation.ratioOfIdle(servers, mix);
    ServersState state = servers.state(); // a value, for Servers.of(state)
    servers.release("job-7");
    // placement: end

    assertEquals(Optional.of(new Placement(0, List.of(0))), place);
    assertEquals(0.5 * 500 / 9500, idleButUseless, 1e-15);
    assertEquals(1, state.tasks().size());

    Map<String, List<Placement>> previous = Map.of();
    // gangs: begin
    Gang gang = new Gang(new PlacementRequest("train", 4000, 16_384, 1, 1000, List.of()), 10);
    GangPlacer gangs = GangPlacer.of(servers, PlacementStrategies.strided());
    Map<String, List<PlacedTask>> parts = gangs.placeAll(List.of(gang), previous);
    // gangs: end

    assertEquals(2, parts.get("train").size());
  }
}
