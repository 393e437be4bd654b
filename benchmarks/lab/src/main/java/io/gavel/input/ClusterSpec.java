package io.gavel.input;

import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.workload.InvalidInputException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Parses a cluster on the command line: {@code v100=8,p100=16,k80=24}, or {@code v100=8/4} for
 * eight workers in servers of four. Without {@code /} each worker is a server. A name without
 * {@code =} is a file with such a line.
 */
public final class ClusterSpec {

  /** Preemptible prices in USD per worker-hour, for the types of the published traces. */
  private static final Map<String, Double> CLASSIC =
      Map.of("v100", 0.74, "p100", 0.43, "k80", 0.135);

  /** The most workers of a type that input may name. */
  static final int MOST_WORKERS = 1_000_000;

  private ClusterSpec() {}

  /**
   * Parses a cluster with one worker per server by default.
   *
   * @param cluster {@code name=workers[/workersPerServer],...}, or a file
   * @param prices {@code name=dollarsPerHour,...} that override the defaults, or a file with the
   *     price of every type of the cluster; may be empty
   * @return the cluster; a type without a price has price 0
   * @throws InvalidInputException naming the invalid part
   */
  public static Cluster parse(String cluster, String prices) {
    Map<String, String> counts = assignments("--cluster", line(cluster));
    Map<String, Double> priceOf =
        isPriceFile(prices)
            ? filePrices(prices, counts.keySet())
            : givenPrices(prices, counts.keySet());
    List<WorkerType> types = new ArrayList<>();
    counts.forEach((name, text) -> types.add(type(name, text, priceOf.getOrDefault(name, 0.0))));
    if (types.isEmpty()) {
      throw new InvalidInputException("--cluster is empty; it must be like v100=8,p100=16,k80=24");
    }
    long workers = types.stream().mapToLong(WorkerType::workers).sum();
    if (workers > MOST_WORKERS) {
      throw new InvalidInputException(
          "--cluster has %s workers; it must have at most %s".formatted(workers, MOST_WORKERS));
    }
    return Cluster.of(types);
  }

  /**
   * Returns the line that describes a cluster.
   *
   * @param cluster as of {@link #parse(String, String)}
   * @return the content of the file if it names one, else itself
   * @throws InvalidInputException if the file cannot be read
   */
  public static String line(String cluster) {
    if (cluster.isEmpty() || cluster.indexOf('=') >= 0) {
      return cluster;
    }
    try {
      return InputText.read(Path.of(cluster)).text().strip();
    } catch (InvalidPathException e) {
      throw new InvalidInputException("--cluster: %s".formatted(e.getMessage()));
    } catch (InvalidInputException e) {
      throw new InvalidInputException(
          "--cluster: \"%s\" is neither like v100=8,p100=16,k80=24 nor a file: %s"
              .formatted(cluster, e.getMessage()));
    }
  }

  /**
   * Returns whether prices are in a file.
   *
   * @param prices as of {@link #parse(String, String)}
   * @return whether it is the name of a file
   */
  public static boolean isPriceFile(String prices) {
    return !prices.isEmpty() && prices.indexOf('=') < 0;
  }

  private static Map<String, Double> givenPrices(String text, Set<String> types) {
    Map<String, Double> prices = new LinkedHashMap<>(CLASSIC);
    assignments("--prices", text)
        .forEach((name, price) -> prices.put(name, price(name, price, types)));
    return prices;
  }

  private static Map<String, Double> filePrices(String file, Set<String> types) {
    Map<String, Double> prices = PriceReader.read("--prices", file);
    for (String type : types) {
      if (!prices.containsKey(type)) {
        throw new InvalidInputException(
            "--prices: %s has no price of %s; it has those of %s"
                .formatted(file, type, String.join(", ", prices.keySet())));
      }
    }
    return prices;
  }

  private static WorkerType type(String name, String text, double price) {
    String[] parts = text.split("/", 2);
    int workers = count("workers", name, parts[0], 0);
    int perServer = parts.length == 1 ? 1 : count("workers per server", name, parts[1], 1);
    return new WorkerType(name, workers, price, perServer, name);
  }

  private static int count(String what, String name, String text, int least) {
    try {
      int count = Integer.parseInt(text);
      if (count >= least && count <= MOST_WORKERS) {
        return count;
      }
    } catch (NumberFormatException e) {
      // falls through to the exception
    }
    throw new InvalidInputException(
        "--cluster: %s of %s are \"%s\"; they must be a whole number from %s to %s"
            .formatted(what, name, text, least, MOST_WORKERS));
  }

  private static double price(String name, String text, Set<String> types) {
    if (!types.contains(name)) {
      throw new InvalidInputException(
          "--prices: there is no type %s; the cluster has %s (a file of prices may list more)"
              .formatted(name, String.join(", ", types)));
    }
    try {
      double price = Decimal.parse(text);
      if (price >= 0 && Double.isFinite(price)) {
        return price;
      }
    } catch (NumberFormatException e) {
      // falls through to the exception
    }
    throw new InvalidInputException(
        "--prices: price of %s is \"%s\"; it must be a finite number of at least 0"
            .formatted(name, text));
  }

  private static Map<String, String> assignments(String option, String text) {
    Map<String, String> values = new LinkedHashMap<>();
    if (text.isEmpty()) {
      return values;
    }
    for (String part : text.split(",", -1)) {
      int sign = part.indexOf('=');
      if (sign <= 0) {
        throw new InvalidInputException(
            "%s: \"%s\" must be like name=number".formatted(option, part));
      }
      if (values.put(part.substring(0, sign).strip(), part.substring(sign + 1).strip()) != null) {
        throw new InvalidInputException(
            "%s: %s is given twice".formatted(option, part.substring(0, sign)));
      }
    }
    return values;
  }
}
