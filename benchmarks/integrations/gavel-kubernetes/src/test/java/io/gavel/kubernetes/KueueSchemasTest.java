package io.gavel.kubernetes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Kueue's own schemas, which {@link FakeApiServer} applies to every object of the tests. Without
 * them these tests are skipped, and objects are not validated anywhere.
 */
final class KueueSchemasTest {

  @BeforeEach
  void requireSchemas() {
    assumeTrue(
        KueueSchemas.read().isPresent(),
        "There is no folder ../shared/kueue-crds, so no object was validated by Kueue's schemas.");
  }

  private static List<String> faults(String version, String plural, String yaml) {
    JsonNode object = Serialization.unmarshal(yaml, JsonNode.class);
    return KueueSchemas.read().orElseThrow().faults(version, plural, object);
  }

  @Test
  void entryWithoutTimeAndMessage_isRefused() {
    String workload =
        """
        apiVersion: kueue.x-k8s.io/v1beta2
        status:
          admissionChecks:
          - name: gavel
            state: Waiting
        """;
    assertEquals(
        List.of(
            "status.admissionChecks[0].lastTransitionTime is missing",
            "status.admissionChecks[0].message is missing",
            "status.admissionChecks[0].state must be one of [Pending, Ready, Retry, Rejected]"),
        faults("v1beta2", "workloads", workload));
  }

  @Test
  void fieldsOfTheOtherVersion_areRefused() {
    String queue =
        """
        apiVersion: kueue.x-k8s.io/v1beta2
        spec:
          cohort: all
          admissionChecks: [gavel]
        """;
    assertEquals(
        List.of("spec.cohort is unknown", "spec.admissionChecks is unknown"),
        faults("v1beta2", "clusterqueues", queue));
    assertEquals(List.of(), faults("v1beta1", "clusterqueues", queue));
  }
}
