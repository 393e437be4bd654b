package io.gavel.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs a measurement in a child JVM with a time limit: two gigabytes of heap for this library, four
 * for reference solvers, and the serial garbage collector.
 */
final class ChildJvm {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final List<String> program;

  /** Creates a child JVM from a main class and its first arguments. */
  ChildJvm(List<String> program) {
    this.program = List.copyOf(program);
  }

  /**
   * Measures in another JVM.
   *
   * @param name name of a case
   * @param solver {@code ours} or a reference solver
   * @param seconds time limit
   * @return the result of {@link Measurement#of} in that JVM, or a reason
   */
  ObjectNode measure(String name, String solver, long seconds) {
    try {
      Path out = Files.createTempFile("gavel-bench", ".json");
      try {
        Process child = start(name, solver, out);
        return await(child, out, seconds);
      } finally {
        Files.delete(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process start(String name, String solver, Path out) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String heap = solver.equals(Measurement.OURS) ? "-Xmx2g" : "-Xmx4g";
    List<String> command = new ArrayList<>();
    command.addAll(List.of(java, heap, "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(program);
    command.addAll(List.of("--case", name, "--measure", solver));
    return new ProcessBuilder(command)
        .redirectOutput(out.toFile())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static ObjectNode await(Process child, Path out, long seconds) throws IOException {
    try {
      if (!child.waitFor(seconds, TimeUnit.SECONDS)) {
        return Measurement.reason("stopped after %s s".formatted(seconds));
      }
      List<String> lines = Files.readAllLines(out, StandardCharsets.UTF_8);
      return lines.isEmpty()
          ? Measurement.reason("ended with status %s".formatted(child.exitValue()))
          : parse(lines.get(lines.size() - 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Measurement.reason("interrupted");
    } finally {
      child.destroyForcibly();
    }
  }

  private static ObjectNode parse(String line) {
    try {
      return (ObjectNode) MAPPER.readTree(line);
    } catch (JsonProcessingException | ClassCastException e) {
      return Measurement.reason("printed no result: " + line);
    }
  }
}
