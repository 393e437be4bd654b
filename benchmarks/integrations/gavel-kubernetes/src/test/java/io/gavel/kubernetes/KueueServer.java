package io.gavel.kubernetes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/**
 * A fake API server with Kueue's objects. The controller has the rights of the manifests, and no
 * more.
 */
final class KueueServer extends Kueue implements AutoCloseable {

  final FakeApiServer api;
  final Rights rights;

  KueueServer() {
    this("v1beta2");
  }

  /** Serves some versions of Kueue's objects; the objects are of the first one. */
  KueueServer(String... served) {
    this(readRights(), served);
  }

  private KueueServer(Rights rights, String... served) {
    this(rights, new FakeApiServer(List.of(served), Optional.of(rights)), served[0]);
  }

  private KueueServer(Rights rights, FakeApiServer api, String version) {
    super(api, version);
    this.api = api;
    this.rights = rights;
  }

  private static Rights readRights() {
    try {
      return new Rights();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    api.close();
  }
}
