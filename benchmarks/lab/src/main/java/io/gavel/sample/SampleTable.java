package io.gavel.sample;

import io.gavel.workload.JobTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Makes throughput tables. A job type has a rate on a v100, a gain from faster hardware, and the
 * parts of a worker's cores and memory that it uses. Two types share a worker if their memory fits;
 * each then loses the throughput of the missing cores.
 */
final class SampleTable {

  /**
   * A worker type.
   *
   * @param name the name
   * @param speed its speed relative to a v100
   */
  record Hardware(String name, double speed) {}

  static final List<Hardware> THREE =
      List.of(new Hardware("v100", 1), new Hardware("p100", 0.5), new Hardware("k80", 0.17));

  static final List<Hardware> EIGHT =
      List.of(
          new Hardware("h100", 5),
          new Hardware("a100", 2.4),
          new Hardware("l4", 0.9),
          new Hardware("v100", 1),
          new Hardware("rtx", 0.8),
          new Hardware("t4", 0.45),
          new Hardware("p100", 0.5),
          new Hardware("k80", 0.17));

  private record Kind(JobTemplate template, double rate, double gain, double cores, double memory) {

    /** A job that gains little from speed is bound by something else than its accelerator. */
    double on(Hardware hardware) {
      return rate * Math.pow(hardware.speed(), gain);
    }
  }

  private static final int[] SCALE_FACTORS = {1, 2, 4, 8};
  private static final double SCALING = 0.92;

  private SampleTable() {}

  /** Returns a table in JSON. */
  static String json(List<Hardware> types, long seed) {
    List<Kind> kinds = kinds(seed);
    StringBuilder json = new StringBuilder("{\n");
    for (int j = 0; j < types.size(); j++) {
      json.append("\"%s\": {\n".formatted(types.get(j).name()));
      List<String> rows = new ArrayList<>();
      for (int workers : SCALE_FACTORS) {
        for (Kind kind : kinds) {
          if (workers == 1 || kind.template().distributed()) {
            rows.add(row(kinds, kind, workers, types.get(j)));
          }
        }
      }
      json.append(String.join(",\n", rows)).append(j + 1 < types.size() ? "},\n" : "}\n");
    }
    return json.append("}\n").toString();
  }

  private static List<Kind> kinds(long seed) {
    Random random = new Random(seed);
    return JobTemplate.published().stream()
        .map(
            template ->
                new Kind(
                    template,
                    Math.pow(10, 1.7 * random.nextDouble()),
                    0.3 + 0.7 * random.nextDouble(),
                    0.2 + 0.8 * random.nextDouble(),
                    0.15 + 0.65 * random.nextDouble()))
        .toList();
  }

  private static String row(List<Kind> kinds, Kind kind, int workers, Hardware hardware) {
    double gang = workers * Math.pow(SCALING, Math.log(workers) / Math.log(2));
    List<String> cells = new ArrayList<>();
    cells.add("\"null\": " + number(gang * kind.on(hardware)));
    for (Kind other : kinds) {
      if (workers == 1 || other.template().distributed()) {
        boolean fits = kind.memory() + other.memory() <= 1;
        double part = fits ? Math.min(1, 1.05 / (kind.cores() + other.cores())) : 0;
        cells.add(
            "%s: [%s, %s]"
                .formatted(
                    key(other, workers),
                    number(part * gang * kind.on(hardware)),
                    number(part * gang * other.on(hardware))));
      }
    }
    return " %s: {%s}".formatted(key(kind, workers), String.join(", ", cells));
  }

  private static String key(Kind kind, int workers) {
    return "\"('%s', %s)\"".formatted(kind.template().jobType(), workers);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }
}
