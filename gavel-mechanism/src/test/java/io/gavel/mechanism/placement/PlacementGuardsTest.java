package io.gavel.mechanism.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.placement.TaskMix.TaskClass;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What cannot be is refused, and the message names it. */
final class PlacementGuardsTest {

  private static void refused(String what, Runnable call) {
    String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
    assertTrue(message.contains(what), message);
  }

  private static PlacementRequest task(int cpu, long memory, int gpus, int milli, String model) {
    return new PlacementRequest("t", cpu, memory, gpus, milli, List.of(model));
  }

  @Test
  void task_outOfRange_isRefused() {
    refused("id of a task", () -> new PlacementRequest(" ", 0, 0, 0, 0, List.of()));
    refused("cpuMilli of task \"t\" is -1", () -> task(-1, 0, 0, 0, "A"));
    refused("memoryMib of task \"t\" is -1", () -> task(0, -1, 0, 0, "A"));
    refused("gpus of task \"t\" is 1001", () -> task(0, 0, 1001, 1000, "A"));
    refused("gpus of task \"t\" is -1", () -> task(0, 0, -1, 1000, "A"));
    refused("gpuMilli of task \"t\" without GPUs is 1", () -> task(0, 0, 0, 1, "A"));
    refused("gpuMilli of task \"t\" is 0", () -> task(0, 0, 1, 0, "A"));
    refused("gpuMilli of task \"t\" with 2 GPUs is 500", () -> task(0, 0, 2, 500, "A"));
    refused("a model of task \"t\"", () -> task(0, 0, 1, 1000, " "));
  }

  @Test
  void serverOrPlacement_outOfRange_isRefused() {
    refused("id of a server", () -> new Server("", 1, 1, 0, ""));
    refused("is -1", () -> new Server("s", -1, 1, 0, ""));
    refused("is -1", () -> new Server("s", 1, -1, 0, ""));
    refused("is -1", () -> new Server("s", 1, 1, -1, ""));
    refused("is -1", () -> new Placement(-1, List.of()));
    refused("is -1", () -> new Placement(0, List.of(-1)));
  }

  @Test
  void mix_outOfRange_isRefused() {
    refused("cpuMilli", () -> new TaskClass(-1, 0, 0, List.of(), 1));
    refused("gpuMilli", () -> new TaskClass(0, 1, 0, List.of(), 1));
    refused("count of a class of tasks is 0", () -> new TaskClass(0, 0, 0, List.of(), 0));
    refused("number of classes of a mix is 0", () -> new TaskMix(List.of()));
    TaskClass one = new TaskClass(0, 0, 0, List.of(), 1);
    refused(
        "number of classes of a mix is 100001",
        () -> new TaskMix(Collections.nCopies(100_001, one)));
    for (double coverage : new double[] {0, 1.1, Double.NaN}) {
      refused("coverage", () -> TaskMix.typical(List.of(task(0, 0, 0, 0, "A")), coverage));
    }
  }

  /** Of kinds that are as common, the later model comes first, so that the mix is one. */
  @Test
  void typical_ties_goToTheLaterModel() {
    TaskMix mix = TaskMix.typical(List.of(task(0, 0, 1, 500, "A"), task(0, 0, 1, 500, "B")), 0.5);
    assertEquals(List.of(new TaskClass(0, 1, 500, List.of("B"), 1)), mix.classes());
  }
}
