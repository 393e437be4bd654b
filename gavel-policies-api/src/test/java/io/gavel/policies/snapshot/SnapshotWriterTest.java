package io.gavel.policies.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.contract.TextMutations;
import io.gavel.policies.snapshot.SnapshotFormat.SnapshotFormatException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Writer and reader together. */
final class SnapshotWriterTest {

  @Test
  void fields_ofEveryKind_areReadBack() {
    String text =
        SnapshotWriter.create()
            .section("own", 3)
            .line("all")
            .name("a \"b\" \\ \n\t\u0001")
            .names(List.of("x", "y,z"))
            .text("t", "\ud83d\ude00 \ud83d")
            .word("unit", TimeUnit.DAYS)
            .whole("n", Long.MIN_VALUE)
            .counts("ns", 1, -2)
            .number("d", 0.1)
            .number("left-out", 5, 5)
            .count("c", 7, 8)
            .numbers("ds", 1, Double.NaN)
            .flag("on", true)
            .flag("off", false)
            .line("none")
            .names(List.of())
            .numbers("ds")
            .end()
            .toText();
    assertEquals(
        """
        own version=3
          all "a \\"b\\" \\\\ \\n\\t\\u0001" ["x","y,z"] t="\ud83d\ude00 \\ud83d" unit=DAYS\
         n=-9223372036854775808 ns=[1,-2] d=0.1 c=7 ds=[1,nan] on
          none [] ds=[]
        end own
        """,
        TextMutations.withoutDigest(text));
    SnapshotReader from = SnapshotReader.of(text);
    assertEquals(3, from.section("own", 4));
    assertFalse(from.nextIs("al"));
    from.line("all");
    assertEquals("a \"b\" \\ \n\t\u0001", from.name());
    assertEquals(List.of("x", "y,z"), from.names());
    assertEquals("\ud83d\ude00 \ud83d", from.text("t"));
    assertEquals(TimeUnit.DAYS, from.word("unit", TimeUnit.values()));
    assertEquals(Long.MIN_VALUE, from.whole("n"));
    assertArrayEquals(new int[] {1, -2}, from.counts("ns"));
    assertTrue(from.has("d"));
    assertFalse(from.has("ds"));
    assertEquals(0.1, from.number("d"));
    assertEquals(5, from.number("left-out", 5));
    assertEquals(7, from.count("c", 8));
    assertArrayEquals(new double[] {1, Double.NaN}, from.numbers("ds"));
    assertFalse(from.flag("of"));
    assertTrue(from.flag("on"));
    assertFalse(from.flag("off"));
    from.line("none");
    assertEquals(List.of(), from.names());
    assertEquals(0, from.numbers("ds").length);
    from.end("own");
    from.done();
  }

  @Test
  void toText_openSection_isRefused() {
    SnapshotWriter open = SnapshotWriter.create().section("own", 1);
    assertEquals(
        "section \"own\" has no end",
        assertThrows(IllegalStateException.class, open::toText).getMessage());
    assertThrows(NoSuchElementException.class, () -> SnapshotWriter.create().end());
    assertEquals("", SnapshotWriter.create().toText());
  }

  @Test
  void section_ofALaterVersion_isRefusedWithThoseThatAreKnown() {
    SnapshotReader from = SnapshotReader.of("own version=5");
    assertEquals(
        "line 1, column 13: expected a version of \"own\" from 1 to 4, which this release can read,"
            + " found \"5\"",
        assertThrows(SnapshotFormatException.class, () -> from.section("own", 4)).getMessage());
  }

  @Test
  void digest_ofText_isItsSha256() {
    assertEquals(
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        SnapshotWriter.digest(""));
  }

  @Test
  void reader_textOfCommentsOnly_isEmpty() {
    SnapshotReader.of("# one\n\n  # two").done();
    SnapshotReader.of("").done();
    SnapshotReader.of("\r").done();
    SnapshotReader from = SnapshotReader.of("# one\n");
    SnapshotFormatException refused =
        assertThrows(SnapshotFormatException.class, () -> from.line("x"));
    assertEquals(
        "line 2, column 1: expected \"x\", found the end of the text", refused.getMessage());
  }
}
