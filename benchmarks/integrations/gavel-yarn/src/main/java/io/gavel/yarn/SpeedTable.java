package io.gavel.yarn;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How fast the applications of queues run on each type of accelerator: steps per second on one
 * accelerator, by queue and by the name of the YARN resource type. A queue without an entry has
 * that of its closest ancestor with one. Only ratios within a queue count. Immutable.
 */
public final class SpeedTable {

  private final List<String> types;
  private final Map<String, Map<String, Double>> byQueue;
  private final Map<String, double[]> rows = new HashMap<>(); // by queue, not modified

  private SpeedTable(List<String> types, Map<String, Map<String, Double>> byQueue) {
    this.types = types;
    this.byQueue = byQueue;
    byQueue.forEach((queue, speeds) -> rows.put(queue, row(speeds)));
  }

  /**
   * Returns a table of the given speeds.
   *
   * @param byQueue steps per second by queue, such as {@code root.vision}, and by resource type;
   *     finite, at least 0, and above 0 for at least one type of each queue. On types that are left
   *     out, the applications of the queue cannot run. Copied
   * @return the table
   * @throws IllegalArgumentException naming the queue, the type, the speed and the allowed values
   */
  public static SpeedTable of(Map<String, Map<String, Double>> byQueue) {
    Map<String, Map<String, Double>> copy = new TreeMap<>();
    Set<String> types = new TreeSet<>();
    byQueue.forEach(
        (queue, speeds) -> {
          speeds.forEach((type, speed) -> requireSpeed(queue, type, speed));
          if (speeds.values().stream().noneMatch(speed -> speed > 0)) {
            throw new IllegalArgumentException(
                "speeds of %s are %s; at least one must be above 0".formatted(queue, speeds));
          }
          copy.put(queue, Collections.unmodifiableMap(new TreeMap<>(speeds)));
          types.addAll(speeds.keySet());
        });
    if (copy.isEmpty()) {
      throw new IllegalArgumentException(
          "the table of speeds is empty; it must have at least one queue");
    }
    return new SpeedTable(List.copyOf(types), copy);
  }

  private static void requireSpeed(String queue, String type, double speed) {
    if (!(speed >= 0) || speed == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "speed of %s on %s is %s; it must be finite and at least 0"
              .formatted(queue, type, speed));
    }
  }

  /**
   * Reads the speeds of one queue or application.
   *
   * @param owner the queue or application, for messages
   * @param text types with speeds, such as {@code v100=4, k80=1}
   * @return steps per second by type
   * @throws IllegalArgumentException naming the owner, the text and the allowed values
   */
  static Map<String, Double> parse(String owner, String text) {
    Map<String, Double> speeds = new TreeMap<>();
    for (String entry : text.split(",", -1)) {
      String[] parts = entry.split("=", -1);
      String type = parts[0].strip();
      if (parts.length != 2 || type.isEmpty() || speeds.containsKey(type)) {
        throw new IllegalArgumentException(
            "speeds of %s are \"%s\"; write each type once, as in \"v100=4, k80=1\""
                .formatted(owner, text));
      }
      speeds.put(type, number(owner, type, parts[1].strip()));
    }
    return speeds;
  }

  private static double number(String owner, String type, String text) {
    try {
      double speed = Double.parseDouble(text);
      requireSpeed(owner, type, speed);
      return speed;
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "speed of %s on %s is \"%s\"; it must be a number".formatted(owner, type, text), e);
    }
  }

  /**
   * Returns the accelerators: all types with a speed of any queue.
   *
   * @return names of resource types in alphabetical order
   */
  public List<String> types() {
    return types;
  }

  /**
   * Returns the speeds of a queue.
   *
   * @param queue its full name, such as {@code root.vision.train}
   * @return its entry, or that of its closest ancestor, {@code [accelerator]}, not to be modified;
   *     empty if there is none
   */
  Optional<double[]> ofQueue(String queue) {
    for (String name = queue; !name.isEmpty(); name = parent(name)) {
      double[] speeds = rows.get(name);
      if (speeds != null) {
        return Optional.of(speeds);
      }
    }
    return Optional.empty();
  }

  private static String parent(String queue) {
    return queue.substring(0, Math.max(0, queue.lastIndexOf('.')));
  }

  /**
   * Returns the speeds that an application states.
   *
   * @throws IllegalArgumentException as {@link #parse}, or if a type is not in the table
   */
  double[] ofApplication(String application, String text) {
    Map<String, Double> speeds = parse(application, text);
    for (String type : speeds.keySet()) {
      if (!types.contains(type)) {
        throw new IllegalArgumentException(
            "%s states a speed on %s; the table of speeds has the types %s"
                .formatted(application, type, types));
      }
    }
    return row(speeds);
  }

  private double[] row(Map<String, Double> speeds) {
    return types.stream().mapToDouble(type -> speeds.getOrDefault(type, 0.0)).toArray();
  }

  /**
   * Refuses types that the cluster does not know.
   *
   * @throws IllegalArgumentException naming the types and the known types
   */
  void requireTypes(Set<String> known) {
    Set<String> unknown = new LinkedHashSet<>(types);
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "the table of speeds names the types %s; yarn.resource-types has %s"
              .formatted(unknown, new TreeSet<>(known)));
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SpeedTable that && byQueue.equals(that.byQueue);
  }

  @Override
  public int hashCode() {
    return byQueue.hashCode();
  }

  @Override
  public String toString() {
    return "SpeedTable" + byQueue;
  }
}
