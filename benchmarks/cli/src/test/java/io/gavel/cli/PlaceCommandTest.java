package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.gavel.catalog.PlacementCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PlaceCommandTest {

  @TempDir private Path folder;
  private Path nodes;
  private Path pods;

  @BeforeEach
  void writeFiles() throws IOException {
    nodes = folder.resolve("nodes.csv");
    pods = folder.resolve("pods.csv");
    Files.writeString(
        nodes,
        """
        sn,cpu_milli,memory_mib,gpu,model
        a,64000,262144,4,A
        b,64000,262144,4,B
        c,64000,262144,2,B
        """);
    Files.writeString(
        pods,
        """
        name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec
        x,1000,1024,1,1000,
        """);
  }

  private CommandRun place(String... more) {
    List<Object> words = new ArrayList<>(List.of("place", "--nodes", nodes, "--pods", pods));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray());
  }

  @Test
  void place_oneSeed_hasNoSpread() {
    assertFalse(place("--placement=fgd", "--seeds=1").out().contains("±"));
    assertTrue(place("--placement=fgd", "--seeds=1..2").out().contains("100.00 ± 0.00"));
  }

  @Test
  void place_json_hasExactlyTheKeysAndTheRightFigures() {
    CommandRun run = place("--placement=fgd,bestfit", "--seeds=1..3", "--json");
    assertEquals(0, run.status(), run.err());
    assertEquals("", run.err());
    assertEquals(2, run.json().size());
    JsonNode json = run.json().get(0);
    assertEquals(
        List.of(
            "placement",
            "allocation_100",
            "allocation_100_sd",
            "allocation_130",
            "allocation_130_sd",
            "fragmentation_130",
            "fragmentation_130_sd",
            "wall_ms",
            "seeds"),
        json.properties().stream().map(Map.Entry::getKey).toList());
    // Thirteen whole GPUs are asked for, one after the other; there are ten.
    assertEquals("fgd", json.path("placement").asText());
    assertEquals(100, json.path("allocation_100").asDouble());
    assertEquals(100, json.path("allocation_130").asDouble());
    assertEquals(0, json.path("allocation_130_sd").asDouble());
    assertEquals(0, json.path("fragmentation_130").asDouble());
    assertEquals(3, json.path("seeds").asInt());
    assertTrue(json.path("wall_ms").asDouble() > 0);
    assertEquals("bestfit", run.json().get(1).path("placement").asText());
  }

  @Test
  void place_tasksThatFitNowhere_areDropped() throws IOException {
    Files.writeString(pods, Files.readString(pods).replace("1000,\n", "1000,A\n"));
    JsonNode json = place("--placement=fgd", "--seeds=1", "--json").json().get(0);
    assertEquals(40, json.path("allocation_100").asDouble(), "four of ten GPUs are of model A");
    assertEquals(60, json.path("fragmentation_130").asDouble(), "the others are of no use");
  }

  @Test
  void place_sameSeeds_giveTheSame() throws IOException {
    Files.writeString(pods, Files.readString(pods) + "y,3000,1,1,300,B\nz,20000,1,2,1000,\n");
    String[] options = {"--placement=all", "--seeds=5,7..8", "--window=10", "--json"};
    List<String> once = withoutTimes(place(options));
    assertEquals(once, withoutTimes(place(options)));
    assertEquals(PlacementCatalog.keys().size(), once.size());
  }

  private static List<String> withoutTimes(CommandRun run) {
    assertEquals(0, run.status(), run.err());
    return run.out().lines().map(line -> line.replaceAll("\"wall_ms\":[^,]*,", "")).toList();
  }

  @Test
  void place_forPeople_printsATable() {
    CommandRun run = place("--placement=random,strided", "--seeds=1..2");
    assertEquals(3, run.out().lines().count(), run.out());
    assertTrue(run.out().contains("allocated at 100 %"), run.out());
    assertTrue(run.out().contains("100.00 ± 0.00"), run.out());
  }

  @Test
  void place_badLine_isStatus2AndOneLine() throws IOException {
    Files.writeString(pods, Files.readString(pods) + "y,3000,1,1,1001,\n");
    CommandRun run = place("--placement=fgd");
    assertEquals(2, run.status());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().startsWith(pods + ": line 3: gpu_milli is 1001; it must be"), run.err());
    assertEquals("", run.out());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--placement=nope",
        "--placement=fgd,,bestfit",
        "--placement=fgd --seeds=51..42",
        "--placement=fgd --seeds=1..20000",
        "--placement=fgd --seeds=x",
        "--placement=fgd --seeds=",
        "--placement=fgd --window=0",
        "--seeds=1"
      })
  void place_badOption_isStatus2AndOneLine(String options) {
    CommandRun run = place(options.split(" "));
    assertEquals(2, run.status());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  @Test
  void help_placements_listsEachOfThem() {
    String help = CommandRun.of("place", "--help").out();
    PlacementCatalog.keys().forEach(key -> assertTrue(help.contains(key), key));
    assertFalse(help.contains("null"));
  }
}
