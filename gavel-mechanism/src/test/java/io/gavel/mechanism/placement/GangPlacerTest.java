package io.gavel.mechanism.placement;

import static io.gavel.mechanism.placement.Clusters.server;
import static io.gavel.mechanism.placement.Clusters.task;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.placement.Placement.PlacedTask;
import io.gavel.policies.contract.Draws;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class GangPlacerTest {

  private final Servers servers =
      Servers.of(List.of(server("a", 8000, 2), server("b", 8000, 4), server("c", 8000, 4)));
  private final GangPlacer placer = GangPlacer.of(servers, PlacementStrategies.strided());

  private static Gang gang(String id, int size) {
    return new Gang(task(id, 1000, 1, 1000), size);
  }

  private static List<Placement> places(List<PlacedTask> parts) {
    return parts.stream().map(PlacedTask::placement).toList();
  }

  @Test
  void place_oneServerHasRoom_staysWhole() {
    List<PlacedTask> parts = placer.place(gang("g", 3));
    assertEquals(List.of(new Placement(1, List.of(0, 1, 2))), places(parts));
    assertEquals("g/0", parts.get(0).request().id());
    assertEquals(3000, parts.get(0).request().cpuMilli());
  }

  @Test
  void place_noServerHasRoom_spansTheFewest() {
    assertEquals(
        List.of(new Placement(1, List.of(0, 1, 2, 3)), new Placement(2, List.of(0, 1))),
        places(placer.place(gang("g", 6))));
    assertEquals(
        List.of(new Placement(0, List.of(0, 1)), new Placement(2, List.of(2, 3))),
        places(placer.place(gang("h", 4))),
        "what is left");
    assertEquals(List.of(), placer.place(gang("i", 1)));
  }

  private static Server inRack(String id, int gpus, String rack) {
    return new Server(id, 8000, 1 << 20, gpus, "A", rack);
  }

  private static GangPlacer strided(Server... servers) {
    return GangPlacer.of(Servers.of(List.of(servers)), PlacementStrategies.strided());
  }

  /** The fewest servers of all are in two racks. */
  @Test
  void place_noServerHasRoom_staysInOneRack() {
    GangPlacer byRack =
        strided(
            inRack("a", 4, "north"),
            inRack("b", 2, "south"),
            inRack("c", 2, "south"),
            inRack("d", 4, "west"),
            inRack("e", 1, "south"));
    assertEquals(
        List.of(
            new Placement(1, List.of(0, 1)),
            new Placement(2, List.of(0, 1)),
            new Placement(4, List.of(0))),
        places(byRack.place(gang("g", 5))));
    assertEquals(
        List.of(new Placement(0, List.of(0, 1, 2, 3)), new Placement(3, List.of(0, 1))),
        places(byRack.place(gang("h", 6))),
        "no rack has room");
  }

  @Test
  void place_severalRacksHaveRoom_takesTheFewestServersThenTheLeastRoom() {
    GangPlacer byRack =
        strided(
            inRack("a", 2, "three servers"),
            inRack("b", 2, "three servers"),
            inRack("c", 1, "three servers"),
            inRack("d", 4, "eight GPUs"),
            inRack("e", 4, "eight GPUs"),
            inRack("f", 3, "six GPUs"),
            inRack("g", 3, "six GPUs"));
    assertEquals(
        List.of(new Placement(5, List.of(0, 1, 2)), new Placement(6, List.of(0, 1))),
        places(byRack.place(gang("g", 5))));
  }

  @Test
  void place_lackOfCpu_countsAsLackOfRoom() {
    Gang hungry = new Gang(task("g", 4000, 1, 1000), 3);
    assertEquals(
        List.of(new Placement(0, List.of(0, 1)), new Placement(1, List.of(0))),
        places(placer.place(hungry)));
  }

  @Test
  void placeAll_sizes_largestFirst() {
    Map<String, List<PlacedTask>> placed =
        placer.placeAll(List.of(gang("two", 2), gang("four", 4), gang("one", 1)), Map.of());
    assertEquals(List.of("four", "two", "one"), List.copyOf(placed.keySet()));
    assertEquals(List.of(new Placement(1, List.of(0, 1, 2, 3))), places(placed.get("four")));
    assertEquals(List.of(new Placement(0, List.of(0, 1))), places(placed.get("two")));
    assertEquals(List.of(new Placement(2, List.of(0))), places(placed.get("one")));
  }

  @Test
  void placeAll_before_keepsTheSameGpusWhereTheyAreFree() {
    List<Placement> twice = List.of(new Placement(1, List.of(3)), new Placement(2, List.of(1)));
    Map<String, List<PlacedTask>> placed =
        placer.placeAll(
            List.of(gang("new", 4), gang("old", 2), gang("shrunk", 1)),
            Map.of("old", twice, "shrunk", twice, "gone", twice));
    assertEquals(twice, places(placed.get("old")));
    assertEquals(
        List.of(new Placement(1, List.of(0, 1, 2)), new Placement(2, List.of(0))),
        places(placed.get("new")));
    assertEquals(1, placed.get("shrunk").size());
    assertEquals(7, servers.tasks().stream().mapToInt(t -> t.request().gpus()).sum());
  }

  @Test
  void placeAll_gangOfOneWithoutGpus_keepsItsServer() {
    Gang cpuOnly = new Gang(task("cpu", 1000, 0, 0), 1);
    List<Placement> before = List.of(new Placement(2, List.of()));
    Map<String, List<PlacedTask>> placed = placer.placeAll(List.of(cpuOnly), Map.of("cpu", before));
    assertEquals(before, places(placed.get("cpu")));
    assertEquals(1000, placed.get("cpu").get(0).request().cpuMilli());
  }

  @Test
  void placeAll_membersOfSeveralGpus_keepTheirPlaces() {
    Gang pairs = new Gang(task("pairs", 1000, 2, 1000), 3);
    List<Placement> before =
        List.of(new Placement(1, List.of(0, 1, 2, 3)), new Placement(2, List.of(2, 3)));
    Map<String, List<PlacedTask>> placed = placer.placeAll(List.of(pairs), Map.of("pairs", before));
    assertEquals(before, places(placed.get("pairs")));
    assertEquals(2000, placed.get("pairs").get(0).request().cpuMilli(), "two members");
  }

  @Test
  void placeAll_onePlaceIsTaken_startsAfreshWithAllGpus() {
    servers.place(task("other", 0, 1, 1000), new Placement(2, List.of(1)));
    List<Placement> before = List.of(new Placement(1, List.of(3)), new Placement(2, List.of(1)));
    Map<String, List<PlacedTask>> placed =
        placer.placeAll(List.of(gang("old", 2), gang("four", 4)), Map.of("old", before));
    assertEquals(List.of(new Placement(1, List.of(0, 1, 2, 3))), places(placed.get("four")));
    assertEquals(2, placed.get("old").stream().mapToInt(part -> part.request().gpus()).sum());
    assertEquals(7, servers.tasks().stream().mapToInt(t -> t.request().gpus()).sum());
  }

  @Test
  void placeAll_gangThatRuns_isRefused() {
    placer.place(gang("g", 2));
    assertThrows(
        IllegalArgumentException.class, () -> placer.placeAll(List.of(gang("g", 2)), Map.of()));
  }

  @Test
  void place_lackOfMemory_countsAsLackOfRoom() {
    Servers small = Servers.of(List.of(new Server("a", 8000, 100, 4, "A")));
    Gang gang = new Gang(new PlacementRequest("g", 0, 30, 1, 1000, List.of()), 4);
    assertEquals(3, gang.room(small, 0, 4));
    assertEquals(List.of(), GangPlacer.of(small, PlacementStrategies.strided()).place(gang));
    Gang exact = new Gang(new PlacementRequest("g", 0, 25, 1, 1000, List.of()), 4);
    assertEquals(4, exact.room(small, 0, 4));
    assertEquals(
        0, new Gang(new PlacementRequest("g", 0, 101, 1, 1000, List.of()), 1).room(small, 0, 1));
  }

  @Test
  void placeAll_noRoomForAll_leavesOutWhatDoesNotFit() {
    Map<String, List<PlacedTask>> placed =
        placer.placeAll(List.of(gang("huge", 11), gang("all", 10), gang("one", 1)), Map.of());
    assertEquals(List.of("all"), List.copyOf(placed.keySet()));
    assertEquals(3, placed.get("all").size());
  }

  @Test
  void place_shareOrTwice_isRefused() {
    placer.place(gang("g", 2));
    var twice = assertThrows(IllegalArgumentException.class, () -> placer.place(gang("g", 2)));
    assertTrue(twice.getMessage().startsWith("gang \"g\" already runs"), twice.getMessage());
    assertThrows(IllegalArgumentException.class, () -> new Gang(task("s", 0, 1, 500), 2));
    assertEquals(1, placer.place(new Gang(task("s", 0, 1, 500), 1)).size(), "alone it may share");
    assertThrows(IllegalArgumentException.class, () -> gang("none", 0));
  }

  @Property(tries = 200)
  void place_randomGangs_areWholeOrNotThereAndOnTheFewestServers(@ForAll Draws random) {
    Servers some = Servers.of(Clusters.servers(random));
    GangPlacer gangs = GangPlacer.of(some, PlacementStrategies.bestFit());
    for (int i = 0; i < 8; i++) {
      Gang gang = new Gang(task("g" + i, 100, 1, 1000), 1 + random.nextInt(6));
      int[] free = new int[some.size()];
      for (int s = 0; s < free.length; s++) {
        free[s] = gang.room(some, s, gang.size());
      }
      List<PlacedTask> parts = gangs.place(gang);
      int gpus = parts.stream().mapToInt(part -> part.request().gpus()).sum();
      Arrays.sort(free);
      int needed = 0;
      int room = 0;
      for (int s = free.length - 1; s >= 0 && room < gang.size(); s--) {
        room += free[s];
        needed++;
      }
      assertEquals(room >= gang.size() ? gang.size() : 0, gpus);
      assertEquals(room >= gang.size() ? needed : 0, parts.size());
    }
  }

  /** The gang of one wide member fits only on the server that the other gang would take first. */
  @Test
  void placeAll_gangsOfEqualGpus_areTriedInOtherOrders() {
    Gang narrow = new Gang(task("narrow", 1000, 1, 1000), 2);
    Gang wide = new Gang(task("wide", 1000, 2, 1000), 1);
    GangPlacer three = strided(inRack("x", 2, "r"), inRack("y", 1, "r"), inRack("z", 1, "r"));
    Map<String, List<PlacedTask>> placed = three.placeAll(List.of(narrow, wide), Map.of());
    assertEquals(List.of(new Placement(0, List.of(0, 1))), places(placed.get("wide")));
    assertEquals(
        List.of(new Placement(1, List.of(0)), new Placement(2, List.of(0))),
        places(placed.get("narrow")));
  }

  /** No order of gangs with equal numbers of GPUs places more GPUs. */
  @Property(tries = 200)
  void placeAll_fewGangs_placesAsMuchAsAnyOrderOfEqualGangs(@ForAll Draws draws) {
    Server[] rooms = new Server[1 + draws.nextInt(4)];
    Arrays.setAll(rooms, s -> inRack("s" + s, 1 + draws.nextInt(4), "r" + draws.nextInt(2)));
    List<Gang> gangs = new ArrayList<>();
    for (int i = draws.nextInt(5); i >= 0; i--) {
      int width = 1 + draws.nextInt(2);
      gangs.add(new Gang(task("g" + i, 1000, width, 1000), 1 + draws.nextInt(3)));
    }
    long most = 0;
    for (List<Gang> order : orders(gangs)) {
      GangPlacer one = strided(rooms);
      most =
          Math.max(
              most,
              order.stream().filter(g -> !one.place(g).isEmpty()).mapToLong(Gang::gpuMilli).sum());
    }
    Map<String, List<PlacedTask>> placed = strided(rooms).placeAll(gangs, Map.of());
    assertEquals(
        most,
        gangs.stream().filter(g -> placed.containsKey(g.id())).mapToLong(Gang::gpuMilli).sum());
  }

  /** All orders in which no gang follows a smaller one. */
  private static List<List<Gang>> orders(List<Gang> gangs) {
    if (gangs.isEmpty()) {
      return List.of(List.of());
    }
    long largest = gangs.stream().mapToLong(Gang::gpuMilli).max().orElseThrow();
    List<List<Gang>> orders = new ArrayList<>();
    for (Gang first : gangs) {
      if (first.gpuMilli() == largest) {
        List<Gang> rest = new ArrayList<>(gangs);
        rest.remove(first);
        for (List<Gang> order : orders(rest)) {
          List<Gang> all = new ArrayList<>(List.of(first));
          all.addAll(order);
          orders.add(all);
        }
      }
    }
    return orders;
  }
}
