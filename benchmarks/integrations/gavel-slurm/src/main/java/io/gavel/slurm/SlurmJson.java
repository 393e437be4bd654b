package io.gavel.slurm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gavel.slurm.SlurmJob.State;
import io.gavel.workload.InvalidInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the JSON of {@code squeue --json}, {@code sinfo --json} and {@code scontrol show nodes
 * --json}. Slurm 22.05 prints plain numbers and texts; since 23.02, a number may be an object with
 * {@code set}, {@code infinite} and {@code number}, and a state a list. Both are read, and members
 * that are missing have the values of a job or node without them.
 */
public final class SlurmJson {

  /** Tasks of one waiting array that are read; the first ones can start, the other ones wait. */
  private static final int MOST_TASKS = 1_000;

  /** States of nodes on which Slurm starts no job. */
  private static final Set<String> UNUSABLE =
      Set.of(
          "down",
          "drain",
          "drained",
          "draining",
          "error",
          "fail",
          "failing",
          "future",
          "invalid",
          "invalid_reg",
          "maint",
          "maintenance",
          "not_responding",
          "no_respond",
          "reboot_issued",
          "reboot_requested",
          "reserved",
          "unknown");

  private static final Pattern RANGE = Pattern.compile("(\\d+)(?:-(\\d+)(?::(\\d+))?)?");
  private static final Pattern HOSTS = Pattern.compile("([^\\[]*)\\[([^\\]]*)\\](.*)");
  private static final Pattern TOP_LEVEL_COMMA = Pattern.compile(",(?![^\\[]*\\])");

  private SlurmJson() {}

  /**
   * Reads the jobs. Tasks of a waiting job array become jobs, up to the limit of tasks that may run
   * at once. The components of a heterogeneous job become one job, with the id of the first.
   *
   * @param json the output of {@code squeue --json}
   * @return the jobs, in the order of the output
   * @throws InvalidInputException if it is not such an output
   */
  public static List<SlurmJob> jobs(String json) {
    JsonNode list = list(json, "squeue", "jobs");
    Map<String, Integer> started = new HashMap<>();
    for (JsonNode job : list) {
      if (state(job) != State.PENDING && state(job) != State.ENDED) {
        started.merge(text(job, "array_job_id"), 1, Integer::sum);
      }
    }
    Map<String, SlurmJob> jobs = new LinkedHashMap<>();
    for (JsonNode job : list) {
      long whole = number(job, "het_job_id", 0);
      if (whole > 0) {
        String id = Long.toString(whole);
        jobs.merge(id, job(id, job), SlurmJob::with);
      } else {
        ids(job, started).forEach(id -> jobs.put(id, job(id, job)));
      }
    }
    return List.copyOf(jobs.values());
  }

  /**
   * Returns when the jobs were printed. Releases that do not say so have evaluated a waiting job or
   * started one shortly before.
   *
   * @param json the output of {@code squeue --json}
   * @return seconds since 1970; 0 without jobs
   * @throws InvalidInputException if it is not such an output
   */
  public static long printedAt(String json) {
    long latest = number(read(json, "squeue"), "last_update", 0);
    for (JsonNode job : list(json, "squeue", "jobs")) {
      boolean running = state(job) == State.RUNNING;
      for (String key : List.of("submit_time", "last_sched_evaluation", "start_time")) {
        if (running || !key.equals("start_time")) {
          latest = Math.max(latest, number(job, key, 0));
        }
      }
    }
    return latest;
  }

  private static List<String> ids(JsonNode job, Map<String, Integer> started) {
    String array = text(job, "array_job_id");
    String tasks = text(job, "array_task_string");
    if (!tasks.isEmpty()) {
      long limit = number(job, "array_max_tasks", 0);
      long most = limit == 0 ? MOST_TASKS : Math.max(0, limit - started.getOrDefault(array, 0));
      return numbers(tasks.replaceFirst("%.*", "")).stream()
          .limit(Math.min(most, MOST_TASKS))
          .map(task -> array + "_" + task)
          .toList();
    }
    boolean ofArray = !array.isEmpty() && !array.equals("0");
    String task = ofArray ? text(job, "array_task_id") : "";
    return List.of(task.isEmpty() ? text(job, "job_id") : array + "_" + task);
  }

