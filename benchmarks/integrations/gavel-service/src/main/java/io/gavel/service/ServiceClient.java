package io.gavel.service;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Sends requests to a service. Thread-safe. */
final class ServiceClient {

  private static final Duration MOST_TIME = Duration.ofSeconds(20);

  private final HttpClient http = HttpClient.newHttpClient();
  private final String address;

  /** Creates a client of the service at an address such as {@code http://localhost:8080}. */
  ServiceClient(String address) {
    this.address = address;
  }

  /**
   * Returns the body of the answer, also if the service refuses the request.
   *
   * @throws IOException if the service does not answer, or has a fault of its own
   */
  JsonNode send(String method, String path, String body) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + path))
            .timeout(MOST_TIME)
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() >= 500) {
        throw new IOException(response.body().strip());
      }
      return JsonText.parse(response.body(), JsonNode.class);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }

  /** Returns a job's id as a part of a path, or as the name of a folder. */
  static String encoded(String id) {
    return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
