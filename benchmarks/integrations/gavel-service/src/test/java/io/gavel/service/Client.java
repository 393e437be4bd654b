package io.gavel.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Requests to a service on this machine. */
final class Client {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** An answer, read. */
  record Got(int status, JsonNode body) {}

  private final HttpClient http = HttpClient.newHttpClient();
  private final String address;

  Client(int port) {
    this.address = "http://localhost:" + port;
  }

  Got send(String method, String path, String body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + path))
            .timeout(Duration.ofSeconds(20))
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
    try {
      return new Got(response.statusCode(), MAPPER.readTree(response.body()));
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + response.body(), e);
    }
  }

  Got get(String path) throws IOException, InterruptedException {
    return send("GET", path, "");
  }

  Got submit(String id, String body) throws IOException, InterruptedException {
    return send("PUT", "/jobs/" + id, body);
  }

  Got end(String id) throws IOException, InterruptedException {
    return send("DELETE", "/jobs/" + id, "");
  }
}
