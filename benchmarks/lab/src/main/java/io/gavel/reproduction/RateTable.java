package io.gavel.reproduction;

import io.gavel.experiment.PublishedData;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * Published throughputs of job types alone on worker types, all of them measured. Immutable.
 *
 * @param workerTypes names of the worker types
 * @param rows the job types
 */
record RateTable(List<String> workerTypes, List<Row> rows) {

  private static final String SIA = "sia-step-times/step_times.csv";

  /**
   * A job type.
   *
   * @param family the unit of a draw: types of one family are similar
   * @param stepsPerSecond by worker type
   */
  record Row(String family, List<Double> stepsPerSecond) {}

  /**
   * Job types that were measured before, and new ones.
   *
   * @param families of the measured ones
   * @param references throughputs of the measured ones, {@code [job][worker type]}
   * @param truth throughputs of the new ones, {@code [job][worker type]}
   */
  record Draw(List<String> families, List<List<Double>> references, List<List<Double>> truth) {

    double[][] referenceRates() {
      return rates(references);
    }

    double[][] trueRates() {
      return rates(truth);
    }

    private static double[][] rates(List<List<Double>> rows) {
      return rows.stream()
          .map(row -> row.stream().mapToDouble(Double::doubleValue).toArray())
          .toArray(double[][]::new);
    }
  }

  /** Returns how to read the table with a name. */
  static Function<PublishedData, RateTable> named(String name) {
    return switch (name) {
      case "Gavel's table" -> RateTable::gavel;
      case "Sia's table" -> RateTable::sia;
      case "synthetic table" -> data -> synthetic();
      default -> throw new IllegalArgumentException("there is no table \"%s\"".formatted(name));
    };
  }

  /** Gavel's table: 26 job types with one worker, each a family of its own. */
  static RateTable gavel(PublishedData data) {
    ThroughputTable table = data.simulated();
    List<String> types = List.of("v100", "p100", "k80");
    List<Row> rows = new ArrayList<>();
    for (JobKind kind : table.kinds()) {
      if (kind.scaleFactor() == 1) {
        List<Double> rates =
            types.stream().map(type -> table.stepsPerSecond(type, kind).orElseThrow()).toList();
        rows.add(new Row(kind.jobType(), rates));
      }
    }
    return new RateTable(types, rows);
  }

  /** Sia's table: six applications on one worker at many batch sizes, on five worker types. */
  static RateTable sia(PublishedData data) {
    Map<String, Map<String, Double>> measured = new TreeMap<>();
    Path file = data.file(SIA);
    CSVFormat format = CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();
    try (CSVParser lines = CSVParser.parse(file, StandardCharsets.UTF_8, format)) {
      for (CSVRecord line : lines) {
        if (line.get("num_gpus").equals("1")) {
          measured
              .computeIfAbsent(
                  line.get("application") + " " + line.get("local_batch_size"),
                  name -> new TreeMap<>())
              .put(line.get("accelerator"), 1 / Double.parseDouble(line.get("step_time_s")));
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new InvalidInputException("%s: %s".formatted(file, e.getMessage()));
    }
    List<String> types = List.of("a100", "v100", "rtx6000", "rtx2080ti", "t4");
    List<Row> rows = new ArrayList<>();
    measured.forEach(
        (name, rates) -> {
          if (rates.keySet().containsAll(types)) {
            String application = name.substring(0, name.indexOf(' '));
            rows.add(new Row(application, types.stream().map(rates::get).toList()));
          }
        });
    return new RateTable(types, rows);
  }

  /**
   * Returns a synthetic table: fifty job types of independent size, which gain from three faster
   * worker types by a power of their speed, drawn for each job, and up to a noise of 20 %.
   */
  static RateTable synthetic() {
    double[] speeds = {5, 2.4, 1, 0.45};
    Random random = new Random(2020);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      double size = random.nextGaussian();
      double gain = 0.3 + 0.7 * random.nextDouble();
      List<Double> rates = new ArrayList<>();
      for (double speed : speeds) {
        rates.add(StrictMath.exp(size + 0.2 * random.nextGaussian()) * StrictMath.pow(speed, gain));
      }
      rows.add(new Row("type" + i, rates));
    }
    return new RateTable(List.of("h100", "a100", "v100", "t4"), rows);
  }

  /**
   * Draws families until there are enough new jobs; all other families are references.
   *
   * @param jobs the number of new jobs, fewer than there are rows
   */
  Draw draw(int jobs, long seed) {
    Map<String, List<List<Double>>> families = new LinkedHashMap<>();
    rows.forEach(
        row ->
            families
                .computeIfAbsent(row.family(), name -> new ArrayList<>())
                .add(row.stepsPerSecond()));
    Random random = new Random(seed);
    List<String> shuffled = new ArrayList<>(families.keySet());
    Collections.shuffle(shuffled, random);
    List<String> labels = new ArrayList<>();
    List<List<Double>> references = new ArrayList<>();
    List<List<Double>> fresh = new ArrayList<>();
    for (String name : shuffled) {
      List<List<Double>> family = families.getOrDefault(name, List.of());
      if (fresh.size() < jobs) {
        fresh.addAll(family);
      } else {
        references.addAll(family);
        family.forEach(job -> labels.add(name));
      }
    }
    Collections.shuffle(fresh, random);
    return new Draw(labels, references, List.copyOf(fresh.subList(0, jobs)));
  }
}
