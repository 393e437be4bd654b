package io.gavel.kubernetes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.gavel.kubernetes.objects.WorkloadReader;
import io.gavel.policies.lp.welfare.NashWelfare;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The manifests give the controller the rights that it needs, and no others. */
final class ManifestsTest {

  private static JsonNode manifest(String kind) throws IOException {
    return Rights.manifests().stream()
        .filter(each -> each.path("kind").asText().equals(kind))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void names_fitTogether() throws IOException {
    String account = manifest("ServiceAccount").at("/metadata/name").asText();
    String namespace = manifest("Namespace").at("/metadata/name").asText();
    JsonNode pod = manifest("Deployment").at("/spec/template");
    assertEquals(account, pod.at("/spec/serviceAccountName").asText());
    assertEquals(
        manifest("Deployment").at("/spec/selector/matchLabels"), pod.at("/metadata/labels"));
    for (String kind : new String[] {"Role", "ClusterRole"}) {
      JsonNode binding = manifest(kind + "Binding");
      assertEquals(kind, binding.at("/roleRef/kind").asText());
      assertEquals(manifest(kind).at("/metadata/name"), binding.at("/roleRef/name"));
      assertEquals(account, binding.at("/subjects/0/name").asText());
      assertEquals(namespace, binding.at("/subjects/0/namespace").asText());
    }
    for (JsonNode each : Rights.manifests()) {
      JsonNode own = each.at("/metadata/namespace");
      assertTrue(own.isMissingNode() || own.asText().equals(namespace), each.toString());
    }
    String lease = manifest("Role").at("/rules/1/resourceNames/0").asText();
    assertEquals(Election.LEASE, lease);
    JsonNode table = pod.at("/spec/containers/0/env/0");
    assertEquals("GAVEL_SPEEDS", table.path("name").asText());
    assertEquals(
        namespace + "/" + manifest("Role").at("/rules/2/resourceNames/0").asText(),
        table.path("value").asText());
  }

  /** Uses everything: the table, an election, a start, a move, a condition, and both conflicts. */
  @Test
  void rights_areAllUsed() throws InterruptedException {
    AdmissionOptions options =
        new AdmissionOptions(
            "gavel.io/admission",
            "nvidia.com/gpu",
            Optional.of("gavel-system/speeds"),
            60,
            600,
            10);
    try (KueueServer kueue = new KueueServer();
        Election election =
            new Election(
                kueue.api.config(),
                "only",
                Duration.ofSeconds(2),
                () ->
                    new AdmissionController(
                        kueue.api.config(),
                        options,
                        problem -> {
                          conflict(kueue);
                          return NashWelfare.create().allocate(problem);
                        },
                        InstantSource.system()))) {
      kueue.table(Map.of("bert", "h100=3, a10=1"));
      kueue.check("gavel", "gavel.io/admission");
      kueue.flavor("h100");
      kueue.flavor("a10");
      kueue.queue("team-a", Map.of("h100", 4, "a10", 4));
      kueue.workload(
          "moves",
          "team-a",
          4,
          Map.of(WorkloadReader.JOB_TYPE, "bert", WorkloadReader.MOVE_SECONDS, "1"),
          "a10");
      kueue.run("moves", "a10");
      Thread thread = new Thread(() -> run(election));
      thread.start();
      Set<String> unused = new TreeSet<>(Set.of("?"));
      for (int i = 0; i < 1_500 && !unused.isEmpty(); i++) {
        TimeUnit.MILLISECONDS.sleep(20);
        unused = kueue.rights.unused();
      }
      assertEquals(Set.of(), unused);
    }
  }

  private static void run(Election election) {
    try {
      election.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Another client writes unseen while the controller decides, so its answers are refused. */
  private static void conflict(KueueServer kueue) {
    kueue.api.speak(false);
    kueue.editStatus("moves", status -> status.putObject("requeueState").put("count", 1));
    kueue.api.edit(
        "admissionchecks",
        "",
        "gavel",
        check -> {
          check.withObject("/metadata").putObject("labels").put("seen", "yes");
          return check;
        });
  }
}