  private static SlurmJob job(String id, JsonNode job) {
    State state = state(job);
    List<String> nodes = nodeNames(text(job, "nodes"));
    long minutes = number(job, "time_limit", Long.MAX_VALUE);
    return new SlurmJob(
        id,
        text(job, "name"),
        text(job, "user_name"),
        text(job, "account"),
        words(job.path("partition")),
        text(job, "comment"),
        state,
        text(job, "state_reason"),
        (int) Math.max(1, number(job, "node_count", 1)),
        requested(job),
        text(job, "features"),
        nodes,
        state == State.PENDING ? Map.of() : held(job),
        job.path("requeue").asBoolean(),
        text(job, "resv_name"),
        number(job, "priority", 0),
        (int) number(job, "restart_cnt", 0),
        number(job, "submit_time", 0),
        number(job, "eligible_time", 0),
        number(job, "start_time", 0),
        minutes >= Long.MAX_VALUE / 60 ? Long.MAX_VALUE : minutes * 60);
  }

  private static State state(JsonNode job) {
    Set<String> states = words(job.path("job_state"));
    if (states.contains("COMPLETING")) {
      return State.COMPLETING;
    }
    if (states.contains("PENDING") || states.contains("REQUEUED")) {
      return State.PENDING;
    }
    if (states.contains("SUSPENDED") || states.contains("STOPPED")) {
      return State.SUSPENDED;
    }
    boolean running =
        List.of("RUNNING", "CONFIGURING", "RESIZING", "SIGNALING", "STAGE_OUT").stream()
            .anyMatch(states::contains);
    return running ? State.RUNNING : State.ENDED;
  }

  /** A job states its GPUs in one of several ways; {@code tres_req_str} has them on some sites. */
  private static Map<String, Integer> requested(JsonNode job) {
    long nodes = Math.max(1, number(job, "node_count", 1));
    long tasks = Math.max(1, number(job, "tasks", 1));
    long sockets = nodes * Math.max(1, number(job, "sockets_per_node", 1));
    Map<String, Long> ways = new LinkedHashMap<>();
    ways.put("tres_per_job", 1L);
    ways.put("tres_per_node", nodes);
    ways.put("tres_per_task", tasks);
    ways.put("tres_per_socket", sockets);
    ways.put("tres_req_str", 1L);
    for (Map.Entry<String, Long> way : ways.entrySet()) {
      Map<String, Integer> gpus = gpus(text(job, way.getKey()));
      if (gpus.size() > 1) {
        gpus.remove(SlurmJob.ANY_TYPE); // the sum of the other ones
      }
      if (!gpus.isEmpty()) {
        gpus.replaceAll((type, count) -> Math.toIntExact(count * way.getValue()));
        return gpus;
      }
    }
    return Map.of();
  }

  private static Map<String, Integer> held(JsonNode job) {
    Map<String, Integer> held = gpus(text(job, "gres_detail"));
    return held.isEmpty() ? requested(job) : held;
  }

  /**
   * Reads the nodes. Accepts lists of nodes and, as {@code sinfo --json} prints since 23.02, groups
   * of nodes by partition and state.
   *
   * @param json the output of {@code sinfo --json} or {@code scontrol show nodes --json}
   * @return the nodes by name
   * @throws InvalidInputException if it is not such an output
   */
  public static Map<String, SlurmNode> nodes(String json) {
    Map<String, SlurmNode> nodes = new TreeMap<>();
    for (JsonNode entry : list(json, "sinfo", "nodes", "sinfo")) {
      JsonNode names = entry.has("name") ? entry.path("name") : entry.path("nodes").path("nodes");
      JsonNode states = entry.has("state") ? entry.path("state") : entry.path("node").path("state");
      Set<String> flags = words(entry.path("state_flags"));
      boolean usable =
          Stream.concat(words(states).stream(), flags.stream())
              .map(state -> state.toLowerCase(Locale.ROOT).replaceAll("[^a-z_]", ""))
              .noneMatch(UNUSABLE::contains);
      Set<String> partitions =
          words(
              entry.has("partitions")
                  ? entry.path("partitions")
                  : entry.path("partition").path("name"));
      for (String name : nodeNames(joined(names))) {
        SlurmNode node =
            new SlurmNode(
                name,
                gpus(joined(total(entry.path("gres")))),
                words(total(entry.path("features"))),
                partitions,
                usable);
        nodes.merge(name, node, SlurmJson::inBoth);
      }
    }
    return Collections.unmodifiableMap(nodes);
  }

  /** A node appears once for each of its partitions. */
  private static SlurmNode inBoth(SlurmNode one, SlurmNode other) {
    Set<String> partitions = new LinkedHashSet<>(one.partitions());
    partitions.addAll(other.partitions());
    boolean usable = one.usable() && other.usable();
    return new SlurmNode(one.name(), one.gpus(), one.features(), partitions, usable);
  }

  private static JsonNode total(JsonNode value) {
    return value.isObject() ? value.path("total") : value;
  }

