package io.gavel.cli;

import io.gavel.workload.JobTemplate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** The published throughputs, or where they are absent a made-up table of the same kinds. */
final class MeasuredTable {

  private static final Path PUBLISHED =
      Path.of(
          "..", "..", "..", "shared", "data", "gavel-throughputs", "simulation_throughputs.json");

  /** The speed of a worker type relative to v100: from, to. */
  private static final Map<String, double[]> SPEED =
      new LinkedHashMap<>(
          Map.of(
              "k80", new double[] {0.08, 0.3},
              "p100", new double[] {0.35, 0.75},
              "v100", new double[] {1, 1}));

  private MeasuredTable() {}

  static Path path() {
    return Files.exists(PUBLISHED) ? PUBLISHED : synthetic();
  }

  static Path synthetic() {
    try {
      Path file = Files.createTempFile("throughputs", ".json");
      file.toFile().deleteOnExit();
      return Files.writeString(file, json());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String json() {
    List<String> types = new ArrayList<>();
    for (String type : List.of("k80", "p100", "v100")) {
      for (String suffix : List.of("", "_unconsolidated")) {
        types.add("\"%s%s\": {%s}".formatted(type, suffix, rows(type, suffix.isEmpty() ? 1 : 0.7)));
      }
    }
    return "{" + String.join(",\n", types) + "}";
  }

  /** Gangs of consolidated workers lose a tenth a doubling, spread ones a third more. */
  private static String rows(String type, double spread) {
    double[] speed = SPEED.get(type);
    List<String> rows = new ArrayList<>();
    List<JobTemplate> templates = JobTemplate.published();
    for (int i = 0; i < templates.size(); i++) {
      SplittableRandom random = new SplittableRandom(i);
      double v100 = 1 + 30 * random.nextDouble();
      double rate = v100 * (speed[0] + (speed[1] - speed[0]) * random.nextDouble());
      for (int workers = 1; workers <= (templates.get(i).distributed() ? 8 : 1); workers *= 2) {
        double gang = rate * StrictMath.pow(workers, 0.85) * (workers > 1 ? spread : 1);
        StringBuilder row = new StringBuilder("\"null\": " + gang);
        for (int k = 0; workers == 1 && k < templates.size(); k++) {
          double other = 1 + 30 * new SplittableRandom(k).nextDouble();
          row.append(
              ", %s: [%s, %s]".formatted(key(templates.get(k), 1), 0.55 * gang, 0.55 * other));
        }
        rows.add("%s: {%s}".formatted(key(templates.get(i), workers), row));
      }
    }
    return String.join(",\n", rows);
  }

  private static String key(JobTemplate template, int workers) {
    return "\"('%s', %s)\"".formatted(template.jobType(), workers);
  }
}
