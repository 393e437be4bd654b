package io.gavel.mechanism.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.placement.Placement.PlacedTask;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class ServersTest {

  private final Servers servers =
      Servers.of(List.of(new Server("a", 4000, 100, 2, "A"), new Server("b", 8000, 50, 0, "")));

  private static PlacementRequest task(int cpuMilli, long memoryMib, int gpus, int gpuMilli) {
    return new PlacementRequest("t", cpuMilli, memoryMib, gpus, gpuMilli, List.of());
  }

  private static void assertFault(String message, Executable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  @Test
  void place_fits_takesTheAmountsAndReleaseGivesThemBack() {
    PlacementRequest task = task(1000, 30, 1, 400);
    Placement where = new Placement(0, List.of(1));
    servers.place(task, where);
    assertEquals(3000, servers.cpuLeft(0));
    assertEquals(70, servers.memoryLeft(0));
    assertEquals(1000, servers.gpuLeft(0, 0));
    assertEquals(600, servers.gpuLeft(0, 1));
    assertEquals(1600, servers.gpuLeft(0));
    assertEquals(Optional.of(new PlacedTask(task, where)), servers.task("t"));
    assertEquals(new PlacedTask(task, where), servers.release("t"));
    assertEquals(4000, servers.cpuLeft(0));
    assertEquals(100, servers.memoryLeft(0));
    assertEquals(2000, servers.gpuLeft(0));
    assertTrue(servers.tasks().isEmpty());
  }

  @Test
  void place_doesNotFit_namesServerTaskAndAmounts() {
    String where = "task \"t\" on server \"a\": ";
    Placement first = new Placement(0, List.of(0));
    ServersState before = servers.state();
    assertFault(
        where + "asks for 4001 CPU milli; 4000 is left",
        () -> servers.place(task(4001, 0, 1, 500), first));
    assertFault(
        where + "asks for 101 memory MiB; 100 is left",
        () -> servers.place(task(0, 101, 1, 500), first));
    assertFault(
        where + "placement has GPUs [0]; the task asks for 2",
        () -> servers.place(task(0, 0, 2, 1000), first));
    assertFault(
        where + "GPU 2 does not exist; there are 2",
        () -> servers.place(task(0, 0, 1, 500), new Placement(0, List.of(2))));
    assertFault(
        where + "the GPUs are of model \"A\"; the task allows [B, C]",
        () ->
            servers.place(new PlacementRequest("t", 0, 0, 1, 500, List.of("C", "B", "C")), first));
    assertFault(
        "task \"t\": server 2 does not exist; there are 2",
        () -> servers.place(task(0, 0, 0, 0), new Placement(2, List.of())));
    assertEquals(before, servers.state());
    servers.place(task(0, 0, 1, 501), first);
    assertFault(
        "task \"u\" on server \"a\": asks for 500 milli of GPU 0; 499 is left",
        () -> servers.place(task(0, 0, 1, 500).withId("u"), first));
    assertFault(
        "task \"t\" already runs; release it before it is placed again",
        () -> servers.place(task(0, 0, 1, 1), first));
  }

  @Test
  void release_unknownTask_isNamed() {
    assertFault(
        "task \"x\" does not run; only a task that was placed can be released",
        () -> servers.release("x"));
  }

  @Test
  void fits_eachAmount_counts() {
    assertTrue(servers.fits(0, task(4000, 100, 2, 1000)));
    assertFalse(servers.fits(0, task(4001, 100, 2, 1000)));
    assertFalse(servers.fits(0, task(4000, 101, 2, 1000)));
    assertFalse(servers.fits(0, task(4000, 100, 3, 1000)));
    assertFalse(servers.fits(1, task(0, 0, 1, 1)));
    assertTrue(
        servers.fits(1, new PlacementRequest("t", 8000, 50, 0, 0, List.of("A"))),
        "without GPU any server will do");
    assertFalse(servers.fits(0, new PlacementRequest("t", 0, 0, 1, 1, List.of("B"))));
  }

  @Test
  void of_state_continuesAlone() {
    servers.place(task(1000, 30, 1, 400), new Placement(0, List.of(1)));
    Servers copy = Servers.of(servers.state());
    assertEquals(servers.state(), copy.state());
    copy.release("t");
    assertEquals(600, servers.gpuLeft(0, 1));
    assertEquals(1000, copy.gpuLeft(0, 1));
  }

  @Test
  void of_sameIdTwice_isNamed() {
    Server server = Clusters.server("s", 1, 1);
    assertFault(
        "two servers have the id \"s\"; ids must differ",
        () -> Servers.of(List.of(server, server)));
  }

  @Test
  void values_outOfRange_areNamed() {
    assertFault(
        "gpuMilli of task \"t\" is 1001; it must be from 1 to 1000", () -> task(0, 0, 1, 1001));
    assertFault(
        "gpuMilli of task \"t\" with 2 GPUs is 500; it must be from 1000 to 1000",
        () -> task(0, 0, 2, 500));
    assertFault(
        "gpuMilli of task \"t\" without GPUs is 1; it must be from 0 to 0", () -> task(0, 0, 0, 1));
    assertFault("cpuMilli of task \"t\" is -1; it must be at least 0", () -> task(-1, 0, 0, 0));
    assertFault("id of a task is blank; it must be a name", () -> task(0, 0, 0, 0).withId(" "));
    assertFault(
        "gpuModel of server \"s\" is \"\" with 1 GPUs; a server has a model if and only if it has"
            + " GPUs",
        () -> new Server("s", 0, 0, 1, ""));
    assertFault(
        "GPUs of a placement are [1, 1]; each may be listed only once",
        () -> new Placement(0, List.of(1, 1)));
    assertFault(
        "server of a placement is -1; it must be at least 0", () -> new Placement(-1, List.of()));
  }
}
