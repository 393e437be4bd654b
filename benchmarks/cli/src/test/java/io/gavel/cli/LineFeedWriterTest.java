package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class LineFeedWriterTest {

  @Test
  void write_linesOfAnySystem_endWithLineFeeds() {
    StringWriter out = new StringWriter();
    PrintWriter printer = new PrintWriter(new LineFeedWriter(out));
    printer.print("one\r\ntwo\n");
    printer.write("three\r\n".toCharArray());
    printer.println("four");
    printer.write('5');
    assertEquals("one\ntwo\nthree\nfour\n5", out.toString());
  }
}
