package io.gavel.cli.imports;

import io.gavel.policies.model.Holding;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/**
 * Worker types, jobs and teams of a format, and the number of its records that are left out by
 * reason. Mutable.
 */
final class Imported {

  /** The name of the trace of a format that has one. */
  static final String TRACE = "trace";

  private final Map<String, Integer> workers = new TreeMap<>();
  private final Map<String, Integer> perServer = new TreeMap<>();

  /** The jobs by trace: a format may have several. */
  private final Map<String, List<ImportedJob>> traces = new LinkedHashMap<>();

  private final Set<String> ids = new HashSet<>();
  private final Map<String, ImportedTeam> teams = new LinkedHashMap<>();
  private final Map<String, Integer> leftOut = new TreeMap<>();
  private final List<String> notes = new ArrayList<>();

  /**
   * A job.
   *
   * @param id unique
   * @param team the team that it belongs to
   * @param kind its job type in a trace; jobs of one type have the same rates on equally many
   *     workers
   * @param holding the workers that it holds at once
   * @param arrivalSeconds its arrival, from any origin
   * @param seconds how long it runs, or still has to run, on a worker type; empty if unknown
   * @param on that worker type; empty for the fastest
   * @param steps its steps; empty if its seconds state its length
   * @param slo its deadline as a multiple of its time on the fastest type; empty if it has none
   * @param rates its measured or given rates by worker type; empty if they are to be assumed
   * @param types the worker types that it can use; empty for all
   * @param weight greater than 0
   */
  record ImportedJob(
      String id,
      Optional<String> team,
      String kind,
      Holding holding,
      double arrivalSeconds,
      OptionalDouble seconds,
      Optional<String> on,
      OptionalDouble steps,
      OptionalDouble slo,
      Map<String, Double> rates,
      Set<String> types,
      double weight) {

    /** Creates a job of weight 1 with assumed rates. */
    ImportedJob(
        String id,
        Optional<String> team,
        String kind,
        Holding holding,
        double arrivalSeconds,
        OptionalDouble seconds,
        Optional<String> on,
        Set<String> types) {
      this(
          id,
          team,
          kind,
          holding,
          arrivalSeconds,
          seconds,
          on,
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          Map.of(),
          types,
          1);
    }
  }

  /**
   * A team.
   *
   * @param weight of the team
   * @param limit the most workers that its jobs may hold, by worker type; absent = all
   */
  record ImportedTeam(double weight, Map<String, Integer> limit) {}

  /** Adds workers of a type; the size of a server is a divisor of the sizes of all servers. */
  void add(String type, int count, int ofServer) {
    workers.merge(type, count, Integer::sum);
    perServer.merge(type, ofServer, Imported::greatestDivisor);
  }

  private static int greatestDivisor(int a, int b) {
    return b == 0 ? a : greatestDivisor(b, a % b);
  }

  /** Adds a job to a trace, unless its id is taken. */
  void add(String trace, ImportedJob job) {
    if (ids.add(trace + "/" + job.id())) {
      traces.computeIfAbsent(trace, name -> new ArrayList<>()).add(job);
    } else {
      leaveOut("with the id of another record");
    }
  }

  /** Adds a job to the only trace. */
  void add(ImportedJob job) {
    add(TRACE, job);
  }

  void add(String team, double weight, Map<String, Integer> limit) {
    teams.put(team, new ImportedTeam(weight, limit));
  }

  /** Counts a record that is left out; {@code reason} continues "records". */
  void leaveOut(String reason) {
    leftOut.merge(reason, 1, Integer::sum);
  }

  /** Adds a sentence for the reader that is no reason to leave something out. */
  void note(String sentence) {
    if (!notes.contains(sentence)) {
      notes.add(sentence);
    }
  }

  /** Returns the workers by type. */
  Map<String, Integer> workers() {
    return workers;
  }

  int perServer(String type) {
    return Math.max(1, perServer.getOrDefault(type, 1));
  }

  /** Returns the jobs of all traces. */
  List<ImportedJob> jobs() {
    return traces.values().stream().flatMap(List::stream).toList();
  }

  /** Returns the jobs by trace; callers may replace them. */
  Map<String, List<ImportedJob>> traces() {
    return traces;
  }

  Map<String, ImportedTeam> teams() {
    return teams;
  }

  /** Returns the numbers of records left out by reason, and the notes, one line each. */
  List<String> messages() {
    List<String> lines = new ArrayList<>();
    leftOut.forEach(
        (reason, count) ->
            lines.add("left out: %s record%s %s".formatted(count, count == 1 ? "" : "s", reason)));
    lines.addAll(notes);
    return lines;
  }
}
