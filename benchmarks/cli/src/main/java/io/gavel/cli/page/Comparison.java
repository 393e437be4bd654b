package io.gavel.cli.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.cli.report.CsvLine;
import io.gavel.cli.report.Json;
import io.gavel.cli.report.SweepFile;
import io.gavel.cli.report.TextTable;
import io.gavel.experiment.MeanInterval;
import io.gavel.workload.InvalidInputException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Runs of several policies on the same jobs: means over seeds or traces with 95 % intervals, and
 * paired differences and ratios to a baseline. Immutable.
 */
public final class Comparison {

  /**
   * A figure of a run.
   *
   * @param key its name in the file of runs
   * @param name its name with its unit
   * @param scale the factor of the figure of the file
   */
  public record Figure(String key, String name, double scale) {}

  /**
   * The comparison of a policy with the baseline by one figure, over the replicates of both.
   *
   * @param difference the mean difference
   * @param differenceP its p value, corrected for the number of policies
   * @param logRatio the mean logarithm of the ratios, of replicates in which both are positive
   * @param ratioP its p value, corrected for the number of policies
   */
  record Contrast(
      MeanInterval difference, double differenceP, MeanInterval logRatio, double ratioP) {

    /** Returns the geometric mean of the ratios with its interval. */
    String ratio() {
      double mean = logRatio.mean();
      return logRatio.count() < 2
          ? decimal(Math.exp(mean))
          : "%s [%s, %s]"
              .formatted(
                  decimal(Math.exp(mean)),
                  decimal(Math.exp(mean - logRatio.half())),
                  decimal(Math.exp(mean + logRatio.half())));
    }

    private static String decimal(double ratio) {
      String format = ratio < 10 ? "%.2f" : "%.0f";
      return Double.isNaN(ratio) ? "–" : String.format(Locale.ROOT, format, ratio);
    }
  }

  /** The probability of any wrong corrected verdict on a figure of a load. */
  private static final double LEVEL = 0.05;

  /** The mark of verdicts that hold for all policies together. */
  private static final String HOLDS = "*";

  static final Figure AVERAGE_JCT = new Figure("avg_jct_s", "average JCT, h", 1 / 3600.0);

  /** The figures that are compared, as far as the runs have them. */
  private static final List<Figure> FIGURES =
      List.of(
          new Figure(SweepFile.SATURATING_RATE, "saturating rate, jobs/h", 1),
          AVERAGE_JCT,
          new Figure("p99_jct_s", "p99 JCT, h", 1 / 3600.0),
          new Figure("makespan_s", "makespan, h", 1 / 3600.0),
          new Figure("utilization", "utilisation, %", 100),
          new Figure("mean_jobs", "jobs in the cluster", 1),
          new Figure("mean_contention_slowdown", "contention slowdown", 1),
          new Figure("cost", "cost, USD", 1));

  private static final List<String> INPUTS = List.of("throughputs", "prices");

  private static final int DIGEST_LENGTH = 8;

  /** Decimals of a mean without an interval. */
  private static final int DECIMALS = 3;

  private static final int MOST_DECIMALS = 9;

  private static final Set<String> NOT_OF_A_LOAD =
      Set.of("policy", "seed", "trace", "trace_sha256", "classpath_sha256", "version");

  /** The runs of a load: policy, then seed or trace, then figures. */
  private final Map<String, Map<String, Map<String, JsonNode>>> loads = new LinkedHashMap<>();

  /** The settings of a load, in words. */
  private final Map<String, List<String>> settingsOf = new LinkedHashMap<>();

  /** The arrival rates of the loads that have one, in jobs per hour. */
  private final Map<String, Double> rates = new LinkedHashMap<>();

  private final List<JsonNode> runs;
  private final Optional<String> baseline;

  private Comparison(List<JsonNode> runs, Optional<String> baseline) {
    this.runs = List.copyOf(runs);
    this.baseline = baseline;
    for (JsonNode line : runs) {
      List<String> words = words(line.path("run"));
      String load = String.join(", ", words);
      settingsOf.put(load, words);
      JsonNode rate = line.path("run").path("rate_jobs_per_hour");
      if (rate.isNumber()) {
        rates.put(load, rate.asDouble());
      }
      String policy = line.path("run").path("policy").asText();
      JsonNode figures = line.path("figures");
      JsonNode before =
          loads
              .computeIfAbsent(load, key -> new LinkedHashMap<>())
              .computeIfAbsent(policy, key -> new TreeMap<>())
              .put(replicate(line.path("run")), figures);
      if (before != null && !before.equals(figures)) {
        throw new InvalidInputException(
            "policy %s has two runs with seed %s on %s whose figures differ; leave out those of another version or class path"
                .formatted(policy, line.path("run").path("seed"), load));
      }
    }
  }

