package io.gavel.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.zjsonpatch.JsonPatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/**
 * The part of a Kubernetes API server that a controller meets: versions, rights, schemas,
 * conflicts, pages, watches with bookmarks, and failures.
 */
final class FakeApiServer implements ClusterObjects, AutoCloseable {

  static final String GROUP = "kueue.x-k8s.io";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A failure of the next write of a status; {@code retryAfter} seconds are stated if above 0. */
  record Failure(int code, int retryAfter) {}

  private record Event(long version, String type, String plural, ObjectNode object) {}

  /** The parts of a path; {@code name} and {@code sub} may be empty. */
  private record Path(
      String group, String version, String namespace, String plural, String name, String sub) {

    static Path of(String text) {
      Deque<String> parts = new ArrayDeque<>(Arrays.asList(text.substring(1).split("/", -1)));
      String group = parts.remove().equals("apis") ? parts.remove() : "";
      String version = next(parts);
      String namespace = "";
      if ("namespaces".equals(parts.peek())) {
        parts.remove();
        namespace = parts.remove();
      }
      return new Path(group, version, namespace, next(parts), next(parts), next(parts));
    }

    private static String next(Deque<String> parts) {
      return parts.isEmpty() ? "" : parts.remove();
    }

    String key() {
      return plural + "/" + namespace + "/" + name;
    }
  }

  /** A request that is answered with an error. */
  private static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int code;

