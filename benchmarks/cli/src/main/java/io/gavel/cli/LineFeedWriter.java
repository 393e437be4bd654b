package io.gavel.cli;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/** Ends lines with a line feed on every system, so that equal commands print equal bytes. */
final class LineFeedWriter extends FilterWriter {

  LineFeedWriter(Writer out) {
    super(out);
  }

  @Override
  public void write(char[] text, int from, int length) throws IOException {
    write(String.valueOf(text, from, length), 0, length);
  }

  @Override
  public void write(String text, int from, int length) throws IOException {
    out.write(text.substring(from, from + length).replace("\r\n", "\n"));
  }
}
