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
 * Runs a measurement in a child JVM with a time limit: the heap of the case for this library, four
 * gigabytes for reference solvers, and the serial garbage collector. The heap has its size from the
 * start: a heap that grows is collected completely each time, a third of the time of a million
 * jobs.
 */
final class ChildJvm {

  /** The heap of this library, unless a case says otherwise. */
  static final String HEAP = "2g";

  private static final String REFERENCE_HEAP = "4g";

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
   * @param heap the heap of this library
   * @param seconds time limit
   * @return the result of {@link Measurement#of} in that JVM, or a reason
   */
  ObjectNode measure(String name, String solver, String heap, long seconds) {
    try {
      Path out = Files.createTempFile("gavel-bench", ".json");
      try {
        Process child = start(name, solver, heap, out);
        return await(child, out, seconds);
      } finally {
        Files.delete(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process start(String name, String solver, String heap, Path out) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String size = solver.equals(Measurement.OURS) ? heap : REFERENCE_HEAP;
    List<String> command = new ArrayList<>();
    command.addAll(List.of(java, "-Xms" + size, "-Xmx" + size, "-XX:+UseSerialGC"));
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
