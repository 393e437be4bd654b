package io.gavel.service;

import java.util.Map;

/**
 * The reply to a request. Immutable.
 *
 * @param status an HTTP status
 * @param body the value whose JSON is the body
 */
record Reply(int status, Object body) {

  static Reply ok(Object body) {
    return new Reply(200, body);
  }

  static Reply error(int status, String message) {
    return new Reply(status, Map.of("error", message));
  }
}
