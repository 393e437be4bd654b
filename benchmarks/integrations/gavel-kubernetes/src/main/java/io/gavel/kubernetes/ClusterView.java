package io.gavel.kubernetes;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.gavel.kubernetes.objects.KueueKind;
import io.gavel.kubernetes.objects.Setup;
import io.gavel.kubernetes.objects.SetupReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The known state of the API server's objects. Ignores duplicate and outdated events. Thread-safe.
 */
final class ClusterView {

  /** The changes. */
  record Changes(boolean ofSetup, Set<String> workloads) {}

  private final Map<KueueKind, Map<String, GenericKubernetesResource>> objects =
      new EnumMap<>(KueueKind.class);
  private final Semaphore signal = new Semaphore(0);
  private Map<String, String> table = Map.of();
  private boolean ofSetup = true;
  private Set<String> workloads = new TreeSet<>();

  ClusterView() {
    for (KueueKind kind : KueueKind.values()) {
      objects.put(kind, new TreeMap<>());
    }
  }

  private Map<String, GenericKubernetesResource> of(KueueKind kind) {
    return requireNonNull(objects.get(kind));
  }

  synchronized void put(KueueKind kind, GenericKubernetesResource object) {
    String key = KueueKind.key(object);
    GenericKubernetesResource known = of(kind).get(key);
    if (known == null || version(object) > version(known)) {
      of(kind).put(key, object);
      changed(kind, key);
    }
  }

  /** The API server's answer to an own write; empty if the object was deleted meanwhile. */
  synchronized void written(KueueKind kind, GenericKubernetesResource object) {
    if (of(kind).containsKey(KueueKind.key(object))) {
      put(kind, object);
    }
  }

  synchronized void remove(KueueKind kind, String key) {
    if (of(kind).remove(key) != null) {
      changed(kind, key);
    }
  }

  synchronized void table(Map<String, String> speeds) {
    if (!table.equals(speeds)) {
      table = Map.copyOf(speeds);
      ofSetup = true;
      signal.release();
    }
  }

  /** Wakes who waits. */
  synchronized void wake() {
    ofSetup = true;
    signal.release();
  }

  private void changed(KueueKind kind, String key) {
    if (kind == KueueKind.WORKLOAD) {
      workloads.add(key);
    } else {
      ofSetup = true;
    }
    signal.release();
  }

  /** Newer objects have larger versions. */
  private static long version(GenericKubernetesResource object) {
    String version = object.getMetadata().getResourceVersion();
    return version == null || version.isEmpty() ? 0 : Long.parseLong(version);
  }

  synchronized Changes drain() {
    Changes changes = new Changes(ofSetup, workloads);
    ofSetup = false;
    workloads = new TreeSet<>();
    return changes;
  }

  synchronized boolean isChanged() {
    return ofSetup || !workloads.isEmpty();
  }

  /** Waits until something changes, or something has changed since the last call. */
  void await(long millis) throws InterruptedException {
    if (signal.tryAcquire(Math.max(1, millis), TimeUnit.MILLISECONDS)) {
      signal.drainPermits();
    }
  }

  synchronized Optional<GenericKubernetesResource> get(KueueKind kind, String key) {
    return Optional.ofNullable(of(kind).get(key));
  }

  synchronized List<GenericKubernetesResource> all(KueueKind kind) {
    return new ArrayList<>(of(kind).values());
  }

  synchronized Setup setup(SetupReader reader) {
    Map<KueueKind, Collection<GenericKubernetesResource>> copy = new EnumMap<>(KueueKind.class);
    objects.forEach((kind, byKey) -> copy.put(kind, new ArrayList<>(byKey.values())));
    return reader.read(copy, table);
  }
}
