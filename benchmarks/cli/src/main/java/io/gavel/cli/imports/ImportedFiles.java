package io.gavel.cli.imports;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.cli.imports.Imported.ImportedJob;
import io.gavel.cli.imports.Imported.ImportedTeam;
import io.gavel.cli.report.CsvLine;
import io.gavel.input.ProblemReader;
import io.gavel.policies.model.Job;
import io.gavel.workload.InvalidInputException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Renders imported records as the files of this project. */
final class ImportedFiles {

  private static final MathContext DIGITS = new MathContext(6);

  private final String name;
  private final Imported imported;
  private final RelativeSpeeds speeds;
  private final Map<String, String> files = new LinkedHashMap<>();

  /**
   * Renders nothing yet.
   *
   * @param name of the problem
   * @param speeds assumed where the records have no rates
   */
  ImportedFiles(String name, Imported imported, RelativeSpeeds speeds) {
    this.name = name;
    this.imported = imported;
    this.speeds = speeds;
  }

  /** Returns the files rendered so far, by name. */
  Map<String, String> files() {
    return files;
  }

  /** Adds the line of {@code --cluster}, if workers are known. */
  ImportedFiles cluster() {
    if (!imported.workers().isEmpty()) {
      files.put(
          "cluster.txt",
          imported.workers().entrySet().stream()
              .map(
                  type ->
                      "%s=%s/%s"
                          .formatted(
                              type.getKey(), type.getValue(), imported.perServer(type.getKey())))
              .collect(Collectors.joining(",", "", "\n")));
    }
    return this;
  }

  private void requireJobs() {
    if (imported.jobs().isEmpty()) {
      throw new InvalidInputException(
          "no job is left to import; " + String.join("; ", imported.messages()));
    }
  }

  /** Returns whether rates are assumed: on one worker type, they are 1. */
  private boolean isAssumed(Collection<String> types) {
    return types.size() > 1 && imported.jobs().stream().anyMatch(job -> job.rates().isEmpty());
  }

  private double rate(ImportedJob job, String type, Collection<String> all) {
    if (!job.types().isEmpty() && !job.types().contains(type)) {
      return 0;
    }
    double rate =
        !job.rates().isEmpty()
            ? job.rates().getOrDefault(type, 0.0)
            : all.size() == 1 ? 1 : speeds.of(type, job.kind());
    return new BigDecimal(rate).round(DIGITS).doubleValue();
  }

  /** Adds the problem of all jobs at a moment, in their order. */
  ImportedFiles problem(double now) {
    requireJobs();
    Set<String> types = imported.workers().keySet();
    ObjectNode problem = problem(types);
    if (isAssumed(types)) {
      problem.put("assumed", speeds.describe(types));
    }
    ArrayNode jobs = problem.putArray("jobs");
    for (ImportedJob job : imported.jobs()) {
      ObjectNode node = jobs.addObject();
      node.put("id", job.id());
      ArrayNode rates = node.putArray("throughput");
      types.forEach(type -> rates.add(rate(job, type, types)));
      node.put("scale_factor", job.holding().workers());
      if (!job.holding().alongside().isEmpty()) {
        ObjectNode alongside = node.putObject("alongside");
        job.holding().alongside().forEach(alongside::put);
      }
      if (job.weight() != 1) {
        node.put("weight", job.weight());
      }
      job.seconds().ifPresent(seconds -> node.put("seconds_left", seconds));
      if (job.seconds().isPresent()) {
        node.put("seconds_left_on", job.on().orElseGet(() -> fastest(job, types)));
      }
      node.put("seconds_since_start", Math.max(0, now - job.arrivalSeconds()));
      job.team().ifPresent(team -> node.put("entity", team));
    }
    teams(problem);
    files.put("problem.json", text(problem));
    return this;
  }

  private String fastest(ImportedJob job, Collection<String> types) {
    return types.stream()
        .max(Comparator.comparingDouble(type -> rate(job, type, types)))
        .orElseThrow();
  }

  private ObjectNode problem(Collection<String> types) {
    ObjectNode problem = JsonNodeFactory.instance.objectNode();
    problem.put("schema", ProblemReader.PUBLIC_SCHEMA);
    problem.put("name", name);
    ArrayNode names = problem.putArray("worker_types");
    ArrayNode counts = problem.putArray("num_workers");
    for (String type : types) {
      names.add(type);
      counts.add(imported.workers().getOrDefault(type, 0));
    }
    return problem;
  }

