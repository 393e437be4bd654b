package io.gavel.policies;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.contract.Draws;
import io.gavel.policies.contract.TextMutations;
import io.gavel.policies.snapshot.AllocationSnapshot;
import io.gavel.policies.snapshot.ProblemSnapshot;
import io.gavel.policies.snapshot.SnapshotFormat;
import io.gavel.policies.snapshot.SnapshotFormat.SnapshotFormatException;
import io.gavel.policies.snapshot.SnapshotReader;
import io.gavel.policies.snapshot.SnapshotWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A damaged text is not read as another value, and texts of earlier releases are read. */
final class SnapshotDigestProperties {

  private static String resource(String name) throws IOException {
    try (InputStream in =
        SnapshotDigestProperties.class.getResourceAsStream("/snapshots/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Texts of this release, for all later ones. */
  @Example
  void parse_textsOfRelease01_areReadAndPrintedAsTheyStand() throws IOException {
    String problem = resource("problem-0.1.txt");
    assertEquals(problem, ProblemSnapshot.print(ProblemSnapshot.parse(problem)));
    String allocation = resource("allocation-0.1.txt");
    assertEquals(allocation, AllocationSnapshot.print(AllocationSnapshot.parse(allocation)));
  }

  /** As written by hand, and before there were digests. */
  @Example
  void parse_textWithoutDigest_isTheSameValue() throws IOException {
    String text = resource("allocation-0.1.txt");
    Allocation x = AllocationSnapshot.parse(text);
    String lines = TextMutations.withoutDigest(text);
    assertEquals(x, AllocationSnapshot.parse(lines));
    assertEquals(AllocationSnapshot.digest(x), SnapshotWriter.digest(lines));
  }

  @Example
  void parse_otherLineEnds_isTheSameValue() throws IOException {
    String text = resource("problem-0.1.txt");
    AllocationProblem problem = ProblemSnapshot.parse(text);
    assertEquals(problem, ProblemSnapshot.parse(text.replace("\n", "\r\n")));
    assertEquals(problem, ProblemSnapshot.parse(text.strip()));
    assertEquals(problem, ProblemSnapshot.parse(text + "\r\n\n"));
  }

  @Example
  void parse_changedText_isRefusedAtItsDigest() {
    SnapshotFormat<Double> format =
        SnapshotFormat.of(
            "clock",
            1,
            (to, now) -> to.line("now").number("seconds", now),
            SnapshotDigestProperties::now);
    String text = format.print(60.0);
    SnapshotFormatException refused =
        assertThrows(SnapshotFormatException.class, () -> format.parse(text.replace("=60", "=61")));
    assertEquals(
        "line 4, column 1: expected digest sha-256=\"%s\" of the lines above (without this line they"
                .formatted(format.digest(61.0))
            + " are read unchecked), found \"digest sha-256=\"%s\"\""
                .formatted(format.digest(60.0)),
        refused.getMessage());
    assertEquals(61, format.parse(TextMutations.withoutDigest(text).replace("=60", "=61")));
    String other = text.replace("sha-256", "sha-512");
    assertThrows(SnapshotFormatException.class, () -> format.parse(other));
  }

  private static double now(SnapshotReader from) {
    from.line("now");
    return from.number("seconds");
  }

  /**
   * Each byte of a file, with each of its bits changed, and as each of the characters that count.
   */
  @Example
  void parse_anyByteChanged_isRefusedOrTheSameValue() throws IOException {
    byte[] bytes = resource("problem-0.1.txt").getBytes(StandardCharsets.UTF_8);
    AllocationProblem problem = ProblemSnapshot.parse(new String(bytes, StandardCharsets.UTF_8));
    int read = 0;
    for (int at = 0; at < bytes.length; at++) {
      byte before = bytes[at];
      for (int bit = 0; bit < 8; bit++) {
        bytes[at] = (byte) (before ^ 1 << bit);
        read += readSame(problem, bytes);
      }
      for (byte mark : " #\n\r\"09".getBytes(StandardCharsets.US_ASCII)) {
        bytes[at] = mark;
        read += mark == before ? 0 : readSame(problem, bytes);
      }
      bytes[at] = before;
    }
    assertTrue(read <= 3, "a digest made a comment, or another line end: " + read);
  }

  @Property
  void parse_byteOfAnyProblemChanged_isRefusedOrTheSameValue(@ForAll Draws random) {
    AllocationProblem problem = WildProblems.of(random);
    byte[] bytes = ProblemSnapshot.print(problem).getBytes(StandardCharsets.UTF_8);
    bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
    readSame(problem, bytes);
  }

  private static int readSame(AllocationProblem problem, byte[] bytes) {
    try {
      assertEquals(problem, ProblemSnapshot.parse(new String(bytes, StandardCharsets.UTF_8)));
      return 1;
    } catch (SnapshotFormatException refused) {
      return 0;
    }
  }
}