  private static JsonNode read(String json, String command) {
    try {
      return JsonMapper.builder().build().readTree(json);
    } catch (JsonProcessingException e) {
      throw new InvalidInputException(
          "%s --json: is not JSON: %s".formatted(command, e.getOriginalMessage()));
    }
  }

  private static JsonNode list(String json, String command, String... keys) {
    JsonNode root = read(json, command);
    Optional<JsonNode> list =
        Arrays.stream(keys).map(root::path).filter(JsonNode::isArray).findFirst();
    return list.orElseThrow(
        () ->
            new InvalidInputException(
                "%s --json: has no list \"%s\"; it must be printed by Slurm 22.05 or later"
                    .formatted(command, keys[0])));
  }

  /** Numbers may be texts, or objects that say whether they are set. */
  private static long number(JsonNode object, String key, long missing) {
    JsonNode value = object.path(key);
    if (value.isObject()) {
      if (value.path("infinite").asBoolean()) {
        return Long.MAX_VALUE;
      }
      return value.path("set").asBoolean(true) ? value.path("number").asLong(missing) : missing;
    }
    return value.asLong(missing);
  }

  /** Returns a text; control characters, which no name may have, become spaces. */
  private static String text(JsonNode object, String key) {
    return joined(object.path(key)).replaceAll("\\p{Cntrl}", " ");
  }

  private static String joined(JsonNode value) {
    if (value.isArray()) {
      List<String> parts = new ArrayList<>();
      value.forEach(part -> parts.add(joined(part)));
      return String.join(",", parts);
    }
    if (value.isObject()) {
      return value.path("set").asBoolean(true) ? value.path("number").asText("") : "";
    }
    return value.isNull() ? "" : value.asText("");
  }

  private static Set<String> words(JsonNode value) {
    return Arrays.stream(joined(value).split(",", -1))
        .map(String::strip)
        .filter(word -> !word.isEmpty())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /**
   * Reads GPUs from texts like {@code gres:gpu:v100:2}, {@code gpu:2(IDX:0-1)} and {@code
   * cpu=1,gres/gpu=2}. GPUs without a type have the type {@code gpu}.
   *
   * @param text generic resources or trackable resources
   * @return GPUs by type
   */
  public static Map<String, Integer> gpus(String text) {
    Map<String, Integer> gpus = new TreeMap<>();
    for (String entry : text.replaceAll("\\([^)]*\\)", "").split(",", -1)) {
      List<String> parts = List.of(entry.strip().split("[:/=]", -1));
      int at = parts.indexOf("gpu");
      if (at >= 0) {
        List<String> rest = parts.subList(at + 1, parts.size());
        boolean counted = !rest.isEmpty() && rest.get(rest.size() - 1).matches("\\d{1,6}");
        int count = counted ? Integer.parseInt(rest.get(rest.size() - 1)) : 1;
        String type = rest.size() > (counted ? 1 : 0) ? rest.get(0) : SlurmJob.ANY_TYPE;
        if (count > 0) {
          gpus.merge(type, count, Integer::sum);
        }
      }
    }
    return gpus;
  }

  /**
   * Expands a list of nodes like {@code gpu[01-03,07],login1}.
   *
   * @param text the list
   * @return the names
   */
  public static List<String> nodeNames(String text) {
    List<String> names = new ArrayList<>();
    for (String part : TOP_LEVEL_COMMA.split(text, -1)) {
      Matcher hosts = HOSTS.matcher(part);
      if (hosts.matches()) {
        for (String number : numbers(hosts.group(2))) {
          names.addAll(nodeNames(hosts.group(1) + number + hosts.group(3)));
        }
      } else if (!part.isBlank()) {
        names.add(part.strip());
      }
    }
    return names;
  }

  /** Expands {@code 1,3-9:2}; ranges keep their leading zeros. */
  private static List<String> numbers(String text) {
    List<String> numbers = new ArrayList<>();
    for (String part : text.replaceAll("[\\[\\]\\s]", "").split(",", -1)) {
      Matcher range = RANGE.matcher(part);
      if (range.matches()) {
        int width = range.group(1).length();
        long last = Long.parseLong(range.group(range.group(2) == null ? 1 : 2));
        long step = range.group(3) == null ? 1 : Math.max(1, Long.parseLong(range.group(3)));
        for (long i = Long.parseLong(range.group(1)); i <= last; i += step) {
          numbers.add(String.format(Locale.ROOT, "%0" + width + "d", i));
          if (numbers.size() > 100 * MOST_TASKS) {
            return numbers;
          }
        }
      }
    }
    return numbers;
  }
}
