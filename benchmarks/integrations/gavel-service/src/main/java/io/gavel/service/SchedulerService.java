package io.gavel.service;

import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.Policy;
import io.gavel.policies.model.Cluster;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.LifeCycle;

/** Store, desk and HTTP server, started together and stopped in the opposite order. */
final class SchedulerService implements AutoCloseable {

  private static final Duration MOST_SILENCE = Duration.ofSeconds(15);
  private static final int MOST_CONNECTIONS = 4_096;
  private static final int BACKLOG = 1_024;

  private final Store store;
  private final Desk desk;
  private final Server server;

  private SchedulerService(Store store, Desk desk, Server server) {
    this.store = store;
    this.desk = desk;
    this.server = server;
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
      Server server = server(address);
      server.setHandler(new HttpApi(desk));
      desk.start();
      listen(server);
      return new SchedulerService(store, desk, server);
    } catch (IOException | SQLException | RuntimeException e) {
      store.close();
      throw e;
    }
  }

  private static Server server(InetSocketAddress address) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setUriCompliance(UriCompliance.UNSAFE); // a job's id may have any character
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(http));
    connector.setHost(address.getHostString());
    connector.setPort(address.getPort());
    connector.setAcceptQueueSize(BACKLOG);
    connector.setIdleTimeout(MOST_SILENCE.toMillis());
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(MOST_CONNECTIONS, server));
    server.setErrorHandler(HttpApi::refuse);
    return server;
  }

  private static void listen(Server server) throws IOException {
    try {
      server.start();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("the HTTP server does not start", e);
    }
  }

  int port() {
    return ((ServerConnector) server.getConnectors()[0]).getLocalPort();
  }

  @Override
  public void close() throws SQLException {
    desk.close();
    LifeCycle.stop(server);
    store.close();
  }
}
