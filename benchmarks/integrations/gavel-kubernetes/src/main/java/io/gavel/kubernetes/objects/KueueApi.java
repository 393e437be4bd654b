package io.gavel.kubernetes.objects;

import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.GroupVersionForDiscovery;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.List;

/**
 * Kueue's objects at an API server, in the newest version that the server and this module know.
 * Reading or writing an older version drops the fields that only the newer one has. Immutable.
 *
 * @param client of the API server; not closed
 * @param version of Kueue's API
 */
public record KueueApi(KubernetesClient client, String version) {

  /** The known versions, the preferred one first. */
  public static final List<String> VERSIONS = List.of("v1beta2", "v1beta1");

  /**
   * Asks the API server for its versions.
   *
   * @param client of the API server
   * @return its objects
   * @throws IllegalStateException if it has none of the known versions
   */
  public static KueueApi discover(KubernetesClient client) {
    APIGroup group = client.getApiGroup(KueueKind.GROUP);
    List<String> served =
        group == null
            ? List.of()
            : group.getVersions().stream().map(GroupVersionForDiscovery::getVersion).toList();
    return VERSIONS.stream()
        .filter(served::contains)
        .findFirst()
        .map(version -> new KueueApi(client, version))
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "the API server has versions %s of %s; one of %s is needed"
                        .formatted(served, KueueKind.GROUP, VERSIONS)));
  }

  /**
   * Returns the objects of a resource in all namespaces.
   *
   * @param kind of the objects
   * @return the objects
   */
  public MixedOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      all(KueueKind kind) {
    return client.genericKubernetesResources(kind.context(version));
  }

  /**
   * Returns one object.
   *
   * @param kind of the object
   * @param key its namespace and name, as {@link KueueKind#key} returns them
   * @return the object
   */
  public Resource<GenericKubernetesResource> one(KueueKind kind, String key) {
    int slash = key.indexOf('/');
    return slash < 0
        ? all(kind).withName(key)
        : all(kind).inNamespace(key.substring(0, slash)).withName(key.substring(slash + 1));
  }

  /**
   * Returns an object that was read, to be patched without being read again.
   *
   * @param kind of the object
   * @param object with metadata
   * @return the object
   */
  Resource<GenericKubernetesResource> known(KueueKind kind, GenericKubernetesResource object) {
    String namespace = object.getMetadata().getNamespace();
    return namespace == null || namespace.isEmpty()
        ? all(kind).resource(object)
        : all(kind).inNamespace(namespace).resource(object);
  }
}
