package io.gavel.reproduction;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.Experiment.Curve;
import io.gavel.experiment.Experiment.Drawing;
import io.gavel.experiment.Experiment.Row;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.Figure;
import io.gavel.experiment.Simulation;
import io.gavel.input.InputText;
import io.gavel.plot.Chart;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.LongStream;

/**
 * Reads the specification of an experiment, a JSON file next to this class, which {@code
 * package-info} describes. Mutable; for one specification.
 */
final class SpecificationReader {

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private final JsonNode specification;
  private final ExperimentScale scale;
  private final RunReader runs;
  private final List<Row> rows = new ArrayList<>();
  private final Map<String, List<Curve>> curves = new LinkedHashMap<>();

  private SpecificationReader(JsonNode specification, ExperimentScale scale) {
    this.specification = specification;
    this.scale = scale;
    runs = new RunReader(specification.path("base"), scale);
  }

  /** Returns the names of all experiments, in the order in which they run. */
  static List<String> names() {
    List<String> names = new ArrayList<>();
    resource("index.json").forEach(name -> names.add(name.asText()));
    return names;
  }

  /** Reads the specification with a name. */
  static Experiment read(String name, ExperimentScale scale) {
    String file = name + ".json";
    try {
      return new SpecificationReader(resource(file), scale).experiment();
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException("%s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static JsonNode resource(String file) {
    try {
      return MAPPER.readTree(InputText.resource(SpecificationReader.class, file));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(file, e);
    }
  }

  private Experiment experiment() {
    Members.require(
        specification, "name, claim, remark, first_seed, seeds, figure, base, runs, table, charts");
    runs.addAll(specification.path("runs"));
    for (JsonNode item : specification.path("table")) {
      if (item.has("for")) {
        addSweep(item);
      } else {
        rows.add(row(item));
      }
    }
    long first = specification.path("first_seed").asLong(0);
    long seeds = scale.orOne(specification.path("seeds").asInt());
    return new Experiment(
        specification.path("name").asText(),
        specification.path("claim").asText(),
        LongStream.range(first, first + seeds).boxed().toList(),
        rows,
        specification.path("charts").properties().stream().map(this::drawing).toList(),
        specification.path("remark").asText());
  }

  /** Adds the runs, rows and points of each value of a sweep's variables. */
  private void addSweep(JsonNode sweep) {
    Members.require(sweep, "for, reduced, runs, rows, lines");
    JsonNode variables = sweep.path("for");
    int full = variables.iterator().next().size();
    int count = scale == ExperimentScale.FULL ? full : sweep.path("reduced").asInt(full);
    List<Points> lines = new ArrayList<>();
    sweep.path("lines").forEach(line -> lines.add(new Points(line)));
    for (int i = 0; i < count; i++) {
      Map<String, JsonNode> values = new LinkedHashMap<>();
      for (Map.Entry<String, JsonNode> variable : variables.properties()) {
        values.put(variable.getKey(), variable.getValue().required(i));
      }
      runs.addAll(Members.substitute(sweep.path("runs"), values));
      for (JsonNode row : sweep.path("rows")) {
        rows.add(row(Members.substitute(row, values)));
      }
      lines.forEach(line -> line.add(values));
    }
    lines.forEach(Points::addCurves);
  }

  /** The points of a line over the values of a sweep. Mutable. */
  private final class Points {
    private final JsonNode line;
    private final List<Figure> x = new ArrayList<>();
    private final List<Figure> y = new ArrayList<>();
    private final List<Figure> published = new ArrayList<>();

    Points(JsonNode line) {
      this.line = line;
    }

    void add(Map<String, JsonNode> values) {
      JsonNode point = Members.substitute(line, values);
      x.add(coordinate(point.path("x")));
      y.add(point.has("y") ? coordinate(point.path("y")) : figure(point));
      if (point.has("published")) {
        published.add(coordinate(point.path("published")));
      }
    }

    void addCurves() {
      String name = line.path("line").asText();
      List<Curve> drawn =
          curves.computeIfAbsent(line.path("chart").asText(), chart -> new ArrayList<>());
      drawn.add(Curve.of(name, x, y));
      if (!published.isEmpty()) {
        drawn.add(Curve.of(name + ", published", x, published));
      }
    }
  }

  private Figure coordinate(JsonNode node) {
    return node.isNumber() ? Figure.constant(node.doubleValue()) : figure(node);
  }

  private Row row(JsonNode node) {
    Members.require(node, "row, published, why, first_seed, " + FIGURE);
    JsonNode published = node.path("published");
    OptionalDouble value =
        published.isMissingNode()
            ? OptionalDouble.empty()
            : OptionalDouble.of(
                published.isArray()
                    ? published.path(0).doubleValue() / published.path(1).doubleValue()
                    : published.doubleValue());
    return new Row(
        node.path("row").asText(),
        value,
        figure(node),
        node.path("why").asText(),
        node.path("first_seed").asBoolean());
  }

  private static final String FIGURE =
      "of, over, figure, over_figure, relative_to, statistic, percent";

  private Figure figure(JsonNode node) {
    String name = text(node, "figure", text(specification, "figure", Simulation.AVERAGE_JCT_HOURS));
    Figure figure = figure(node, "of", name);
    if (node.has("over")) {
      figure = figure.over(figure(node, "over", text(node, "over_figure", name)));
    }
    return node.path("percent").asBoolean() ? figure.percent() : figure;
  }

  private Figure figure(JsonNode node, String run, String name) {
    List<ExperimentRun> of = runs.matching(node.path(run).asText());
    if (!node.has("statistic")) {
      return Figure.mean(of.get(0), name);
    }
    String statistic = node.path("statistic").asText();
    if (node.has("relative_to")) {
      ExperimentRun below = runs.get(node.path("relative_to").asText());
      return Figure.quotients(of.get(0), below, name, Statistics.of(statistic));
    }
    return Statistics.isOfEachSeed(statistic)
        ? Figure.mean(of.get(0), figures -> Statistics.ofSeed(statistic, figures.list(name)))
        : Figure.pooled(of, name, Statistics.of(statistic));
  }

  private static String text(JsonNode node, String member, String otherwise) {
    return node.path(member).asText(otherwise);
  }

  private Drawing drawing(Map.Entry<String, JsonNode> chart) {
    JsonNode node = chart.getValue();
    Members.require(node, "title, x, y, axes, distribution, lines");
    List<Curve> drawn = new ArrayList<>(curves.getOrDefault(chart.getKey(), List.of()));
    node.path("lines").forEach(line -> drawn.add(curve(line)));
    boolean distribution = node.has("distribution");
    return new Drawing(
        node.path("title").asText(),
        node.path(distribution ? "distribution" : "x").asText(),
        text(node, "y", "fraction of the jobs"),
        Chart.Axes.valueOf(text(node, "axes", distribution ? "LOGARITHMIC_X" : "LINEAR")),
        drawn);
  }

  /**
   * Returns a line of published values, of the steps of a list, or of the distribution over jobs.
   */
  private Curve curve(JsonNode line) {
    Members.require(line, "line, x, y, of, steps, relative_to");
    String name = line.path("line").asText();
    if (line.has("y")) {
      return Curve.of(name, constants(line.path("x")), constants(line.path("y")));
    }
    ExperimentRun run = runs.get(line.path("of").asText());
    if (line.has("steps")) {
      return Curve.steps(name, constants(line.path("x")), run, line.path("steps").asText());
    }
    return line.has("relative_to")
        ? Curve.distribution(name, run, runs.get(line.path("relative_to").asText()))
        : Curve.distribution(name, run);
  }

  private static List<Figure> constants(JsonNode numbers) {
    List<Figure> constants = new ArrayList<>();
    numbers.forEach(number -> constants.add(Figure.constant(number.doubleValue())));
    return constants;
  }
}
