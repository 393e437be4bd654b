package io.gavel.kubernetes.objects;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;

/** Resources of Kueue that are read. */
public enum KueueKind {
  /** A check that a controller answers. */
  ADMISSION_CHECK("AdmissionCheck", "admissionchecks", false),

  /** A kind of nodes. */
  RESOURCE_FLAVOR("ResourceFlavor", "resourceflavors", false),

  /** A queue with quotas. */
  CLUSTER_QUEUE("ClusterQueue", "clusterqueues", false),

  /** The name of a cluster queue in a namespace. */
  LOCAL_QUEUE("LocalQueue", "localqueues", true),

  /** What waits and runs. */
  WORKLOAD("Workload", "workloads", true);

  /** Kueue's API group. */
  static final String GROUP = "kueue.x-k8s.io";

  private final String kind;
  private final String plural;
  private final boolean isNamespaced;

  KueueKind(String kind, String plural, boolean isNamespaced) {
    this.kind = kind;
    this.plural = plural;
    this.isNamespaced = isNamespaced;
  }

  /**
   * Returns how the API server names the kind.
   *
   * @param version of Kueue's API, such as {@code v1beta2}
   * @return its group, version, kind and plural
   */
  public ResourceDefinitionContext context(String version) {
    return new ResourceDefinitionContext.Builder()
        .withGroup(GROUP)
        .withVersion(version)
        .withKind(kind)
        .withPlural(plural)
        .withNamespaced(isNamespaced)
        .build();
  }

  /**
   * Names an object of the kind.
   *
   * @param object with metadata
   * @return its namespace and name; the name alone outside namespaces
   */
  public static String key(HasMetadata object) {
    String namespace = object.getMetadata().getNamespace();
    String name = object.getMetadata().getName();
    return namespace == null || namespace.isEmpty() ? name : namespace + "/" + name;
  }
}
