package io.gavel.cli.imports;

import io.gavel.input.InputText;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Assumed speeds of worker types relative to a V100: stated in a file, else the geometric mean of
 * peak rate and memory bandwidth of data sheets, the assumption of the estimator about unmeasured
 * jobs. Immutable.
 */
final class RelativeSpeeds {

  private static final String ALL = "";
  private static final String REFERENCE = "v100";

  /** The file, if there is one. */
  private final Optional<Path> file;

  /** The speeds of the file by worker type, for each job type; {@link #ALL} for all job types. */
  private final Map<String, Map<String, Double>> stated;

  private final Map<String, Double> ofSheets;

  private RelativeSpeeds(Optional<Path> file, Map<String, Map<String, Double>> stated) {
    this.file = file;
    this.stated = stated;
    this.ofSheets = dataSheets();
  }

  /** Reads speeds from a file; data sheets have the speeds that it does not state. */
  static RelativeSpeeds of(Optional<Path> file) {
    return new RelativeSpeeds(file, file.map(RelativeSpeeds::read).orElse(Map.of()));
  }

  /** Half-precision peak rates, of tensor cores without sparsity if there are any. */
  private static Map<String, Double> dataSheets() {
    String text = InputText.resource(RelativeSpeeds.class, "data-sheets.csv");
    Map<String, Double> means = new LinkedHashMap<>();
    CsvTable sheets = CsvTable.of(new InputText(Path.of("data-sheets.csv"), text), ',');
    for (CsvTable.Row row : sheets.rows()) {
      double product = row.number("tflops").orElseThrow() * row.number("gb_per_s").orElseThrow();
      means.put(row.text("worker_type"), Math.sqrt(product));
    }
    double reference = means.getOrDefault(REFERENCE, 1.0);
    means.replaceAll((type, mean) -> mean / reference);
    return means;
  }

  private static Map<String, Map<String, Double>> read(Path file) {
    CsvTable table = CsvTable.read(file, ',', "worker_type", "relative_speed");
    Map<String, Map<String, Double>> speeds = new LinkedHashMap<>();
    for (CsvTable.Row row : table.rows()) {
      double speed = row.number("relative_speed").orElse(-1);
      if (!(speed >= 0 && Double.isFinite(speed))) {
        throw row.wrong("relative_speed", "a finite number of at least 0");
      }
      speeds
          .computeIfAbsent(row.text("job_type"), type -> new LinkedHashMap<>())
          .put(row.text("worker_type"), speed);
    }
    return speeds;
  }

  /** Returns the worker types that the file states. */
  Collection<String> named() {
    return stated.values().stream().flatMap(types -> types.keySet().stream()).distinct().toList();
  }

  /**
   * Returns the speed of a worker type for a job type.
   *
   * @throws InvalidInputException if it is unknown
   */
  double of(String type, String kind) {
    for (String key : List.of(kind, ALL)) {
      Double speed = stated.getOrDefault(key, Map.of()).get(type);
      if (speed != null) {
        return speed;
      }
    }
    return ofSheet(type)
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "speed of worker type \"%s\" is unknown; state it with".formatted(type)
                        + " --assume, in a CSV file with the columns worker_type and"
                        + " relative_speed (v100 = 1)"));
  }

  /** Finds the sheet whose name a worker type contains: v100 for Tesla-V100-SXM2. */
  private Optional<Double> ofSheet(String type) {
    String plain = type.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    return ofSheets.entrySet().stream()
        .filter(sheet -> Pattern.compile(sheet.getKey() + "(?!\\d)").matcher(plain).find())
        .max(Comparator.comparingInt(sheet -> sheet.getKey().length()))
        .map(Map.Entry::getValue);
  }

  /** Describes the speeds of some worker types. */
  String describe(Collection<String> types) {
    String source =
        file.map(path -> "speeds of %s and of data sheets".formatted(path.getFileName()))
            .orElse("speeds of data sheets");
    return types.stream()
        .map(type -> String.format(Locale.ROOT, "%s %.3g", type, of(type, ALL)))
        .collect(Collectors.joining(", ", source + " (v100 = 1): ", ""));
  }
}
