package io.gavel.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Clients that submit, ask, report and end jobs as fast as the service answers, while it is killed
 * again and again; then every answer is compared with what the service knows.
 */
final class Load {

  private static final String JOB =
      "{\"steps_per_second\": {\"v100\": %s, \"k80\": 1}, \"workers\": %s}";

  /** What was measured; {@code millis} are sorted. */
  record Measured(List<Double> millis, double seconds, int kills, int jobs, int lost) {

    int requests() {
      return millis.size();
    }

    double perSecond() {
      return requests() / seconds;
    }

    double quantile(double q) {
      return millis.get((int) Math.min(millis.size() - 1, q * millis.size()));
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s requests, %.0f a second, median %.1f ms, p99 %.1f ms, longest %.0f ms; %s kills, %s"
              + " jobs, %s lost",
          requests(),
          perSecond(),
          quantile(0.5),
          quantile(0.99),
          quantile(1),
          kills,
          jobs,
          lost);
    }
  }

  private final Path database;
  private final Map<String, String> answered = new ConcurrentHashMap<>();
  private final AtomicBoolean stop = new AtomicBoolean();
  private volatile ServiceProcess process;
  private volatile Client client;

  private Load(Path database) throws IOException {
    this.database = database;
    this.process = new ServiceProcess(database, "v100=64,k80=128", 2);
    this.client = new Client(process.port());
  }

  /** Runs clients for some seconds, with kills spread evenly over them. */
  static Measured run(Path database, int clients, double seconds, int kills, int keep)
      throws Exception {
    Load load = new Load(database);
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      List<Future<List<Double>>> running = new ArrayList<>();
      long begin = System.nanoTime();
      for (int i = 0; i < clients; i++) {
        int number = i;
        running.add(threads.submit(() -> load.send(number, keep)));
      }
      Random random = new Random(1);
      for (int i = 0; i < kills; i++) {
        Thread.sleep((long) (1e3 * seconds / (kills + 1) * (0.5 + random.nextDouble())));
        load.restart();
      }
      long end = begin + (long) (1e9 * seconds);
      Thread.sleep(Math.max(1, (end - System.nanoTime()) / 1_000_000));
      load.stop.set(true);
      List<Double> millis = new ArrayList<>();
      for (Future<List<Double>> each : running) {
        millis.addAll(each.get());
      }
      double took = (System.nanoTime() - begin) / 1e9;
      load.restart();
      millis.sort(Comparator.naturalOrder());
      return new Measured(millis, took, kills + 1, load.answered.size(), load.lost());
    } finally {
      load.stop.set(true);
      threads.shutdownNow();
      load.process.close();
    }
  }

  private void restart() throws Exception {
    process.kill();
    process = new ServiceProcess(database, "v100=64,k80=128", 2);
    client = new Client(process.port());
  }

  /** One client: it keeps some jobs, and repeats what was not answered until it is. */
  private List<Double> send(int number, int keep) throws Exception {
    List<Double> millis = new ArrayList<>();
    List<String> mine = new ArrayList<>();
    Random random = new Random(number);
    for (int i = 0; !stop.get(); i++) {
      String id = "c" + number + "-" + i;
      if (mine.size() < keep) {
        String body = JOB.formatted(1 + random.nextInt(8), 1 + random.nextInt(4));
        if (insist(millis, "PUT", "/jobs/" + id, body)) {
          mine.add(id);
          answered.put(id, "open");
        }
      } else if (random.nextInt(3) == 0) {
        String old = mine.remove(random.nextInt(mine.size()));
        if (insist(millis, "DELETE", "/jobs/" + old, "")) {
          answered.put(old, "ended");
        } else {
          answered.put(old, "unknown"); // stopped before it was answered
        }
      } else {
        insist(millis, "GET", "/jobs/" + mine.get(random.nextInt(mine.size())), "");
      }
    }
    return millis;
  }

  private boolean insist(List<Double> millis, String method, String path, String body)
      throws InterruptedException {
    while (!stop.get()) {
      long begin = System.nanoTime();
      try {
        int status = client.send(method, path, body).status();
        if (status < 300) {
          millis.add((System.nanoTime() - begin) / 1e6);
          return true;
        }
        if (status < 500) {
          throw new AssertionError(method + " " + path + " is answered with " + status);
        }
      } catch (IOException e) {
        Thread.sleep(10); // killed; a client tries again
      }
    }
    return false;
  }

  /** Answers that the service does not know any more. */
  private int lost() throws Exception {
    int lost = 0;
    for (Map.Entry<String, String> each : answered.entrySet()) {
      Client.Got got = client.get("/jobs/" + each.getKey());
      boolean ended = got.body().path("state").asText().equals("ended");
      boolean kept =
          switch (each.getValue()) {
            case "open" -> got.status() == 200 && !ended;
            case "ended" -> got.status() == 200 && ended;
            default -> got.status() == 200;
          };
      lost += kept ? 0 : 1;
    }
    Set<String> held = new HashSet<>();
    client
        .get("/leases")
        .body()
        .path("leases")
        .forEach(
            lease ->
                lease
                    .path("workers")
                    .forEach(
                        worker -> {
                          if (!held.add(lease.path("type").asText() + worker)) {
                            throw new AssertionError("two leases on one worker: " + lease);
                          }
                        }));
    return lost;
  }

  /**
   * Measures and prints.
   *
   * @param args number of clients, seconds, kills and jobs that each client keeps
   */
  public static void main(String[] args) throws Exception {
    int[] given = Arrays.stream(args).mapToInt(Integer::parseInt).toArray();
    Path folder = Files.createTempDirectory("load");
    System.out.println(run(folder.resolve("state.db"), given[0], given[1], given[2], given[3]));
  }
}
