package io.gavel.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A kube-apiserver with an etcd, in a folder and on the local machine only, with Kueue's custom
 * resource definitions and the manifests. Access is by tokens: one of an administrator, one of the
 * service account of the manifests.
 */
final class RealApiServer implements ClusterObjects, AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String VERSION = "v1beta2";
  private static final String ADMIN = "admin-token";
  private static final String GAVEL = "gavel-token";

  /** The programs {@code etcd} and {@code kube-apiserver}; empty if they are not there. */
  static Optional<Path> programs() {
    return Optional.ofNullable(System.getenv("GAVEL_KUBERNETES")).map(Path::of);
  }

  private final Path programs;
  private final Path folder;
  private final int[] ports = new int[3];
  private final Process etcd;
  private Process server;
  private final KubernetesClient client;

  RealApiServer(Path programs, Path folder) throws Exception {
    this.programs = programs;
    this.folder = folder;
    for (int i = 0; i < ports.length; i++) {
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        ports[i] = free.getLocalPort();
      }
    }
    writeKey();
    Files.writeString(
        folder.resolve("tokens.csv"),
        """
        %s,admin,1,"system:masters"
        %s,system:serviceaccount:gavel-system:gavel-kubernetes,2
        """
            .formatted(ADMIN, GAVEL));
    etcd =
        start(
            "etcd",
            "--data-dir=" + folder.resolve("etcd"),
            "--listen-client-urls=" + etcdAddress(),
            "--advertise-client-urls=" + etcdAddress(),
            "--listen-peer-urls=http://127.0.0.1:" + ports[1]);
    server = startServer();
    client = new KubernetesClientBuilder().withConfig(config(ADMIN)).build();
    try {
      awaitReady();
      define();
    } catch (Exception | AssertionError e) {
      close();
      throw e;
    }
  }

  /** Creates Kueue's definitions, the objects of the manifests and the namespace of workloads. */
  private void define() throws Exception {
    try (Stream<Path> definitions = Files.list(KueueSchemas.FOLDER)) {
      for (Path file : definitions.filter(f -> f.toString().endsWith(".yaml")).toList()) {
        define(Serialization.unmarshal(Files.readString(file), ObjectNode.class));
      }
    }
    try (InputStream manifests = Files.newInputStream(Rights.MANIFESTS)) {
      client.load(manifests).create();
    }
    client
        .resource(new NamespaceBuilder().withNewMetadata().withName("ml").endMetadata().build())
        .create();
  }

  private void writeKey() throws IOException, GeneralSecurityException {
    KeyPairGenerator keys = KeyPairGenerator.getInstance("RSA");
    keys.initialize(2048);
    byte[] key = keys.generateKeyPair().getPrivate().getEncoded();
    Files.writeString(
        folder.resolve("key.pem"),
        "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
            .formatted(Base64.getMimeEncoder().encodeToString(key)));
  }

  private String etcdAddress() {
    return "http://127.0.0.1:" + ports[0];
  }

  private String address() {
    return "https://127.0.0.1:" + ports[2];
  }

  private Process startServer() throws IOException {
    Path key = folder.resolve("key.pem");
    return start(
        "kube-apiserver",
        "--etcd-servers=" + etcdAddress(),
        "--bind-address=127.0.0.1",
        "--secure-port=" + ports[2],
        "--insecure-port=0",
        "--cert-dir=" + folder.resolve("certificates"),
        "--token-auth-file=" + folder.resolve("tokens.csv"),
        "--authorization-mode=RBAC",
        "--service-account-issuer=https://localhost",
        "--service-account-key-file=" + key,
        "--service-account-signing-key-file=" + key,
        "--service-cluster-ip-range=10.0.0.0/24");
  }

  private Process start(String program, String... options) throws IOException {
    List<String> command = new ArrayList<>(List.of(programs.resolve(program).toString()));
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(
        ProcessBuilder.Redirect.appendTo(folder.resolve(program + ".log").toFile()));
    return builder.start();
  }

  private Config config(String token) {
    return new ConfigBuilder(Config.empty())
        .withMasterUrl(address())
        .withTrustCerts(true)
        .withOauthToken(token)
        .withNamespace("gavel-system")
        .withWatchReconnectInterval(100)
        .build();
  }

  /** The access of the controller. */
  Config config() {
    return config(GAVEL);
  }

  private void awaitReady() throws Exception {
    await(() -> "ok".equals(client.raw("/readyz")));
  }

  /** Waits for a condition, which may fail until it holds. */
  static void await(Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
    while (true) {
      try {
        if (condition.call()) {
          return;
        }
      } catch (KubernetesClientException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
      }
      if (System.nanoTime() > end) {
        throw new AssertionError("it did not become true");
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  /**
   * Adds a custom resource definition in one version, without what servers of release 1.20 do not
   * know: rules in CEL and the schema of a pod.
   */
  private void define(ObjectNode definition) throws Exception {
    ObjectNode spec = definition.withObject("/spec");
    spec.remove("conversion");
    ArrayNode versions = spec.withArray("versions");
    for (Iterator<JsonNode> each = versions.iterator(); each.hasNext(); ) {
      ObjectNode version = (ObjectNode) each.next();
      version.remove("selectableFields");
      if (version.path("name").asText().equals(VERSION)) {
        version.put("served", true).put("storage", true);
        simplify(version.path("schema"));
      } else {
        each.remove();
      }
    }
    definition.withObject("/metadata").remove("annotations");
    sent("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
    String plural = spec.at("/names/plural").asText();
    await(() -> client.raw(path(plural, "", "")) != null);
  }

  private static void simplify(JsonNode schema) {
    if (schema instanceof ObjectNode object) {
      object.remove("x-kubernetes-validations");
      object.remove("description");
      if (object.path("properties").path("template").path("properties").has("spec")) {
        ObjectNode template = object.withObject("/properties").putObject("template");
        template.put("type", "object").put("x-kubernetes-preserve-unknown-fields", true);
      }
    }
    schema.forEach(RealApiServer::simplify);
  }

  private static String path(String plural, String namespace, String name) {
    String group = plural.equals("configmaps") ? "/api/v1" : "/apis/kueue.x-k8s.io/" + VERSION;
    String of = namespace.isEmpty() ? "" : "/namespaces/" + namespace;
    return group + of + "/" + plural + (name.isEmpty() ? "" : "/" + name);
  }

  private static ObjectNode parsed(String json) {
    try {
      return (ObjectNode) JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new AssertionError(json, e);
    }
  }

  private ObjectNode sent(String method, String path, ObjectNode object) {
    return parsed(client.raw(path, method, object));
  }

  @Override
  public void put(String plural, String namespace, String name, ObjectNode object) {
    ObjectNode sent = object.deepCopy();
    sent.withObject("/metadata").put("name", name);
    String path = path(plural, namespace, name);
    String before = client.raw(path);
    ObjectNode after;
    if (before == null) {
      after = sent("POST", path(plural, namespace, ""), sent);
    } else {
      String version = parsed(before).at("/metadata/resourceVersion").asText();
      if (!sent.at("/metadata").has("resourceVersion")) {
        sent.withObject("/metadata").put("resourceVersion", version);
      }
      after = sent("PUT", path, sent);
    }
    if (object.has("status")) {
      after.set("status", object.get("status"));
      sent("PUT", path + "/status", after);
    }
  }

  @Override
  public void edit(String plural, String namespace, String name, UnaryOperator<ObjectNode> edit) {
    while (true) {
      try {
        put(plural, namespace, name, edit.apply(get(plural, namespace, name)));
        return;
      } catch (KubernetesClientException e) {
        if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
          throw e;
        }
      }
    }
  }

  @Override
  public ObjectNode get(String plural, String namespace, String name) {
    return parsed(client.raw(path(plural, namespace, name)));
  }

  @Override
  public Map<String, ObjectNode> all(String plural) {
    Map<String, ObjectNode> all = new TreeMap<>();
    for (JsonNode item : parsed(client.raw(path(plural, "", ""))).path("items")) {
      String namespace = item.at("/metadata/namespace").asText();
      String name = item.at("/metadata/name").asText();
      all.put(namespace.isEmpty() ? name : namespace + "/" + name, (ObjectNode) item);
    }
    return all;
  }

  /** Ends the server as a crash does, forgets old versions of all objects, and starts it again. */
  void restart(Runnable meanwhile) throws Exception {
    server.destroyForcibly().waitFor();
    String head = etcd("range", "{\"key\": \"YQ==\"}");
    String revision = parsed(head).at("/header/revision").asText();
    etcd("compaction", "{\"revision\": %s, \"physical\": true}".formatted(revision));
    meanwhile.run();
    server = startServer();
    awaitReady();
  }

  private String etcd(String method, String body) {
    HttpRequest request =
        client
            .getHttpClient()
            .newHttpRequestBuilder()
            .uri(etcdAddress() + "/v3/kv/" + method)
            .post("application/json", body)
            .build();
    return client.getHttpClient().sendAsync(request, String.class).join().body();
  }

  @Override
  public void close() {
    client.close();
    server.destroyForcibly();
    etcd.destroyForcibly();
  }
}