  /** Adds the teams of the format, and teams that only jobs name. */
  private void teams(ObjectNode problem) {
    Map<String, ImportedTeam> teams = new LinkedHashMap<>(imported.teams());
    for (ImportedJob job : imported.jobs()) {
      job.team().ifPresent(team -> teams.putIfAbsent(team, new ImportedTeam(1, Map.of())));
    }
    ArrayNode entities = problem.putArray("entities");
    teams.forEach(
        (id, team) -> {
          ObjectNode entity = entities.addObject();
          entity.put("id", id).put("weight", team.weight()).put("policy", "fairness");
          if (!team.limit().isEmpty()) {
            ObjectNode limit = entity.putObject("limit");
            team.limit().forEach(limit::put);
          }
        });
  }

  /** Adds the traces. */
  ImportedFiles jobs() {
    requireJobs();
    imported.traces().forEach((name, jobs) -> files.put(name + ".csv", csv(jobs)));
    return this;
  }

  /** Adds the traces with their throughputs and, if the format has quotas, the teams. */
  ImportedFiles trace() {
    jobs();
    Set<String> types = new TreeSet<>(imported.workers().keySet());
    types.addAll(speeds.named());
    for (ImportedJob job : imported.jobs()) {
      types.addAll(job.types());
      types.addAll(job.rates().keySet());
      job.on().ifPresent(types::add);
    }
    files.put("throughputs.json", text(throughputs(types)));
    if (!imported.teams().isEmpty()) {
      ObjectNode rules = problem(imported.workers().keySet());
      rules.putArray("jobs");
      teams(rules);
      files.put("teams.json", text(rules));
    }
    return this;
  }

  private static String csv(List<ImportedJob> unordered) {
    List<ImportedJob> jobs = new ArrayList<>(unordered);
    jobs.sort(Comparator.comparingDouble(ImportedJob::arrivalSeconds));
    double origin = jobs.get(0).arrivalSeconds();
    Map<String, Function<ImportedJob, String>> columns = new LinkedHashMap<>();
    columns.put("job_id", ImportedJob::id);
    columns.put("arrival_s", job -> plain(job.arrivalSeconds() - origin));
    columns.put("job_type", ImportedJob::kind);
    columns.put("total_steps", job -> plain(job.steps()));
    columns.put("duration_s", job -> plain(job.seconds()));
    columns.put("duration_on", job -> job.on().orElse(""));
    columns.put("scale_factor", job -> Integer.toString(job.holding().workers()));
    columns.put(
        "gpu_milli",
        job -> {
          int milli = job.holding().gpuMilli();
          return milli == Job.WHOLE_WORKER ? "" : Integer.toString(milli);
        });
    columns.put("priority_weight", job -> job.weight() == 1 ? "" : plain(job.weight()));
    columns.put("slo", job -> plain(job.slo()));
    columns.put("entity", job -> job.team().orElse(""));
    columns.values().removeIf(column -> jobs.stream().map(column).allMatch(String::isEmpty));
    StringBuilder csv = new StringBuilder(CsvLine.of(columns.keySet().toArray()));
    for (ImportedJob job : jobs) {
      csv.append(CsvLine.of(columns.values().stream().map(column -> column.apply(job)).toArray()));
    }
    return csv.toString();
  }

  private ObjectNode throughputs(Set<String> types) {
    ObjectNode table = JsonNodeFactory.instance.objectNode();
    if (isAssumed(types)) {
      table.put("assumed", speeds.describe(types));
    }
    for (String type : types) {
      ObjectNode rows = table.putObject(type);
      for (ImportedJob job : imported.jobs()) {
        String key = "('%s', %s)".formatted(job.kind(), job.holding().workers());
        boolean unmeasured = !job.rates().isEmpty() && !job.rates().containsKey(type);
        if (!rows.has(key) && !unmeasured) {
          rows.putObject(key).put("null", rate(job, type, types));
        }
      }
    }
    return table;
  }

  private static String plain(OptionalDouble number) {
    return number.isPresent() ? plain(number.getAsDouble()) : "";
  }

  private static String plain(double number) {
    return new BigDecimal(number).round(new MathContext(12)).stripTrailingZeros().toPlainString();
  }

  private static String text(ObjectNode json) {
    try {
      return JsonMapper.builder()
              .enable(SerializationFeature.INDENT_OUTPUT)
              .build()
              .writeValueAsString(json)
          + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can be written", e);
    }
  }
}