  /**
   * Compares runs.
   *
   * @param runs lines of files of runs
   * @param baseline the policy to compare with; empty = the first
   * @return the comparison
   * @throws InvalidInputException if no run is of the baseline, or a run occurs twice with other
   *     figures
   */
  public static Comparison of(List<JsonNode> runs, Optional<String> baseline) {
    Comparison comparison = new Comparison(runs, baseline);
    for (Map.Entry<String, Map<String, Map<String, JsonNode>>> load : comparison.loads.entrySet()) {
      if (baseline.isPresent() && !load.getValue().containsKey(baseline.get())) {
        throw new InvalidInputException(
            "--baseline is \"%s\"; the runs of %s are of %s"
                .formatted(
                    baseline.get(), load.getKey(), String.join(", ", load.getValue().keySet())));
      }
    }
    return comparison;
  }

  private static List<String> words(JsonNode run) {
    ObjectNode rest = run.deepCopy();
    rest.remove(NOT_OF_A_LOAD);
    List<String> words = new ArrayList<>();
    words.add(run.path("cluster").asText());
    for (String input : INPUTS) { // files of one name may differ
      String digest = rest.path(input + "_sha256").asText();
      if (!digest.isEmpty()) {
        String file = rest.path(input).asText();
        rest.put(input, "%s (%s)".formatted(file, digest.substring(0, DIGEST_LENGTH)));
        rest.remove(input + "_sha256");
      }
    }
    JsonNode rate = rest.path("rate_jobs_per_hour");
    if (rate.isNumber()) {
      words.add(rateWords(rate.asDouble()));
    }
    rest.remove(Set.of("cluster", "rate_jobs_per_hour"));
    rest.properties()
        .forEach(
            member -> {
              JsonNode value = member.getValue();
              if (!value.isNull() && !(value.isBoolean() && !value.asBoolean())) {
                words.add(member.getKey() + " " + value.asText());
              }
            });
    return List.copyOf(words);
  }

  private static String rateWords(double jobsPerHour) {
    return "%s jobs per hour".formatted(jobsPerHour);
  }

  /**
   * Returns the loads that differ in their arrival rates only.
   *
   * @return lists of loads with rates, in ascending order, at least two in each
   */
  List<List<String>> series() {
    Map<List<String>, List<String>> bySettings = new LinkedHashMap<>();
    for (String load : rates.keySet()) {
      List<String> rest = new ArrayList<>(settings(load));
      rest.remove(rateWords(rate(load)));
      bySettings.computeIfAbsent(rest, key -> new ArrayList<>()).add(load);
    }
    return bySettings.values().stream()
        .filter(list -> list.size() > 1)
        .map(list -> list.stream().sorted(Comparator.comparingDouble(this::rate)).toList())
        .toList();
  }

  /** Returns the arrival rate of a load in jobs per hour; NaN if it has none. */
  double rate(String load) {
    return rates.getOrDefault(load, Double.NaN);
  }

  private static String replicate(JsonNode run) {
    return String.join(
        "#",
        run.path("trace").asText(),
        run.path("trace_sha256").asText(),
        run.path("seed").asText());
  }

  /** Returns the names of the loads: cluster, rate and options. */
  List<String> loadNames() {
    return List.copyOf(loads.keySet());
  }

  /** Returns the settings of a load, in words: cluster, rate and options. */
  List<String> settings(String load) {
    return settingsOf.getOrDefault(load, List.of());
  }

  /** Returns the policies of a load, the baseline first. */
  List<String> policies(String load) {
    List<String> names = new ArrayList<>(runsOf(load).keySet());
    String first = baseline(load);
    names.remove(first);
    names.add(0, first);
    return names;
  }

  private Map<String, Map<String, JsonNode>> runsOf(String load) {
    return loads.getOrDefault(load, Map.of());
  }

  String baseline(String load) {
    return baseline.orElseGet(() -> runsOf(load).keySet().iterator().next());
  }

  /** Returns the values of each seed; missing values are left out. */
  List<Double> values(String load, String policy, Figure figure) {
    return runsOf(load).getOrDefault(policy, Map.of()).values().stream()
        .map(figures -> figures.path(figure.key()))
        .filter(JsonNode::isNumber)
        .map(value -> value.asDouble() * figure.scale())
        .toList();
  }

