package io.gavel.kubernetes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.gavel.kubernetes.objects.KueueKind;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ClusterViewTest {

  private final ClusterView view = new ClusterView();

  private static GenericKubernetesResource workload(String version) {
    return new GenericKubernetesResourceBuilder()
        .withNewMetadata()
        .withNamespace("ml")
        .withName("bert")
        .withResourceVersion(version)
        .endMetadata()
        .build();
  }

  private String version() {
    return view.get(KueueKind.WORKLOAD, "ml/bert").orElseThrow().getMetadata().getResourceVersion();
  }

  @Test
  void put_eventTwice_changesOnce() {
    view.put(KueueKind.WORKLOAD, workload("9"));
    assertEquals(Set.of("ml/bert"), view.drain().workloads());
    view.put(KueueKind.WORKLOAD, workload("9"));
    assertFalse(view.isChanged());
  }

  @Test
  void put_eventLate_keepsTheNewer() {
    view.put(KueueKind.WORKLOAD, workload("10"));
    view.drain();
    view.put(KueueKind.WORKLOAD, workload("9"));
    assertEquals("10", version());
    assertFalse(view.isChanged());
  }

  @Test
  void written_deletedMeanwhile_staysDeleted() {
    view.put(KueueKind.WORKLOAD, workload("9"));
    view.remove(KueueKind.WORKLOAD, "ml/bert");
    view.written(KueueKind.WORKLOAD, workload("10"));
    assertTrue(view.get(KueueKind.WORKLOAD, "ml/bert").isEmpty());
  }
}