    Refusal(int code, String message) {
      super(message);
      this.code = code;
    }
  }

  /** Writes that were carried out, as method and path. */
  final List<String> writes = new CopyOnWriteArrayList<>();

  /** Writes of an older version than the server has. */
  final List<String> conflicts = new CopyOnWriteArrayList<>();

  /** All requests, with their queries. */
  final List<String> requests = new CopyOnWriteArrayList<>();

  final Deque<Failure> failures = new ArrayDeque<>();
  volatile int mostPerPage = Integer.MAX_VALUE;

  private final List<String> served;
  private final Optional<Rights> rights;
  private final Optional<KueueSchemas> schemas = KueueSchemas.read();
  private final TreeMap<String, ObjectNode> objects = new TreeMap<>();
  private final List<Event> events = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer http;
  private long version = 100;
  private long oldest = 100;
  private int generation;
  private int lastEvent;
  private boolean isSilent;

  FakeApiServer(List<String> served, Optional<Rights> rights) {
    this.served = served;
    this.rights = rights;
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    http.createContext("/", this::handle);
    http.setExecutor(threads);
    http.start();
  }

  Config config() {
    return new ConfigBuilder(Config.empty())
        .withMasterUrl("http://localhost:" + http.getAddress().getPort())
        .withNamespace("gavel-system")
        .withOnlyHttpWatches(true)
        .withWatchReconnectInterval(20)
        .build();
  }

  @Override
  public synchronized void put(String plural, String namespace, String name, ObjectNode object) {
    String type = object.path("apiVersion").asText();
    store(
        new Path(
            type.contains("/") ? type.replaceFirst("/.*", "") : "",
            served.get(0),
            namespace,
            plural,
            name,
            ""),
        object);
  }

  @Override
  public synchronized void edit(
      String plural, String namespace, String name, UnaryOperator<ObjectNode> edit) {
    put(plural, namespace, name, edit.apply(get(plural, namespace, name).deepCopy()));
  }

  @Override
  public synchronized ObjectNode get(String plural, String namespace, String name) {
    return objects.get(plural + "/" + namespace + "/" + name);
  }

  @Override
  public synchronized Map<String, ObjectNode> all(String plural) {
    Map<String, ObjectNode> all = new HashMap<>();
    objects
        .subMap(plural + "/", plural + "0")
        .forEach((key, object) -> all.put(key.replaceFirst("[^/]*/+", ""), object));
    return all;
  }

  /** Ends all watches after the events until now. */
  synchronized void dropWatches() {
    generation++;
    lastEvent = events.size();
    notifyAll();
  }

  /** Sends events to watches, or keeps them back. */
  synchronized void speak(boolean speaks) {
    isSilent = !speaks;
    notifyAll();
  }

  /** Tells all watches the present version. */
  synchronized void bookmark() {
    events.add(new Event(version, "BOOKMARK", "", JSON.createObjectNode()));
    notifyAll();
  }

  /** Forgets how the objects became what they are. */
  synchronized void compact() {
    oldest = version;
  }

  private synchronized void store(Path path, ObjectNode object) {
    version++;
    ObjectNode metadata = object.withObject("/metadata");
    metadata.put("name", path.name()).put("resourceVersion", "" + version);
    if (!path.namespace().isEmpty()) {
      metadata.put("namespace", path.namespace());
    }
    if (path.group().equals(GROUP)) {
      List<String> faults =
          schemas
              .map(known -> known.faults(path.version(), path.plural(), object))
              .orElse(List.of());
      if (!faults.isEmpty()) {
        throw new Refusal(422, path.key() + ": " + faults);
      }
    }
    boolean isNew = objects.put(path.key(), object) == null;
    events.add(new Event(version, isNew ? "ADDED" : "MODIFIED", path.plural(), object.deepCopy()));
    notifyAll();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String method = exchange.getRequestMethod();
    requests.add(method + " " + exchange.getRequestURI());
    byte[] body = exchange.getRequestBody().readAllBytes();
    try (exchange) {
      try {
        Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
        String text = exchange.getRequestURI().getPath();
        if (text.equals("/apis/" + GROUP)) {
          send(exchange, 200, group());
          return;
        }
        Path path = Path.of(text);
        boolean isWatch = query.getOrDefault("watch", "").equals("true");
        authorize(method, path, isWatch);
        if (path.group().equals(GROUP) && !served.contains(path.version())) {
          throw new Refusal(404, "the server could not find the requested resource");
        }
        if (isWatch) {
          watch(exchange, path, query);
        } else if (method.equals("GET")) {
          send(exchange, 200, path.name().isEmpty() ? list(path, query) : found(path));
        } else {
          write(exchange, method, path, body);
        }
      } catch (Refusal e) {
        send(exchange, e.code, status(e.code, String.valueOf(e.getMessage())));
      }
    }
  }

  private static Map<String, String> query(String text) {
    Map<String, String> query = new HashMap<>();
    for (String part : text == null ? new String[0] : text.split("&", -1)) {
      String[] pair = part.split("=", 2);
      query.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
    }
    return query;
  }

  private ObjectNode group() {
    ObjectNode group = JSON.createObjectNode().put("kind", "APIGroup").put("apiVersion", "v1");
    ArrayNode versions = group.put("name", GROUP).putArray("versions");
    served.forEach(
        each -> versions.addObject().put("groupVersion", GROUP + "/" + each).put("version", each));
    return group;
  }

  private void authorize(String method, Path path, boolean isWatch) {
    String verb =
        switch (method) {
          case "GET" -> isWatch ? "watch" : path.name().isEmpty() ? "list" : "get";
          case "POST" -> "create";
          case "PUT" -> "update";
          default -> method.toLowerCase(Locale.ROOT);
        };
    String resource = path.sub().isEmpty() ? path.plural() : path.plural() + "/" + path.sub();
    Rights.Asked asked =
        new Rights.Asked(verb, path.group(), resource, path.namespace(), path.name());
    if (rights.isPresent() && !rights.get().allow(asked)) {
      throw new Refusal(403, "forbidden: " + asked);
    }
  }

  private synchronized ObjectNode found(Path path) {
    ObjectNode object = objects.get(path.key());
    if (object == null) {
      throw new Refusal(404, path.key() + " not found");
    }
    return object;
  }

  private synchronized ObjectNode list(Path path, Map<String, String> query) {
    int limit = Math.min(mostPerPage, Integer.parseInt(query.getOrDefault("limit", "1000000")));
    String from = query.getOrDefault("continue", "");
    if (!from.isEmpty() && Long.parseLong(from.split(" ", 2)[0]) < oldest) {
      throw new Refusal(410, "the provided continue parameter is too old");
    }
    String after = from.isEmpty() ? path.plural() + "/" : from.split(" ", 2)[1];
    ObjectNode list = JSON.createObjectNode();
    list.put("apiVersion", path.group() + "/" + path.version()).put("kind", "List");
    ObjectNode metadata = list.putObject("metadata").put("resourceVersion", "" + version);
    ArrayNode items = list.putArray("items");
    for (Map.Entry<String, ObjectNode> each :
        objects.subMap(after, false, path.plural() + "0", false).entrySet()) {
      if (items.size() == limit) {
        metadata.put("continue", version + " " + after);
        break;
      }
      after = each.getKey();
      items.add(each.getValue());
    }
    return list;
  }

  private void watch(HttpExchange exchange, Path path, Map<String, String> query)
      throws IOException {
    long from = Long.parseLong(query.getOrDefault("resourceVersion", "0"));
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, 0);
    int begun;
    int next = 0;
    synchronized (this) {
      begun = generation;
      if (from < oldest) {
        event(exchange, "ERROR", status(410, "too old resource version: " + from));
        return;
      }
      while (next < events.size() && events.get(next).version() <= from) {
        next++;
      }
    }
    while (true) {
      Event event;
      synchronized (this) {
        while (generation == begun && (isSilent || next == events.size())) {
          try {
            wait();
          } catch (InterruptedException e) {
            return;
          }
        }
        if (generation != begun && next >= lastEvent) {
          return;
        }
        event = events.get(next++);
      }
      if (event.type().equals("BOOKMARK")) {
        ObjectNode mark = JSON.createObjectNode();
        mark.put("apiVersion", path.group() + "/" + path.version()).put("kind", "Object");
        mark.putObject("metadata").put("resourceVersion", "" + event.version());
        event(exchange, "BOOKMARK", mark);
      } else if (event.plural().equals(path.plural())) {
        event(exchange, event.type(), event.object());
      }
    }
  }

  private static void event(HttpExchange exchange, String type, JsonNode object)
      throws IOException {
    ObjectNode event = JSON.createObjectNode().put("type", type);
    event.set("object", object);
    exchange.getResponseBody().write((event + "\n").getBytes(StandardCharsets.UTF_8));
    exchange.getResponseBody().flush();
  }

  private synchronized void write(HttpExchange exchange, String method, Path path, byte[] body)
      throws IOException {
    String request = method + " " + exchange.getRequestURI().getPath();
    if (path.sub().equals("status") && !failures.isEmpty()) {
      Failure failure = failures.remove();
      if (failure.retryAfter() > 0) {
        exchange.getResponseHeaders().add("Retry-After", "" + failure.retryAfter());
      }
      throw new Refusal(failure.code(), "Too many requests, please try again later.");
    }
    JsonNode sent = JSON.readTree(body);
    if (method.equals("POST")) {
      Path named =
          new Path(
              path.group(),
              path.version(),
              path.namespace(),
              path.plural(),
              sent.path("metadata").path("name").asText(),
              "");
      if (objects.containsKey(named.key())) {
        throw new Refusal(409, named.key() + " already exists");
      }
      store(named, (ObjectNode) sent);
      writes.add(request);
      send(exchange, 201, found(named));
      return;
    }
    ObjectNode old = found(path);
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    ObjectNode changed =
        switch (method.equals("PUT") ? "" : type.split(";", 2)[0]) {
          case "" -> (ObjectNode) sent;
          case "application/json-patch+json" -> (ObjectNode) JsonPatch.apply(sent, old);
          case "application/merge-patch+json" -> merged(old, sent);
          default -> throw new Refusal(415, type);
        };
    String expected = changed.path("metadata").path("resourceVersion").asText();
    if (!expected.isEmpty() && !expected.equals(old.at("/metadata/resourceVersion").asText())) {
      conflicts.add(request);
      throw new Refusal(409, "the object has been modified");
    }
    boolean ofStatus = path.sub().equals("status");
    ObjectNode kept = (ofStatus ? old : changed).deepCopy();
    kept.remove("status");
    JsonNode status = (ofStatus ? changed : old).get("status");
    if (status != null) {
      kept.set("status", status);
    }
    if (!kept.equals(old)) {
      store(path, kept);
    }
    writes.add(request);
    send(exchange, 200, found(path));
  }

  private static ObjectNode merged(ObjectNode old, JsonNode patch) {
    ObjectNode merged = old.deepCopy();
    patch
        .properties()
        .forEach(
            field -> {
              JsonNode value = field.getValue();
              if (value.isNull()) {
                merged.remove(field.getKey());
              } else if (value.isObject()) {
                merged.set(
                    field.getKey(),
                    merged(
                        merged.path(field.getKey()).isObject()
                            ? (ObjectNode) merged.get(field.getKey())
                            : JSON.createObjectNode(),
                        value));
              } else {
                merged.set(field.getKey(), value);
              }
            });
    return merged;
  }

  private static ObjectNode status(int code, String message) {
    ObjectNode status = JSON.createObjectNode().put("kind", "Status").put("apiVersion", "v1");
    return status.put("status", "Failure").put("code", code).put("message", message);
  }

  private static void send(HttpExchange exchange, int code, JsonNode body) throws IOException {
    byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(code, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    dropWatches();
    http.stop(0);
    threads.shutdownNow();
  }
}
