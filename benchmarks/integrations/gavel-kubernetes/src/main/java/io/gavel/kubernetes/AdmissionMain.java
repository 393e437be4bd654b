package io.gavel.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.gavel.policies.lp.welfare.NashWelfare;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Runs the controller in a pod or on a machine with a kubeconfig. The table of speeds is named by
 * the environment variable {@code GAVEL_SPEEDS}, as {@code namespace/name}, the resource by {@code
 * GAVEL_RESOURCE}. Immutable.
 */
public final class AdmissionMain {

  private AdmissionMain() {}

  /**
   * Returns a client that does not repeat requests: the controller does so itself, without waiting.
   */
  static KubernetesClient client(Config config) {
    return new KubernetesClientBuilder()
        .withConfig(new ConfigBuilder(config).withRequestRetryBackoffLimit(0).build())
        .build();
  }

  /**
   * Runs until the process is ended.
   *
   * @param args none
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] args) throws InterruptedException {
    AdmissionOptions defaults = AdmissionOptions.defaults();
    AdmissionOptions options =
        new AdmissionOptions(
            defaults.controllerName(),
            Optional.ofNullable(System.getenv("GAVEL_RESOURCE")).orElse(defaults.resource()),
            Optional.ofNullable(System.getenv("GAVEL_SPEEDS")),
            defaults.allocationSeconds(),
            defaults.patienceSeconds());
    try (KubernetesClient client = client(new ConfigBuilder().build());
        AdmissionController controller =
            new AdmissionController(
                client, options, NashWelfare.create(), InstantSource.system())) {
      controller.run();
    }
  }
}
