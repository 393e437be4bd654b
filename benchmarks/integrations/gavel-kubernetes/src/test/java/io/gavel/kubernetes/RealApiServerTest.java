package io.gavel.kubernetes;

import static io.gavel.kubernetes.RealApiServer.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.gavel.kubernetes.objects.WorkloadReader;
import io.gavel.policies.lp.welfare.NashWelfare;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The controller against kube-apiserver and etcd, with the rights of the manifests. The environment
 * variable {@code GAVEL_KUBERNETES} names the folder of the two programs.
 */
@Tag("nightly")
final class RealApiServerTest {

  private static final Duration TERM = Duration.ofSeconds(4);

  @TempDir private Path folder;

  /** A replica in a thread of its own. */
  private static Election replica(RealApiServer api, String identity, List<Thread> threads) {
    Election election =
        new Election(
            api.config(),
            identity,
            TERM,
            () ->
                new AdmissionController(
                    api.config(),
                    AdmissionOptions.defaults(),
                    NashWelfare.create(),
                    InstantSource.system()));
    Thread thread =
        new Thread(
            () -> {
              try {
                election.run();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            identity);
    thread.start();
    threads.add(thread);
    return election;
  }

  private static void workload(Kueue kueue, String name, int workers, String speeds) {
    kueue.workload(name, "team-a", workers, Map.of(WorkloadReader.SPEEDS, speeds), "h100");
  }

  private static Map<String, String> versions(RealApiServer api) {
    Map<String, String> versions = new TreeMap<>();
    api.all("workloads")
        .forEach(
            (key, object) -> versions.put(key, object.at("/metadata/resourceVersion").asText()));
    return versions;
  }

  @Test
  void replicas_onARealServer_answerOnceWithTheRightsOfTheManifests() throws Exception {
    assumeTrue(
        RealApiServer.programs().isPresent() && KueueSchemas.read().isPresent(),
        "Nothing was tested on a real API server: GAVEL_KUBERNETES must name the folder of etcd and"
            + " kube-apiserver, and ../shared/kueue-crds must have Kueue's definitions.");
    List<Thread> threads = new ArrayList<>();
    try (RealApiServer api = new RealApiServer(RealApiServer.programs().orElseThrow(), folder)) {
      Kueue kueue = new Kueue(api, "v1beta2");
      kueue.check("gavel", "gavel.io/admission");
      kueue.flavor("h100");
      kueue.flavor("a10");
      kueue.queue("team-a", Map.of("h100", 4, "a10", 8));
      kueue.table(Map.of("bert", "h100=3, a10=1"));
      workload(kueue, "starts", 4, "h100=3, a10=1");
      kueue.editStatus("starts", status -> status.putObject("requeueState").put("count", 1));
      JsonNode before = kueue.get("starts");
      KubernetesClientException invalid =
          assertThrows(
              KubernetesClientException.class,
              () ->
                  kueue.editStatus(
                      "starts",
                      status ->
                          status.withObject("/admissionChecks/0").remove("lastTransitionTime")));
      assertEquals(422, invalid.getCode(), "the server validates by Kueue's schemas");
      Election first = replica(api, "first", threads);
      Election second = replica(api, "second", threads);
      try {
        await(() -> kueue.state("starts").equals("Ready"));
        assertEquals("h100", kueue.chosen("starts"));
        await(() -> kueue.active().equals("True: Answers workloads."));
        JsonNode after = kueue.get("starts");
        assertEquals(before.at("/spec"), after.at("/spec"));
        assertEquals(before.at("/status/admission"), after.at("/status/admission"));
        assertEquals(before.at("/status/requeueState"), after.at("/status/requeueState"));

        for (int i = 10; i < 40; i++) {
          workload(kueue, "waits-" + i, 4, "h100=3");
        }
        await(() -> kueue.told().size() >= 31);
        Map<String, String> settled = versions(api);
        TimeUnit.SECONDS.sleep(10);
        assertEquals(settled, versions(api), "replicas that answer by turns");

        api.restart(
            () -> assertTrue(threads.stream().allMatch(Thread::isAlive), "ended with the server"));
        kueue.finish("starts");
        await(() -> ready(kueue, 10, 40) == 1);
        disturbed(kueue);
      } finally {
        first.close();
        second.close();
      }
      for (Thread thread : threads) {
        thread.join(30_000);
        assertTrue(!thread.isAlive());
      }
    }
  }

  private static long ready(Kueue kueue, int from, int to) {
    long ready = 0;
    for (int i = from; i < to; i++) {
      ready += kueue.state("waits-" + i).equals("Ready") ? 1 : 0;
    }
    return ready;
  }

  /** Another client writes all workloads while the controller answers; nothing is lost. */
  private static void disturbed(Kueue kueue) throws Exception {
    Thread other =
        new Thread(
            () -> {
              for (int i = 0; i < 200; i++) {
                int count = i;
                kueue.editStatus(
                    "waits-" + (10 + i % 30),
                    status -> status.putObject("requeueState").put("count", count));
              }
            });
    other.start();
    for (int i = 0; i < 8; i++) {
      workload(kueue, "small-" + i, 1, "a10=1");
    }
    await(
        () -> {
          boolean all = true;
          for (int i = 0; i < 8; i++) {
            all &= kueue.state("small-" + i).equals("Ready");
          }
          return all;
        });
    other.join();
    assertEquals("True: Answers workloads.", kueue.active());
  }
}
