package io.gavel.policies.internal;

import static io.gavel.policies.Errors.assertRejected;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** Guards return what they let through, up to the ends of what is allowed, and name what not. */
class RequireTest {

  private static final double MOST = Double.MAX_VALUE;
  private static final double LEAST = Double.MIN_VALUE;
  private static final double INFINITY = Double.POSITIVE_INFINITY;

  private static void passes(DoubleUnaryOperator guard, double... values) {
    for (double value : values) {
      assertEquals(value, guard.applyAsDouble(value));
    }
  }

  private static void refuses(DoubleUnaryOperator guard, String must, double... values) {
    for (double value : values) {
      assertRejected("x is " + value + must, () -> guard.applyAsDouble(value));
    }
  }

  private static void passesInts(IntUnaryOperator guard, int... values) {
    for (int value : values) {
      assertEquals(value, guard.applyAsInt(value));
    }
  }

  @Test
  void positive_endsOfWhatIsAllowed() {
    passes(x -> Require.positive(x, "x"), LEAST, MOST);
    passes(x -> Require.positive(x, "x", "a"), LEAST, MOST);
    String must = "; it must be finite and > 0";
    refuses(x -> Require.positive(x, "x"), must, 0, -0.0, -LEAST, INFINITY, Double.NaN);
    assertRejected("x \"a\" is 0.0" + must, () -> Require.positive(0, "x", "a"));
  }

  @Test
  void nonNegative_endsOfWhatIsAllowed() {
    passes(x -> Require.nonNegative(x, "x"), 0, LEAST, MOST);
    passes(x -> Require.nonNegative(x, "x", "a"), 0, LEAST, MOST);
    refuses(
        x -> Require.nonNegative(x, "x"),
        "; it must be finite and ≥ 0",
        -LEAST,
        INFINITY,
        Double.NaN);
  }

  @Test
  void duration_endsOfWhatIsAllowed() {
    passes(x -> Require.duration(x, "x"), 0, MOST);
    passes(x -> Require.duration(x, "x", "a"), 0, MOST);
    String must = " seconds; it must be finite and at least 0";
    refuses(x -> Require.duration(x, "x"), must, -LEAST, INFINITY, Double.NaN);
    assertRejected("x \"a\" is -1.0" + must, () -> Require.duration(-1, "x", "a"));
  }

  @Test
  void finite_endsOfWhatIsAllowed() {
    passes(x -> Require.finite(x, "x"), -MOST, 0, MOST);
    passes(x -> Require.finite(x, "x", "a"), -MOST, MOST);
    passes(x -> Require.finite(x, "x", List.of("a", "b")), -MOST, MOST);
    String must = "; it must be finite";
    refuses(x -> Require.finite(x, "x"), must, -INFINITY, INFINITY, Double.NaN);
    assertRejected("x \"a\" is NaN" + must, () -> Require.finite(Double.NaN, "x", "a"));
    assertRejected(
        "x [a, b] is NaN" + must, () -> Require.finite(Double.NaN, "x", List.of("a", "b")));
  }

  @Test
  void fraction_endsOfWhatIsAllowed() {
    passes(x -> Require.fraction(x, "x"), 0, 0.5, 1);
    refuses(
        x -> Require.fraction(x, "x"),
        "; it must be from 0 to 1",
        -LEAST,
        Math.nextUp(1.0),
        Double.NaN);
    passes(x -> Require.openFraction(x, "x"), LEAST, Math.nextDown(1.0));
    refuses(
        x -> Require.openFraction(x, "x"),
        "; it must be between 0 and 1, both excluded",
        0,
        1,
        Double.NaN);
  }

  @Test
  void interval_endsOfWhatIsAllowed() {
    assertDoesNotThrow(() -> Require.interval(-1, Math.nextUp(-1.0), "lease", 3));
    double[][] wrong = {{1, 1}, {2, 1}, {0, INFINITY}, {-INFINITY, 0}, {Double.NaN, 1}};
    for (double[] ends : wrong) {
      assertRejected(
          "lease 3 is from %s to %s seconds; it must be finite and end after its start"
              .formatted(ends[0], ends[1]),
          () -> Require.interval(ends[0], ends[1], "lease", 3));
    }
  }

  @Test
  void atLeast_endsOfWhatIsAllowed() {
    passesInts(i -> Require.atLeast(2, i, "x"), 2, 3);
    passesInts(i -> Require.atLeast(2, i, "x", "a"), 2, 3);
    passesInts(i -> Require.atLeast(2, i, "x", List.of("a", "b")), 2, 3);
    assertEquals(2, Require.atLeast(2L, 2L, "x"));
    String must = " is 1; it must be at least 2";
    assertRejected("x" + must, () -> Require.atLeast(2, 1, "x"));
    assertRejected("x \"a\"" + must, () -> Require.atLeast(2, 1, "x", "a"));
    assertRejected("x [a, b]" + must, () -> Require.atLeast(2, 1, "x", List.of("a", "b")));
  }

  @Test
  void between_endsOfWhatIsAllowed() {
    assertDoesNotThrow(() -> Require.between(2, 2, 4, "x"));
    assertDoesNotThrow(() -> Require.between(2, 4, 4, "x"));
    for (int value : new int[] {1, 5}) {
      assertRejected(
          "x is " + value + "; it must be from 2 to 4", () -> Require.between(2, value, 4, "x"));
    }
  }

  @Test
  void advance_sameTimeOrLater_isAllowed() {
    assertEquals(3, Require.advance(3, 3, "plan"));
    assertEquals(4, Require.advance(3, 4, "plan"));
    for (double to : new double[] {Math.nextDown(3.0), Double.NaN}) {
      assertRejected(
          "plan at "
              + to
              + " seconds is earlier than the last event or plan at 3.0; time must not go back",
          () -> Require.advance(3, to, "plan"));
    }
  }

  @Test
  void notBlank_names_areReturned() {
    assertEquals("a", Require.name("a", "x", "owner"));
  }

  @Test
  void controlCharacters_inNames_areRefusedAndEscaped() {
    for (String c :
        new String[] {
          "\u0000", "\u001b", "\n", "\r", "\u007f", "\u0085", "\u2028", "\u202e", "\ud800"
        }) {
      String escape = "\\u%04x".formatted((int) c.charAt(0));
      assertRejected(
          "x is \"a%sb\"; it must have no control characters".formatted(escape),
          () -> Require.name("a" + c + "b", "x"));
      assertRejected(
          "x \"job\" is \"a%sb\"; it must have no control characters".formatted(escape),
          () -> Require.name("a" + c + "b", "x", "job"));
      assertEquals("a" + escape + "b", Require.escaped("a" + c + "b"));
    }
    for (String name : new String[] {"é \"\\ <b>", "任务", "\uD83D\uDE80", "=1+1"}) {
      assertEquals(name, Require.name(name, "x"));
      assertEquals(name, Require.escaped(name));
    }
  }
}
