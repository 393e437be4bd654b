package io.gavel.mechanism.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.mechanism.placement.TaskMix.TaskClass;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FragmentationTest {

  private static TaskClass any(int cpuMilli, int gpus, int gpuMilli, long count) {
    return new TaskClass(cpuMilli, gpus, gpuMilli, List.of(), count);
  }

  private static double of(Servers servers, TaskClass... classes) {
    return Fragmentation.ofServer(servers, 0, new TaskMix(List.of(classes)));
  }

  /** A published unit value: the class fits nowhere for lack of CPU, so all 2,700 milli count. */
  @Test
  void ofServer_publishedUnit_isReproduced() {
    Servers servers = Clusters.left(1000, 200, 1000, 1000, 500);
    TaskClass fitsAnywhere = any(0, 1, 1, 9067); // wastes nothing
    assertEquals(251.91, of(servers, any(6000, 1, 465, 933), fitsAnywhere), 1e-12);
  }

  @Test
  void ofServer_classThatFits_countsTheGpusThatAreTooSmall() {
    Servers servers = Clusters.left(8000, 200, 1000, 464, 500);
    assertEquals(664, of(servers, any(6000, 1, 465, 1)));
    assertEquals(1164, of(servers, any(6000, 1, 1000, 1)));
    assertEquals(0, of(servers, any(6000, 1, 200, 1)));
  }

  @Test
  void ofServer_classThatDoesNotFit_countsAllThatIsIdle() {
    Servers servers = Clusters.left(8000, 200, 1000, 464, 500);
    assertEquals(2164, of(servers, any(8001, 1, 1, 1)), "CPU");
    assertEquals(2164, of(servers, any(0, 2, 1000, 1)), "GPUs");
    assertEquals(2164, of(servers, new TaskClass(0, 1, 1, List.of("B"), 1)), "model");
    assertEquals(2164, of(servers, any(0, 0, 0, 1)), "asks for no GPU");
    assertEquals(1164, of(servers, new TaskClass(0, 1, 1000, List.of("A", "B"), 1)), "fits");
  }

  @Test
  void ofServer_severalClasses_isTheMeanByCount() {
    Servers servers = Clusters.left(8000, 200, 1000);
    assertEquals((3 * 200 + 1200) / 4.0, of(servers, any(0, 1, 300, 3), any(0, 0, 0, 1)));
  }

  @Test
  void ofServer_noGpu_isZero() {
    Servers servers = Servers.of(List.of(Clusters.server("s", 1000, 0)));
    TaskMix mix = new TaskMix(List.of(any(0, 1, 300, 3)));
    assertEquals(0, Fragmentation.ofServer(servers, 0, mix));
    assertEquals(0, Fragmentation.ratioOfAll(servers, mix));
    assertEquals(0, Fragmentation.ratioOfIdle(servers, mix));
  }

  @Test
  void ratios_partlyUsed_areOfCapacityAndOfWhatIsIdle() {
    Servers servers =
        Servers.of(List.of(Clusters.server("a", 1000, 2), Clusters.server("b", 1000, 2)));
    servers.place(Clusters.task("x", 0, 1, 700), new Placement(0, List.of(0)));
    servers.place(Clusters.task("y", 0, 2, 1000), new Placement(1, List.of(0, 1)));
    TaskMix mix = new TaskMix(List.of(any(0, 1, 500, 1)));
    assertEquals(300, Fragmentation.ofAll(servers, mix));
    assertEquals(300 / 4000.0, Fragmentation.ratioOfAll(servers, mix));
    assertEquals(300 / 1300.0, Fragmentation.ratioOfIdle(servers, mix));
  }

  @Test
  void typical_tasks_areTheFewestKindsThatCoverMost() {
    List<PlacementRequest> tasks =
        List.of(
            Clusters.task("a", 1, 1, 500),
            Clusters.task("b", 1, 1, 500),
            Clusters.task("c", 2, 1, 500),
            Clusters.task("d", 3, 0, 0));
    assertEquals(List.of(any(1, 1, 500, 2)), TaskMix.typical(tasks, 0.5).classes());
    assertEquals(
        List.of(any(1, 1, 500, 2), any(3, 0, 0, 1)),
        TaskMix.typical(tasks, 0.75).classes(),
        "of equally common kinds the one with more CPU");
    assertEquals(4, TaskMix.typical(tasks, 1).total());
  }

  @Test
  void typical_badInput_isNamed() {
    var none = assertThrows(IllegalArgumentException.class, () -> TaskMix.typical(List.of(), 1));
    assertEquals("number of tasks of a mix is 0; it must be at least 1", none.getMessage());
    var part =
        assertThrows(
            IllegalArgumentException.class,
            () -> TaskMix.typical(List.of(Clusters.task("a", 1, 1, 5)), Double.NaN));
    assertEquals("coverage of a mix is NaN; it must be above 0 and at most 1", part.getMessage());
  }
}
