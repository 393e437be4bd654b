package io.gavel.kubernetes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.gavel.kubernetes.objects.WorkloadReader;
import io.gavel.policies.lp.welfare.NashWelfare;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Follows docs/how-to/embed-kubernetes.md. */
final class EmbedGuideTest {

  private static final Path GUIDE = Path.of("../../../docs/how-to/embed-kubernetes.md");

  /** The manifests of the guide: indented blocks whose first line is their version. */
  private static List<JsonNode> manifests() throws IOException {
    return Pattern.compile("(?m)^ {8}apiVersion:.*\\R(?: {8}.*\\R)+")
        .matcher(Files.readString(GUIDE))
        .results()
        .map(MatchResult::group)
        .map(block -> Serialization.unmarshal(block, JsonNode.class))
        .toList();
  }

  @Test
  void step_manifestsOfTheGuide_answerAWorkloadByTheirFlavour() throws IOException {
    try (KueueServer kueue = new KueueServer()) {
      for (JsonNode manifest : manifests()) {
        assertEquals("kueue.x-k8s.io/v1beta2", manifest.path("apiVersion").asText());
        kueue.create(manifest);
      }
      kueue.queue("team-a", Map.of("h100", 4));
      kueue.workload("bert", "team-a", 2, Map.of(WorkloadReader.SPEEDS, "h100=3.2"), "h100");
      try (AdmissionController controller =
          new AdmissionController(
              kueue.api.config(),
              AdmissionOptions.defaults(),
              NashWelfare.create(),
              new TestClock())) {
        controller.watch();
        controller.step();
      }
      assertEquals("True: Answers workloads.", kueue.active());
      assertEquals("Ready", kueue.state("bert"));
      assertEquals("h100", kueue.chosen("bert"));
    }
  }
}
