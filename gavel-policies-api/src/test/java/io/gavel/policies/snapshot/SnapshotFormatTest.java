package io.gavel.policies.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.snapshot.SnapshotFormat.SnapshotFormatException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class SnapshotFormatTest {

  private record Clock(double now, Optional<String> zone, OptionalDouble drift) {}

  private static final SnapshotFormat<List<Clock>> FORMAT =
      SnapshotFormat.of(
          "clocks",
          2,
          (to, clocks) -> clocks.forEach(clock -> write(to, clock)),
          from -> from.lines("clock", () -> read(from)));

  private static void write(SnapshotWriter to, Clock clock) {
    to.line("clock").number("now", clock.now());
    clock.zone().ifPresent(zone -> to.text("zone", zone));
    clock.drift().ifPresent(drift -> to.number("drift", drift));
  }

  private static Clock read(SnapshotReader from) {
    return new Clock(from.number("now"), from.optionalText("zone"), from.optionalNumber("drift"));
  }

  private static final List<Clock> CLOCKS =
      List.of(
          new Clock(60, Optional.of("UTC"), OptionalDouble.empty()),
          new Clock(0.5, Optional.empty(), OptionalDouble.of(-0.0)));

  private static final String TEXT =
      """
      clocks version=2
        clock now=60 zone="UTC"
        clock now=0.5 drift=-0
      end clocks
      """;

  @Test
  void print_values_areASectionThatParses() {
    assertEquals(TEXT + DigestLine.of(TEXT) + "\n", FORMAT.print(CLOCKS));
    assertEquals(CLOCKS, FORMAT.parse(TEXT));
    assertEquals(CLOCKS, FORMAT.parse(TEXT.replace("version=2", "version=1")));
    assertEquals(SnapshotWriter.digest(TEXT), FORMAT.digest(CLOCKS));
    assertEquals("SnapshotFormat[clocks, version 2]", FORMAT.toString());
    assertEquals(2, FORMAT.version());
  }

  @Test
  void write_insideALongerText_isReadFromThere() {
    SnapshotWriter to = SnapshotWriter.create().section("all", 1);
    FORMAT.write(to, CLOCKS);
    SnapshotReader from = SnapshotReader.of(to.end().toText());
    from.section("all", 1);
    assertEquals(Optional.empty(), from.optional("other", from::name));
    assertEquals(Optional.of(CLOCKS), from.optional("clocks", () -> FORMAT.read(from)));
    from.end("all");
    from.done();
  }

  @Test
  void parse_laterVersionOrMore_isRefused() {
    assertRefused("a version of \"clocks\" from 1 to 2", TEXT.replace("version=2", "version=3"));
    assertRefused("the end of the text", TEXT + "more");
    assertRefused("\"end\"", TEXT.replace("  clock", "  click"));
  }

  private static void assertRefused(String expected, String text) {
    SnapshotFormatException refused =
        assertThrows(SnapshotFormatException.class, () -> FORMAT.parse(text));
    assertTrue(refused.getMessage().contains(expected), refused::getMessage);
  }
}
