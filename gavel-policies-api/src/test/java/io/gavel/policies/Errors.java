package io.gavel.policies;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.function.Executable;

/** Asserts refusals with their exact words. */
public final class Errors {

  private Errors() {}

  public static void assertRejected(String message, Executable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  public static void assertOutside(String message, Executable call) {
    assertEquals(message, assertThrows(IndexOutOfBoundsException.class, call).getMessage());
  }

  /** Asserts a refusal whose message has the given parts. */
  public static void assertNames(Executable call, String... parts) {
    String message = assertThrows(IllegalArgumentException.class, call).getMessage();
    for (String part : parts) {
      assertTrue(message.contains(part), () -> message + "\ndoes not name: " + part);
    }
  }
}
