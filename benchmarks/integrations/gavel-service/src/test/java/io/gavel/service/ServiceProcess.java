package io.gavel.service;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The service in a process of its own, which can be killed. */
final class ServiceProcess implements AutoCloseable {

  private static final String READY = "listens on http://localhost:";

  private final Process process;
  private final int port;

  ServiceProcess(Path database, String cluster, double roundSeconds, String... options)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(ServiceMain.class.getName());
    command.add("--cluster=" + cluster);
    command.add("--database=" + database);
    command.add("--round=" + roundSeconds);
    command.add("--port=0");
    command.addAll(List.of(options));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader out = process.inputReader();
    String line = out.readLine();
    if (line == null || !line.startsWith(READY)) {
      process.destroyForcibly();
      throw new IOException("the service did not start: " + line);
    }
    port = Integer.parseInt(line.substring(READY.length()));
  }

  int port() {
    return port;
  }

  /** Ends the process at once, as kill -9 does. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    kill();
  }
}
