package io.gavel.input;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Writes what stays written when the process is killed or the machine loses its power. */
public final class DurableFile {

  private DurableFile() {}

  /**
   * Writes bytes at a position and waits until the disk has them.
   *
   * @param channel open for writing
   * @param position where the first byte is written
   * @param bytes the bytes to write, any length
   * @throws IOException if not all can be written
   */
  public static void write(FileChannel channel, long position, byte[] bytes) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(bytes);
    while (left.hasRemaining()) {
      channel.write(left, position + left.position());
    }
    channel.force(false);
  }

  /**
   * Replaces a file in one step, or creates it: at any moment there is the old content or the new
   * one. Permissions are kept.
   *
   * @param real the file itself, no link to it; it must be absolute
   * @param bytes the new content, any length
   * @throws IOException if it cannot be written; the file is then as before
   */
  public static void replace(Path real, byte[] bytes) throws IOException {
    Path aside = real.resolveSibling("%s.%s.tmp".formatted(real.getFileName(), UUID.randomUUID()));
    try {
      if (Files.exists(real)) {
        Files.copy(real, aside, StandardCopyOption.COPY_ATTRIBUTES);
      }
      try (FileChannel channel =
          FileChannel.open(
              aside,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING)) {
        write(channel, 0, bytes);
      }
      Files.move(aside, real, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
      forceNames(real.resolveSibling(""));
    } finally {
      Files.deleteIfExists(aside);
    }
  }

  /** The new name is an entry of the folder, which is written on its own. */
  private static void forceNames(Path folder) throws IOException {
    if (System.getProperty("os.name").startsWith("Windows")) {
      return; // which cannot open folders, and keeps their entries in its journal
    }
    try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
      names.force(true);
    }
  }
}
