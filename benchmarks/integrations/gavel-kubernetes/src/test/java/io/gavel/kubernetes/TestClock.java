package io.gavel.kubernetes;

import java.time.Instant;
import java.time.InstantSource;

/** A clock that is set by hand. */
final class TestClock implements InstantSource {

  private Instant now = KueueServer.START;

  void pass(long seconds) {
    now = now.plusSeconds(seconds);
  }

  @Override
  public Instant instant() {
    return now;
  }
}
