package io.gavel.bench;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs measurements in a child JVM with a time limit: the heap of the case for this library, four
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
    try (Running child = start(solver, heap)) {
      return child.measure(name, seconds);
    }
  }

  /** Starts a JVM that measures cases one after the other. */
  Running start(String solver, String heap) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String size = solver.equals(Measurement.OURS) ? heap : REFERENCE_HEAP;
    List<String> command = new ArrayList<>();
    command.addAll(List.of(java, "-Xms" + size, "-Xmx" + size, "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(program);
    command.addAll(List.of("--measure", solver));
    try {
      return new Running(
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A JVM that reads the names of cases and prints a line for each. Mutable. */
  static final class Running implements AutoCloseable {

    private final Process child;
    private final BufferedReader lines;

    private Running(Process child) {
      this.child = child;
      lines = child.inputReader(StandardCharsets.UTF_8);
    }

    /** Returns whether it can measure further cases. */
    boolean isAlive() {
      return child.isAlive();
    }

    /** Measures a case; ends the JVM if that takes longer than some seconds. */
    ObjectNode measure(String name, long seconds) {
      FutureTask<ObjectNode> answer = new FutureTask<>(() -> ask(name));
      Thread reader = new Thread(answer, "measurement");
      reader.setDaemon(true);
      reader.start();
      try {
        return answer.get(seconds, TimeUnit.SECONDS);
      } catch (TimeoutException late) {
        close();
        return Measurement.reason("stopped after %s s".formatted(seconds));
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      } catch (InterruptedException e) {
        close();
        Thread.currentThread().interrupt();
        return Measurement.reason("interrupted");
      }
    }

    /** Solvers may print lines of their own before the result. */
    private ObjectNode ask(String name) throws InterruptedException {
      try {
        child.getOutputStream().write((name + "\n").getBytes(StandardCharsets.UTF_8));
        child.getOutputStream().flush();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (line.startsWith("{")) {
            return (ObjectNode) MAPPER.readTree(line);
          }
        }
      } catch (IOException ended) {
        close(); // the status says more
      }
      return Measurement.reason("ended with status %s".formatted(child.waitFor()));
    }

    @Override
    public void close() {
      child.destroyForcibly().onExit().join();
    }
  }
}
