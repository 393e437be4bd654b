package io.gavel.service;

import com.sun.net.httpserver.HttpServer;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.Policy;
import io.gavel.policies.model.Cluster;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Store, desk and HTTP server, started together and stopped in the opposite order. */
final class SchedulerService implements AutoCloseable {

  static {
    // Else each answer waits 40 ms for the acknowledgement of its headers.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private static final int THREADS = 32;
  private static final int BACKLOG = 1_024;

  private final Store store;
  private final Desk desk;
  private final HttpServer server;
  private final ExecutorService threads;

  private SchedulerService(Store store, Desk desk, HttpServer server, ExecutorService threads) {
    this.store = store;
    this.desk = desk;
    this.server = server;
    this.threads = threads;
  }

  /**
   * Starts the service.
   *
   * @param file the database, made if it does not exist
   * @param address where to listen; port 0 for any free one
   */
  static SchedulerService start(
      Cluster cluster,
      Policy policy,
      RoundOptions options,
      Path file,
      InetSocketAddress address,
      InstantSource clock)
      throws IOException, SQLException {
    Store store = Store.open(file);
    try {
      Desk desk = new Desk(cluster, policy, options, store, clock);
      HttpServer server = HttpServer.create(address, BACKLOG);
      ExecutorService threads = Executors.newFixedThreadPool(THREADS);
      server.setExecutor(threads);
      server.createContext("/", new HttpApi(cluster, desk));
      desk.start();
      server.start();
      return new SchedulerService(store, desk, server, threads);
    } catch (IOException | SQLException | RuntimeException e) {
      store.close();
      throw e;
    }
  }

  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() throws SQLException {
    desk.close();
    server.stop(0);
    threads.shutdownNow();
    store.close();
  }
}
