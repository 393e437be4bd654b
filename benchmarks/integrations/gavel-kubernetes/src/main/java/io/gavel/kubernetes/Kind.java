package io.gavel.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;

/** The kinds of Kueue's objects that are read. */
enum Kind {
  ADMISSION_CHECK("AdmissionCheck", "admissionchecks", false),
  RESOURCE_FLAVOR("ResourceFlavor", "resourceflavors", false),
  CLUSTER_QUEUE("ClusterQueue", "clusterqueues", false),
  LOCAL_QUEUE("LocalQueue", "localqueues", true),
  WORKLOAD("Workload", "workloads", true);

  private final String kind;
  private final String plural;
  private final boolean isNamespaced;

  Kind(String kind, String plural, boolean isNamespaced) {
    this.kind = kind;
    this.plural = plural;
    this.isNamespaced = isNamespaced;
  }

  ResourceDefinitionContext context() {
    return new ResourceDefinitionContext.Builder()
        .withGroup("kueue.x-k8s.io")
        .withVersion("v1beta1")
        .withKind(kind)
        .withPlural(plural)
        .withNamespaced(isNamespaced)
        .build();
  }

  /** Namespace and name; the name alone outside namespaces. */
  static String key(HasMetadata object) {
    String namespace = object.getMetadata().getNamespace();
    String name = object.getMetadata().getName();
    return namespace == null || namespace.isEmpty() ? name : namespace + "/" + name;
  }
}
