package io.gavel.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.input.InputText;
import io.gavel.slurm.SlurmJob.State;
import io.gavel.workload.InvalidInputException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * 22.05 was recorded from a cluster; the other samples have the published form of their release.
 */
class SlurmJsonTest {

  private static Map<String, SlurmJob> jobs(String file) {
    return SlurmJson.jobs(InputText.resource(SlurmJsonTest.class, file)).stream()
        .collect(Collectors.toMap(SlurmJob::id, job -> job));
  }

  private static Map<String, SlurmNode> nodes(String file) {
    return SlurmJson.nodes(InputText.resource(SlurmJsonTest.class, file));
  }

  @Test
  void jobs_ofPlainNumbers_haveTheirGpusInEachForm() {
    Map<String, SlurmJob> jobs = jobs("squeue-22.05.json");

    assertEquals(Map.of("v100", 1), jobs.get("1").requested());
    assertEquals(Map.of("gpu", 1), jobs.get("2").requested());
    assertEquals(Map.of("v100", 1), jobs.get("2").held());
    assertEquals(Map.of("p100", 4), jobs.get("3").requested(), "two nodes with two each");
    assertEquals(Map.of("p100", 4), jobs.get("3").held());
    assertEquals(List.of("p1", "p2"), jobs.get("3").nodes());
    assertEquals(Map.of("gpu", 3), jobs.get("4").requested());
    assertEquals(Map.of("k80", 3), jobs.get("4").held());
    assertEquals(Map.of("gpu", 2), jobs.get("5").requested(), "one a task");
    assertEquals(0, jobs.get("6").gpus());
    assertEquals(Map.of("k80", 2), jobs.get("11").requested());
    assertEquals(Set.of("p100", "k80"), jobs.get("13").partitions());
    assertEquals(Optional.of("p100"), jobs.get("13").requestedType());
    assertEquals(Optional.empty(), jobs.get("2").requestedType());
  }

  @Test
  void jobs_ofPlainNumbers_haveTheirStates() {
    Map<String, SlurmJob> jobs = jobs("squeue-22.05.json");

    SlurmJob any = jobs.get("2");
    assertEquals(State.RUNNING, any.state());
    assertEquals("gavel:ResNet-50 (batch size 64)", any.comment());
    assertEquals("v100|k80", any.features());
    assertEquals(600, any.timeLimitSeconds());
    assertEquals(State.PENDING, jobs.get("8").state());
    assertEquals("BeginTime", jobs.get("8").reason());
    assertEquals(0, jobs.get("9").priority(), "held");
    assertEquals("Dependency", jobs.get("10").reason());
  }

  @Test
  void jobs_ofWaitingArray_areItsTasksUpToTheLimit() {
    Map<String, SlurmJob> jobs = jobs("squeue-22.05.json");

    assertEquals(State.RUNNING, jobs.get("7_0").state());
    assertEquals(State.PENDING, jobs.get("7_1").state(), "two may run and one does");
    assertEquals(14, jobs.size());
  }

  @Test
  void nodes_ofPlainTexts_areUsableUnlessDrained() {
    Map<String, SlurmNode> nodes = nodes("sinfo-22.05.json");

    SlurmNode v1 = nodes.get("v1");
    assertEquals(Map.of("v100", 2), v1.gpus());
    assertEquals(Set.of("v100", "fast"), v1.features());
    assertEquals(Set.of("all", "v100"), v1.partitions());
    assertEquals(
        List.of("k1", "p1", "p2", "v1", "v2"),
        nodes.values().stream().filter(SlurmNode::usable).map(SlurmNode::name).toList());
  }

  @Test
  void jobs_ofObjects_areRead() {
    Map<String, SlurmJob> jobs = jobs("squeue-24.05.json");

    SlurmJob train = jobs.get("333");
    assertEquals(State.RUNNING, train.state());
    assertEquals(Map.of("a100", 4), train.held());
    assertEquals(Map.of("gpu", 4), train.requested());
    assertEquals(List.of("gpu01", "gpu02"), train.nodes());
    assertEquals(Long.MAX_VALUE, train.timeLimitSeconds());
    assertEquals(4294, train.priority());
    assertEquals(1746693312, train.startTime());
    assertEquals(
        Set.of("333", "340_3", "340_6", "340_9", "341", "342", "400"),
        jobs.keySet(),
        "tasks of an array and components of a job");
    assertEquals(Map.of("a100", 3, "h100", 4), jobs.get("400").requested());
    assertEquals(Map.of("gpu", 2), jobs.get("340_6").requested());
    assertEquals(86_400, jobs.get("340_6").timeLimitSeconds());
    assertEquals(State.PENDING, jobs.get("341").state());
    assertEquals(Map.of("h100", 8), jobs.get("341").requested());
    assertEquals(State.COMPLETING, jobs.get("342").state());
    assertEquals(Map.of("gpu", 8), jobs.get("342").held());
  }

