package io.gavel.kubernetes;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.nio.ByteBuffer;
import java.util.List;

/** Remembers for how long the API server asked its clients to wait. Thread-safe. */
final class RetryAfter implements Interceptor {

  private static final double MOST_SECONDS = 300;

  private double seconds;

  @Override
  public synchronized void after(
      HttpRequest request,
      HttpResponse<?> response,
      AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    String header = response.header("Retry-After");
    if (header != null && header.matches("\\d{1,9}")) {
      seconds = Math.min(MOST_SECONDS, Math.max(seconds, Integer.parseInt(header)));
    }
  }

  /** Returns the longest time since the last call, in seconds; 0 if there is none. */
  synchronized double take() {
    double longest = seconds;
    seconds = 0;
    return longest;
  }
}