  /** Returns the figures that the runs of a load have, the most important first. */
  List<Figure> figures(String load) {
    List<Figure> known =
        FIGURES.stream()
            .filter(
                figure ->
                    policies(load).stream()
                        .anyMatch(policy -> !values(load, policy, figure).isEmpty()))
            .toList();
    return known.isEmpty() ? List.of(AVERAGE_JCT) : known;
  }

  /** Returns the values of all jobs of all runs. */
  double[] ofJobs(String load, String policy, String key) {
    return runsOf(load).getOrDefault(policy, Map.of()).values().stream()
        .flatMap(figures -> figures.path(key).valueStream())
        .mapToDouble(JsonNode::asDouble)
        .toArray();
  }

  /**
   * Compares all other policies with the baseline. Differences and ratios are tested by Student's t
   * test, and corrected for the number of policies by Holm's method.
   *
   * @return the comparison of each policy but the baseline
   */
  Map<String, Contrast> contrasts(String load, Figure figure) {
    List<String> others = policies(load).subList(1, policies(load).size());
    List<MeanInterval> differences = new ArrayList<>();
    List<MeanInterval> logRatios = new ArrayList<>();
    for (String policy : others) {
      List<double[]> pairs = pairs(load, policy, figure);
      differences.add(MeanInterval.of(pairs.stream().map(pair -> pair[0] - pair[1]).toList()));
      logRatios.add(
          MeanInterval.of(
              pairs.stream()
                  .filter(pair -> pair[0] > 0 && pair[1] > 0)
                  .map(pair -> Math.log(pair[0] / pair[1]))
                  .toList()));
    }
    double[] differenceP = corrected(differences);
    double[] ratioP = corrected(logRatios);
    Map<String, Contrast> contrasts = new LinkedHashMap<>();
    for (int i = 0; i < others.size(); i++) {
      contrasts.put(
          others.get(i),
          new Contrast(differences.get(i), differenceP[i], logRatios.get(i), ratioP[i]));
    }
    return contrasts;
  }

  /** Returns the values of a policy and of the baseline in each replicate that both have. */
  private List<double[]> pairs(String load, String policy, Figure figure) {
    Map<String, JsonNode> base = runsOf(load).getOrDefault(baseline(load), Map.of());
    List<double[]> pairs = new ArrayList<>();
    runsOf(load)
        .getOrDefault(policy, Map.of())
        .forEach(
            (replicate, figures) -> {
              JsonNode here = figures.path(figure.key());
              JsonNode there =
                  base.getOrDefault(replicate, MissingNode.getInstance()).path(figure.key());
              if (here.isNumber() && there.isNumber()) {
                pairs.add(
                    new double[] {
                      here.asDouble() * figure.scale(), there.asDouble() * figure.scale()
                    });
              }
            });
    return pairs;
  }

  private static double[] corrected(List<MeanInterval> means) {
    return MeanInterval.holm(means.stream().mapToDouble(MeanInterval::pValue).toArray());
  }

  /** Returns "seeds" or, if each run of a load is of a trace, "traces". */
  String replicates(String load) {
    return runsOf(load).values().stream()
            .flatMap(ofPolicy -> ofPolicy.keySet().stream())
            .allMatch(replicate -> replicate.startsWith("#"))
        ? "seeds"
        : "traces";
  }

  /** Returns how intervals and verdicts of a load are computed. */
  String method(String load) {
    String noun = replicates(load);
    int most = runsOf(load).values().stream().mapToInt(Map::size).max().orElse(0);
    return """
    %s %s, so 95 %% intervals have %s of freedom (Student's t). \
    Differences and ratios are to %s, paired by %s; a ratio is a geometric mean. \
    %s: holds also when corrected for the number of comparisons, %s (Holm, 5 %% for any error).\
    """
        .formatted(
            most,
            noun,
            most == 2 ? "1 degree" : most - 1 + " degrees",
            baseline(load),
            noun.replaceAll("s$", ""),
            HOLDS,
            policies(load).size() - 1);
  }

  /** Returns how many runs of a policy failed, with the reason of the first; empty if none. */
  Optional<String> failure(String load, String policy) {
    Map<String, JsonNode> ofPolicy = runsOf(load).getOrDefault(policy, Map.of());
    List<String> reasons =
        ofPolicy.values().stream()
            .map(figures -> figures.path(SweepFile.FAILED))
            .filter(JsonNode::isTextual)
            .map(JsonNode::asText)
            .toList();
    return reasons.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s of %s runs failed: %s".formatted(reasons.size(), ofPolicy.size(), reasons.get(0)));
  }

