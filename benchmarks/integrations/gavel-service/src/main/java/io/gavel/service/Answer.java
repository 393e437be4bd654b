package io.gavel.service;

import java.util.Map;

/**
 * What a request gets. Immutable.
 *
 * @param status an HTTP status
 * @param body the value whose JSON is the body
 */
record Answer(int status, Object body) {

  static Answer ok(Object body) {
    return new Answer(200, body);
  }

  static Answer error(int status, String message) {
    return new Answer(status, Map.of("error", message));
  }
}
