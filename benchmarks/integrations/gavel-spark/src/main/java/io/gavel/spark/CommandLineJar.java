package io.gavel.spark;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The command line in a class loader of its own, which sees the platform and the archive but none
 * of Spark's libraries. Immutable.
 */
final class CommandLineJar {

  /** Loaded once in each process, however many tasks it runs. */
  private static final Map<Path, CommandLineJar> LOADED = new ConcurrentHashMap<>();

  private final Path jar;
  private final Method run;

  private CommandLineJar(Path jar) {
    this.jar = jar;
    try {
      URL[] urls = {jar.toUri().toURL()};
      URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
      run =
          loader
              .loadClass("io.gavel.cli.GavelMain")
              .getMethod("run", OutputStream.class, OutputStream.class, String[].class);
    } catch (IOException | ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          "%s is not the archive gavel.jar of the command line".formatted(jar), e);
    }
  }

  /**
   * Loads the command line.
   *
   * @throws IllegalArgumentException naming the file if it is no such archive
   */
  static CommandLineJar of(Path jar) {
    return LOADED.computeIfAbsent(jar.toAbsolutePath().normalize(), CommandLineJar::new);
  }

  /**
   * Runs a command.
   *
   * @return its output
   * @throws IllegalStateException with its messages if its status is not 0
   */
  String run(List<String> command) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Object status;
    try {
      status = run.invoke(null, out, err, command.toArray(String[]::new));
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("%s cannot run %s".formatted(jar, command), e);
    }
    if (!Integer.valueOf(0).equals(status)) {
      throw new IllegalStateException(
          "gavel %s ended with status %s: %s"
              .formatted(
                  String.join(" ", command), status, err.toString(StandardCharsets.UTF_8).strip()));
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Runs a command with a file of its own as {@code --out}, and returns the text of this file. */
  String output(List<String> command) {
    try {
      Path folder = Files.createTempDirectory("gavel-spark");
      Path file = folder.resolve("out.jsonl");
      try {
        run(Stream.concat(command.stream(), Stream.of("--out=" + file)).toList());
        return Files.readString(file);
      } finally {
        Files.deleteIfExists(file);
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