  /** Returns the number of runs that were aborted because jobs piled up. */
  long saturated(String load, String policy) {
    return runsOf(load).getOrDefault(policy, Map.of()).values().stream()
        .filter(figures -> figures.path("saturated").asBoolean())
        .count();
  }

  /**
   * Returns one table per load with the average completion times or the saturating rates.
   *
   * @return lines that end with a line feed
   */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (String load : loadNames()) {
      Figure main = figures(load).get(0);
      Map<String, Contrast> contrasts = contrasts(load, main);
      TextTable table = new TextTable();
      table.cell("policy").cell("runs").cell(main.name()).cell("± 95 %");
      table.cell("difference").cell("± 95 %").text("").cell("ratio, 95 %").text("").endRow();
      for (String policy : policies(load)) {
        MeanInterval mean = MeanInterval.of(values(load, policy, main));
        table.cell(policy).cell(Long.toString(mean.count()));
        table.cell(number(mean)).cell(half(mean));
        Contrast contrast = contrasts.get(policy);
        if (contrast != null && contrast.difference().count() > 0) {
          MeanInterval difference = contrast.difference();
          table.cell(signed(difference)).cell(half(difference));
          table.text(verdict(difference, contrast.differenceP()));
          table.cell(contrast.ratio());
          table.text(verdict(contrast.logRatio(), contrast.ratioP()));
        } else {
          table.text("").text("").text("").text("").text("");
        }
        long saturated = saturated(load, policy);
        table.text(saturated == 0 ? "" : "(%s saturated)".formatted(saturated));
        table.text(failure(load, policy).isEmpty() ? "" : "failed").endRow();
      }
      text.append("%s\n%s".formatted(load, table));
      for (String policy : policies(load)) {
        failure(load, policy).ifPresent(why -> text.append("%s: %s\n".formatted(policy, why)));
      }
      text.append(method(load)).append("\n\n");
    }
    return text.toString();
  }

  private static String verdict(MeanInterval mean, double correctedP) {
    return mean.count() < 2
        ? "one pair: no interval"
        : verdict(mean, correctedP, "lower", "higher", "not distinguishable");
  }

  /** Returns one of three words, with a mark if the verdict holds for all policies together. */
  static String verdict(
      MeanInterval mean, double correctedP, String lower, String higher, String equal) {
    return !mean.excludesZero()
        ? equal
        : (mean.mean() < 0 ? lower : higher) + (correctedP < LEVEL ? HOLDS : "");
  }

  /** Returns the mean, to as many digits as its interval has. */
  static String number(MeanInterval of) {
    return rounded("%.", of.mean(), of);
  }

  static String signed(MeanInterval of) {
    return rounded("%+.", of.mean(), of);
  }

  /** Half the width of the interval, to two digits. */
  static String half(MeanInterval of) {
    return rounded("%.", of.half(), of);
  }

  private static String rounded(String format, double value, MeanInterval of) {
    int decimals =
        of.half() > 0
            ? (int) Math.max(0, Math.min(MOST_DECIMALS, 1 - Math.floor(Math.log10(of.half()))))
            : DECIMALS;
    return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, format + decimals + "f", value);
  }

  /**
   * Returns one line per run, with a column for each setting and each figure that is a number.
   *
   * @return CSV with a header
   */
  public String csv() {
    Set<String> settings = new LinkedHashSet<>();
    Set<String> figures = new LinkedHashSet<>();
    for (JsonNode line : runs) {
      line.path("run").fieldNames().forEachRemaining(settings::add);
      line.path("figures")
          .properties()
          .forEach(
              member -> {
                if (member.getValue().isValueNode()) {
                  figures.add(member.getKey());
                }
              });
    }
    StringBuilder csv = new StringBuilder();
    List<String> header = new ArrayList<>(settings);
    header.addAll(figures);
    csv.append(CsvLine.of(header.toArray()));
    for (JsonNode line : runs) {
      List<String> cells = new ArrayList<>();
      settings.forEach(key -> cells.add(cell(line.path("run").path(key))));
      figures.forEach(key -> cells.add(cell(line.path("figures").path(key))));
      csv.append(CsvLine.of(cells.toArray()));
    }
    return csv.toString();
  }

  private static String cell(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return "";
    }
    return value.isTextual() ? value.asText() : Json.line(value);
  }
}