  @Test
  void nodes_ofLists_areRead() {
    Map<String, SlurmNode> nodes = nodes("nodes-24.05.json");

    assertEquals(Map.of("a100", 4), nodes.get("gpu01").gpus());
    assertEquals(Map.of("h100", 4, "3g.40gb", 8), nodes.get("mig01").gpus());
    assertEquals(Map.of(), nodes.get("cpu01").gpus());
    assertEquals(
        List.of("cpu01", "gpu01", "mig01"),
        nodes.values().stream().filter(SlurmNode::usable).map(SlurmNode::name).toList());
  }

  @Test
  void nodes_ofGroups_areMerged() {
    Map<String, SlurmNode> nodes = nodes("sinfo-23.11.json");

    assertEquals(Set.of("gpu01", "gpu02", "gpu03"), nodes.keySet());
    assertEquals(Set.of("gpu", "gpu-long"), nodes.get("gpu01").partitions());
    assertEquals(Map.of("a100", 4), nodes.get("gpu02").gpus());
    assertEquals(Set.of("a100", "nvlink"), nodes.get("gpu02").features());
    assertEquals(false, nodes.get("gpu03").usable());
    Map<String, SlurmJob> jobs = jobs("squeue-23.11.json");
    assertEquals(Map.of("a100", 1), jobs.get("6080221").held());
    assertEquals(State.SUSPENDED, jobs.get("6080230_7").state());
  }

  @Test
  void nodeNames_ofRanges_keepLeadingZeros() {
    assertEquals(
        List.of("gpu01", "gpu02", "gpu07", "login1"), SlurmJson.nodeNames("gpu[01-02,07],login1"));
    assertEquals(List.of("r1n1", "r1n2", "r2n1", "r2n2"), SlurmJson.nodeNames("r[1-2]n[1-2]"));
    assertEquals(List.of(), SlurmJson.nodeNames(""));
  }

  @Test
  void gpus_ofEachNotation_areCounted() {
    assertEquals(Map.of("gpu", 1), SlurmJson.gpus("gres:gpu"));
    assertEquals(Map.of("v100", 1), SlurmJson.gpus("gres:gpu:v100"));
    assertEquals(Map.of("v100", 3, "k80", 1), SlurmJson.gpus("gpu:v100:1,gpu:v100:2,gpu:k80:1"));
    assertEquals(Map.of("gpu", 3, "v100", 3), SlurmJson.gpus("cpu=1,gres/gpu=3,gres/gpu:v100=3"));
    assertEquals(Map.of("4090", 2), SlurmJson.gpus("gpu:4090:2(IDX:0,3)"));
    assertEquals(Map.of(), SlurmJson.gpus("shard:4,gpu:v100:0(IDX:N/A)"));
  }

  @Test
  void jobs_ofHeterogeneousComponents_areOneCoGang() {
    Map<String, SlurmJob> jobs = jobs("heterogeneous-22.05.json");

    assertEquals(Set.of("1", "3"), jobs.keySet());
    SlurmJob runs = jobs.get("1");
    assertEquals(State.RUNNING, runs.state());
    assertEquals(Map.of("v100", 1, "k80", 2), runs.held());
    assertEquals(List.of("v1", "k1"), runs.nodes());
    assertEquals(2, runs.nodeCount());
    SlurmJob waits = jobs.get("3");
    assertEquals(true, waits.isCoGang());
    assertEquals(Optional.of("k80"), waits.requestedType(), "the type of most of its GPUs");
    assertEquals(Map.of("v100", 1, "k80", 2), waits.gpusOn("k80"));
    assertEquals("BeginTime", waits.reason());
  }

  @Test
  void jobs_ofOtherText_areRefused() {
    InvalidInputException text =
        assertThrows(InvalidInputException.class, () -> SlurmJson.jobs("slurm_load_jobs error"));
    assertEquals(true, text.getMessage().startsWith("squeue --json: is not JSON: "));
    InvalidInputException object =
        assertThrows(InvalidInputException.class, () -> SlurmJson.nodes("{}"));
    assertEquals(
        "sinfo --json: has no list \"nodes\"; it must be printed by Slurm 22.05 or later",
        object.getMessage());
  }
}
