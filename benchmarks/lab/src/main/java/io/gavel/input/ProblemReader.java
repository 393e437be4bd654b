package io.gavel.input;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Holding;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Program.Purchasable;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads problems in the JSON schemas {@value #PUBLIC_SCHEMA}, {@value #SCHEMA} and {@value
 * #SECOND_SCHEMA}; unknown keys are errors. The second schema adds forbidden worker types,
 * configurations of jobs, intervals of throughputs, constraints and quotas. In the public schema,
 * which has the keys of the second one, guaranteed workers are a right; in the second one they are
 * reserved.
 */
public final class ProblemReader {

  /** The first supported schema. */
  public static final String SCHEMA = "cluster-scheduling-golden-1";

  /**
   * The second supported schema: the first one with forbidden worker types, configurations of jobs,
   * intervals of throughputs, constraints and quotas.
   */
  public static final String SECOND_SCHEMA = "cluster-scheduling-golden-2";

  /** The public schema: the second one with guarantees as rights, and reserved workers. */
  public static final String PUBLIC_SCHEMA = "gavel-problem-1";

  private static final List<String> DISCIPLINES =
      Stream.of(Discipline.values()).map(d -> d.name().toLowerCase(Locale.ROOT)).toList();

  private final JsonCursor root;
  private final List<OptionalInt> pairRows = new ArrayList<>();

  /** The positions of jobs with text ids. */
  private final Map<String, Integer> positions = new HashMap<>();

  private boolean second;

  private boolean rights;

  private ProblemReader(JsonCursor root) {
    this.root = root;
  }

  /**
   * Reads one problem.
   *
   * @param file a JSON file
   * @return the problem with its name in the file
   * @throws InvalidInputException naming file, place, value and the allowed values
   */
  public static ProblemFile read(Path file) {
    InputText input = InputText.read(file);
    if (SnapshotFile.isSnapshot(input)) {
      return SnapshotFile.read(input);
    }
    return InputKind.PROBLEM.read(input, ProblemReader::read);
  }

  private static ProblemFile read(InputText input) {
    ProblemReader reader = new ProblemReader(JsonCursor.read(input));
    try {
      return reader.problem();
    } catch (IllegalArgumentException e) { // checks of the problem as a whole
      throw new InvalidInputException("%s: %s".formatted(input.file(), e.getMessage()));
    }
  }

  /**
   * Returns all mistakes of a file.
   *
   * @param input the text of a JSON file
   * @return messages with file, line, place, value and the allowed values; empty if the file is
   *     valid
   * @throws InvalidInputException if the text is not JSON
   */
  static List<String> mistakes(InputText input) {
    Set<String> messages = new LinkedHashSet<>();
    try {
      new ProblemReader(JsonCursor.read(input, mistake -> messages.add(message(mistake))))
          .problem();
    } catch (InvalidInputException e) {
      messages.add(message(e));
    } catch (IllegalArgumentException e) { // checks of the problem as a whole
      if (messages.isEmpty()) { // else it may be due to a substitute
        messages.add("%s: %s".formatted(input.file(), e.getMessage()));
      }
    }
    return List.copyOf(messages);
  }

  private static String message(InvalidInputException e) {
    return String.valueOf(e.getMessage());
  }

  private ProblemFile problem() {
    requireSchema();
    root.object(
        keys(
            "schema name note worker_types num_workers cost reference_type jobs pairs entities"
                + " expected"
                + (second ? " forbidden constraints purchasable" : "")
                + (rights ? " guarantees assumed" : "")));
    Cluster cluster = cluster();
    AllocationProblem.Builder builder = AllocationProblem.builder(cluster);
    Set<String> entities = entities(builder);
    OptionalInt referenceType =
        root.optional("reference_type").filter(place -> !place.isNull()).stream()
            .mapToInt(place -> place.integer(0, cluster.typeCount() - 1))
            .findFirst();
    List<Job> jobs = jobs(builder, cluster, entities, referenceType);
    pairs(builder, cluster, jobs);
    forbidden(builder, cluster, jobs);
    constraints(builder, cluster, entities, jobs);
    root.optional("guarantees")
        .map(place -> place.oneOf(List.of("refused", "scaled")))
        .filter("scaled"::equals)
        .ifPresent(scaled -> builder.scalingGuarantees());
    root.optional("expected").ifPresent(JsonCursor::members);
    return new ProblemFile(
        root.member("name").text(),
        builder.build(),
        referenceType,
        pairRows,
        purchasables(cluster),
        root.optional("assumed").map(JsonCursor::text));
  }

  private List<Purchasable> purchasables(Cluster cluster) {
    List<String> names = cluster.types().stream().map(WorkerType::name).toList();
    Set<String> seen = new HashSet<>();
    List<Purchasable> all = new ArrayList<>();
    for (JsonCursor place : listed(root, "purchasable")) {
      place.object(keys("type most price"));
      String type = place.member("type").oneOf(names);
      if (!seen.add(type)) {
        throw place.member("type").mustBe("a worker type that no other entry has");
      }
      int most = place.member("most").integer(0, Integer.MAX_VALUE);
      all.add(new Purchasable(type, most, place.member("price").nonNegative()));
    }
    return all;
  }

  /** Returns the entries of a list, which may be absent. */
  private static List<JsonCursor> listed(JsonCursor place, String key) {
    return place.optional(key).map(JsonCursor::list).orElse(List.of());
  }

  private void requireSchema() {
    root.members(); // first: the document must be an object
    String schema = root.member("schema").oneOf(List.of(PUBLIC_SCHEMA, SCHEMA, SECOND_SCHEMA));
    second = !schema.equals(SCHEMA);
    rights = schema.equals(PUBLIC_SCHEMA);
  }

  private Cluster cluster() {
    List<JsonCursor> names = root.member("worker_types").list();
    if (names.isEmpty()) {
      throw root.member("worker_types").mustBe("a list of at least one name");
    }
    List<JsonCursor> workers = perType("num_workers", names.size());
    List<JsonCursor> cost =
        root.optional("cost").isEmpty() ? List.of() : perType("cost", names.size());
    List<WorkerType> types = new ArrayList<>();
    Set<String> seen = new LinkedHashSet<>();
    for (int j = 0; j < names.size(); j++) {
      if (!seen.add(names.get(j).text())) {
        throw names.get(j).mustBe("a name that no other worker type has");
      }
      int count = workers.get(j).integer(0, Integer.MAX_VALUE);
      double price = cost.isEmpty() ? 0 : cost.get(j).nonNegative();
      types.add(new WorkerType(names.get(j).text(), count).withPricePerHour(price));
    }
    return Cluster.of(types);
  }

  private List<JsonCursor> perType(String key, int typeCount) {
    return root.member(key).list(typeCount, "one entry a worker type");
  }

  private Set<String> entities(AllocationProblem.Builder builder) {
    Set<String> ids = new LinkedHashSet<>();
    for (JsonCursor place : listed(root, "entities")) {
      place.object(
          keys(
              "id weight policy"
                  + (second ? " guaranteed limit lent" : "")
                  + (rights ? " reserved" : "")));
      String id = place.member("id").text();
      if (!ids.add(id)) {
        throw place.member("id").mustBe("an id that no other entity has");
      }
      String policy = place.member("policy").oneOf(DISCIPLINES);
      Discipline discipline = Discipline.valueOf(policy.toUpperCase(Locale.ROOT));
      builder.entity(new Entity(id, place.member("weight").positive(), discipline));
    }
    return ids;
  }

  private List<Job> jobs(
      AllocationProblem.Builder builder,
      Cluster cluster,
      Set<String> entities,
      OptionalInt referenceType) {
    List<Job> jobs = new ArrayList<>();
    for (JsonCursor place : root.member("jobs").list()) {
      place.object(
          keys(
              "id throughput scale_factor gpu_milli weight steps_remaining seconds_since_start"
                  + " isolated_seconds_so_far slo_seconds entity"
                  + (second ? " configurations low high" : "")
                  + (rights ? " seconds_left seconds_left_on alongside min_run_seconds" : "")));
      double[] rates = place.member("throughput").throughputs(cluster.typeCount());
      Job.Builder described = job(place, jobs.size(), entities);
      alongside(place, cluster).forEach(described::alongside);
      place
          .optional("min_run_seconds")
          .ifPresent(least -> described.minRunSeconds(least.nonNegative()));
      secondsLeft(place, cluster, referenceType, rates).ifPresent(described::stepsRemaining);
      Job job = described.build();
      builder.job(job, rates);
      interval(place, builder, cluster);
      jobs.add(job);
      configurations(place, builder, job, cluster);
    }
    return jobs;
  }

  /** Returns the remaining steps of a job that states its remaining time on a worker type. */
  private static OptionalDouble secondsLeft(
      JsonCursor job, Cluster cluster, OptionalInt referenceType, double[] rates) {
    Optional<JsonCursor> seconds = job.optional("seconds_left");
    Optional<JsonCursor> on = job.optional("seconds_left_on");
    if (seconds.isEmpty()) {
      on.ifPresent(
          place -> {
            throw place.complaint("is given without seconds_left");
          });
      return OptionalDouble.empty();
    }
    JsonCursor place = seconds.get();
    if (job.optional("steps_remaining").isPresent()) {
      throw place.complaint("and steps_remaining are given; one is allowed");
    }
    List<String> names = cluster.types().stream().map(WorkerType::name).toList();
    if (on.isEmpty() && referenceType.isEmpty()) {
      throw place.complaint("needs seconds_left_on, or a reference_type of the problem");
    }
    int type = on.map(name -> names.indexOf(name.oneOf(names))).orElseGet(referenceType::getAsInt);
    if (rates[type] == 0) {
      throw place.complaint(
          "is the time on %s, where the throughput of the job is 0; state seconds_left_on"
              .formatted(names.get(type)));
    }
    return OptionalDouble.of(place.nonNegative() * rates[type]);
  }

  /** Returns the workers that a co-gang holds of further types. */
  private static SortedMap<String, Integer> alongside(JsonCursor way, Cluster cluster) {
    SortedMap<String, Integer> alongside = new TreeMap<>();
    List<String> names = cluster.types().stream().map(WorkerType::name).toList();
    way.optional("alongside")
        .ifPresent(
            held -> {
              held.object(new LinkedHashSet<>(names));
              for (Map.Entry<String, JsonCursor> of : held.members()) {
                alongside.put(of.getKey(), of.getValue().integer(1, Integer.MAX_VALUE));
              }
              if (gpuMilli(way, 1) < Job.WHOLE_WORKER) {
                throw held.complaint(
                    "is given for a share of a worker; a co-gang takes whole workers");
              }
            });
    return alongside;
  }

  private void configurations(
      JsonCursor job, AllocationProblem.Builder builder, Job owner, Cluster cluster) {
    int largest = IntStream.range(0, cluster.poolCount()).map(cluster::poolWorkers).max().orElse(0);
    Set<String> seen = new LinkedHashSet<>();
    for (JsonCursor place : listed(job, "configurations")) {
      place.object(
          keys("name workers gpu_milli throughput low high" + (rights ? " alongside" : "")));
      String name = place.member("name").text();
      if (!seen.add(name)) {
        throw place.member("name").mustBe("a name that no other configuration of the job has");
      }
      int workers = place.member("workers").integer(1, Math.max(1, largest));
      double[] rates = place.member("throughput").throughputs(cluster.typeCount());
      builder.configuration(
          owner.id(),
          name,
          new Holding(workers, gpuMilli(place, workers), alongside(place, cluster)),
          rates);
      interval(place, builder, cluster);
    }
  }

  /** The interval of the row that was added last; none if its rates are known. */
  private static void interval(JsonCursor row, AllocationProblem.Builder builder, Cluster cluster) {
    if (row.optional("low").isPresent() || row.optional("high").isPresent()) {
      double[] low = row.member("low").throughputs(cluster.typeCount());
      double[] high = row.member("high").throughputs(cluster.typeCount());
      builder.within(low, high);
    }
  }

  private Job.Builder job(JsonCursor place, int position, Set<String> entities) {
    Job.Builder job =
        Job.builder(id(place.member("id"), position))
            .scaleFactor(scaleFactor(place))
            .gpuMilli(gpuMilli(place, scaleFactor(place)));
    place.optional("weight").ifPresent(weight -> job.weight(weight.positive()));
    place.optional("steps_remaining").ifPresent(s -> job.stepsRemaining(s.nonNegative()));
    place.optional("seconds_since_start").ifPresent(s -> job.secondsSinceStart(s.nonNegative()));
    place
        .optional("isolated_seconds_so_far")
        .ifPresent(s -> job.isolatedSecondsSoFar(s.nonNegative()));
    place
        .optional("slo_seconds")
        .filter(slo -> !slo.isNull())
        .ifPresent(slo -> job.sloSeconds(slo.positive()));
    JsonCursor entity = place.optional("entity").filter(e -> !e.isNull()).orElse(null);
    if (entity != null) {
      if (!entities.contains(entity.text())) {
        throw entity.mustBe("null or the id of an entity of this file");
      }
      job.entity(entity.text());
    }
    return job;
  }

  private String id(JsonCursor place, int position) {
    if (place.isMissing()) {
      return "?" + position;
    }
    if (place.isText()) {
      if (positions.putIfAbsent(place.text(), position) != null) {
        throw place.mustBe("an id that no other job has");
      }
      return place.text();
    }
    if (place.integer(0, Integer.MAX_VALUE) != position) {
      throw place.mustBe("%s, the position in the list".formatted(position));
    }
    return String.valueOf(position);
  }

  private int position(JsonCursor place, List<Job> jobs) {
    if (!place.isText()) {
      return place.integer(0, jobs.size() - 1);
    }
    Integer position = positions.get(place.text());
    if (position == null) {
      throw place.mustBe("the id of a job of this file");
    }
    return position;
  }

  private void forbidden(AllocationProblem.Builder builder, Cluster cluster, List<Job> jobs) {
    List<String> names = cluster.types().stream().map(WorkerType::name).toList();
    List<JsonCursor> rules = root.optional("forbidden").map(JsonCursor::list).orElse(List.of());
    for (JsonCursor place : rules) {
      place.object(keys("job types"));
      String job = jobs.get(position(place.member("job"), jobs)).id();
      List<JsonCursor> types = place.member("types").list();
      if (types.isEmpty()) {
        throw place.member("types").mustBe("a list of at least one worker type");
      }
      types.forEach(type -> builder.forbid(job, type.oneOf(names)));
    }
  }

  private void constraints(
      AllocationProblem.Builder builder, Cluster cluster, Set<String> entities, List<Job> jobs) {
    ConstraintReader reader =
        new ConstraintReader(cluster, entities, place -> jobs.get(position(place, jobs)).id());
    listed(root, "entities").forEach(entity -> reader.quota(entity, builder, rights));
    reader.constraints(listed(root, "constraints"), builder);
  }

  private static int scaleFactor(JsonCursor job) {
    return job.optional("scale_factor").map(p -> p.integer(1, Integer.MAX_VALUE)).orElse(1);
  }

  /** Optional: older files have no shares of workers. */
  private static int gpuMilli(JsonCursor way, int workers) {
    Optional<JsonCursor> place = way.optional("gpu_milli");
    int milli = place.map(p -> p.integer(1, Job.WHOLE_WORKER)).orElse(Job.WHOLE_WORKER);
    if (milli < Job.WHOLE_WORKER && workers > 1) {
      throw way.member("gpu_milli")
          .mustBe("%s, because a gang takes whole workers".formatted(Job.WHOLE_WORKER));
    }
    return milli;
  }

  private void pairs(AllocationProblem.Builder builder, Cluster cluster, List<Job> jobs) {
    Map<Group.Pair, JsonCursor> seen = new HashMap<>();
    int group = jobs.size();
    for (JsonCursor place : listed(root, "pairs")) {
      place.object(keys("jobs throughput" + (second ? " low high" : "")));
      List<JsonCursor> members = place.member("jobs").list(2, "the two jobs of the pair");
      int a = position(members.get(0), jobs);
      int b = position(members.get(1), jobs);
      if (a == b) {
        throw place.member("jobs").mustBe("two different jobs");
      }
      if (seen.putIfAbsent(new Group.Pair(Math.min(a, b), Math.max(a, b)), place) != null) {
        throw place.member("jobs").mustBe("a pair that is not listed already");
      }
      double[][] rates = pairRates(place.member("throughput"), cluster.typeCount());
      if (jobs.get(a).workers() == jobs.get(b).workers()) {
        builder.pair(jobs.get(a).id(), jobs.get(b).id(), rates[0], rates[1]);
        pairInterval(place, builder, cluster);
        pairRows.add(OptionalInt.of(group++));
      } else {
        requireAllZero(place, "throughput", cluster.typeCount());
        for (String end : List.of("low", "high")) {
          if (place.optional(end).isPresent()) {
            requireAllZero(place, end, cluster.typeCount());
          }
        }
        pairRows.add(OptionalInt.empty());
      }
    }
  }

  private static void pairInterval(
      JsonCursor row, AllocationProblem.Builder builder, Cluster cluster) {
    if (row.optional("low").isPresent() || row.optional("high").isPresent()) {
      double[][] low = pairRates(row.member("low"), cluster.typeCount());
      double[][] high = pairRates(row.member("high"), cluster.typeCount());
      builder.within(low[0], high[0], low[1], high[1]);
    }
  }

  private static double[][] pairRates(JsonCursor place, int typeCount) {
    double[][] rates = new double[2][typeCount];
    List<JsonCursor> perType = place.list(typeCount, "one entry a worker type");
    for (int j = 0; j < typeCount; j++) {
      List<JsonCursor> both = perType.get(j).list(2, "one rate a job of the pair");
      rates[0][j] = both.get(0).nonNegative();
      rates[1][j] = both.get(1).nonNegative();
    }
    return rates;
  }

  private static void requireAllZero(JsonCursor place, String key, int typeCount) {
    double[][] rates = pairRates(place.member(key), typeCount);
    if (Arrays.stream(rates).flatMapToDouble(Arrays::stream).anyMatch(rate -> rate != 0)) {
      throw place
          .member(key)
          .mustBe(
              "all 0, because the jobs hold unequal numbers of workers and can never share them");
    }
  }

  private static Set<String> keys(String words) {
    return new LinkedHashSet<>(List.of(words.split(" ", -1)));
  }
}
