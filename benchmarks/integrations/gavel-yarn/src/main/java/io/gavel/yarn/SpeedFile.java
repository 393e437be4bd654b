package io.gavel.yarn;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLConnection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Reads the table of speeds from {@value #NAME} on the class path, which is the folder of Hadoop's
 * configuration, and again when the file has changed. Mutable; one owner.
 */
final class SpeedFile implements Supplier<SpeedTable> {

  static final String NAME = "gavel-speeds.xml";
  private static final String PREFIX = "gavel.speeds.";

  private long modified = Long.MIN_VALUE;
  private @Nullable SpeedTable table;

  @Override
  public SpeedTable get() {
    Configuration configuration = new Configuration(false);
    URL file = configuration.getResource(NAME);
    if (file == null) {
      throw new IllegalArgumentException(
          "%s is not in the folder of Hadoop's configuration; it must state the speeds of queues"
              .formatted(NAME));
    }
    long time = modified(file);
    SpeedTable before = table;
    if (before != null && time == modified) {
      return before;
    }
    configuration.addResource(file);
    SpeedTable read = read(configuration);
    table = read;
    modified = time;
    return read;
  }

  private static long modified(URL file) {
    try {
      URLConnection connection = file.openConnection();
      connection.setUseCaches(false);
      connection.getInputStream().close(); // else a connection to a file stays open
      return connection.getLastModified();
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }

  /**
   * Returns the table that a configuration states.
   *
   * @throws IllegalArgumentException naming the property, the value and the allowed values
   */
  static SpeedTable read(Configuration configuration) {
    Map<String, Map<String, Double>> byQueue = new TreeMap<>();
    for (Map.Entry<String, String> property : configuration) {
      String name = property.getKey();
      if (!name.startsWith(PREFIX + "root")) {
        throw new IllegalArgumentException(
            "%s has the property %s; it may have %sQUEUE only, with the full names of queues, such"
                    .formatted(NAME, name, PREFIX)
                + " as root.vision");
      }
      String queue = name.substring(PREFIX.length());
      byQueue.put(queue, SpeedTable.parse(queue, configuration.get(name)));
    }
    return SpeedTable.of(byQueue);
  }
}
