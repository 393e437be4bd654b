package io.gavel.cli.operate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.catalog.PolicyEntry;
import io.gavel.cli.report.Json;
import io.gavel.cli.report.SolveJson;
import io.gavel.input.ProblemFile;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.JobExplanation;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.SchedulerState.OpenLeaseState;
import io.gavel.mechanism.state.WaitingJob;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationException;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.explain.Explanation;
import io.gavel.policies.explain.Explanation.Reason;
import io.gavel.policies.explain.Explanation.Verdict;
import io.gavel.policies.explain.WhatIf;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Why a job waits or has no larger share: the workers that it needs at once and that are free, its
 * earliest start, the jobs ahead of it, the constraints that bind, and the changes that would help.
 * Immutable.
 */
public final class WhyReport {

  /** The least fraction of time that counts. */
  private static final double NEGLIGIBLE = 1e-6;

  /** The names that a line lists before it counts the rest. */
  private static final int NAMES = 4;

  /** How often the number of additional workers is doubled until the job gains. */
  private static final int DOUBLINGS = 6;

  private static final MathContext DIGITS = new MathContext(3);

  private final PolicyEntry entry;
  private final ProblemFile file;
  private final Allocation allocation;
  private final AllocationProblem problem;
  private final int job;
  private final Explanation share;

  /** The ways to run in which the job holds the fewest and the most workers at once. */
  private final int smallest;

  private final int largest;

  /** The workers of which the job holds all or a share in its smallest way. */
  private final int fewest;

  /** The state in which the job waits; empty if it has time. */
  private final Optional<SchedulerState> present;

  private final Optional<JobExplanation> wait;

  /** The jobs that the policy serves before; empty if that is unknown. */
  private final Optional<List<String>> ahead;

  private final List<Change> changes;
  private final Holders holders;

  /**
   * What another problem would give the job.
   *
   * @param words the change
   * @param option of {@code gavel what-if} for it
   * @param throughput of the job then, in steps per second
   */
  private record Change(String words, String option, double throughput) {}

  private WhyReport(PolicyEntry entry, ProblemFile file, Allocation allocation, int job) {
    this.entry = entry;
    this.file = file;
    this.allocation = allocation;
    this.problem = allocation.problem();
    this.job = job;
    this.share = Explanation.of(allocation, job);
    Comparator<Integer> bySize = Comparator.comparingDouble(problem::workers);
    this.smallest = ways().boxed().min(bySize).orElse(job);
    this.largest = ways().boxed().max(bySize).orElse(job);
    this.fewest = problem.scaleFactor(smallest);
    boolean waits = share.verdict() != Verdict.NEVER && time() <= NEGLIGIBLE;
    this.present = waits ? Optional.of(Present.of(allocation)) : Optional.empty();
    this.wait = present.map(state -> JobExplanation.of(state, share.jobId()));
    this.ahead = waits ? new Precedence(entry, file).before(job, rivals()) : Optional.empty();
    this.changes = changes();
    this.holders = Holders.of(allocation, job);
  }

  /**
   * Looks at a job.
   *
   * @param entry the policy
   * @param file the problem
   * @param job its index
   * @return the report
   */
  public static WhyReport of(PolicyEntry entry, ProblemFile file, int job) {
    return new WhyReport(entry, file, entry.solveOrRefuse(file).allocation(), job);
  }

  private double time() {
    return allocation.timeFraction(job);
  }

  /** Returns the groups of the job that can run. */
  private IntStream ways() {
    return IntStream.range(0, problem.listedGroupCount())
        .filter(g -> Holders.isMember(problem.group(g), job))
        .filter(g -> IntStream.range(0, typeCount()).anyMatch(j -> problem.runs(g, j)));
  }

  private int typeCount() {
    return problem.cluster().typeCount();
  }

  /** Returns the pools of which the job can hold workers, in order. */
  private int[] pools() {
    return IntStream.range(0, problem.cluster().poolCount())
        .filter(k -> needed(job, k) > 0)
        .toArray();
  }

  /** Returns the fewest workers of a pool that some way of a job holds; 0 if none holds any. */
  private int needed(int m, int k) {
    return IntStream.range(0, problem.listedGroupCount())
        .filter(g -> Holders.isMember(problem.group(g), m))
        .flatMap(
            g ->
                IntStream.range(0, typeCount())
                    .filter(j -> problem.runs(g, j))
                    .map(j -> problem.gang(g, j, k)))
        .filter(workers -> workers > 0)
        .min()
        .orElse(0);
  }

  /** Returns the pools that lack workers for a co-gang, or all of its pools if none does. */
  private int[] shortPools() {
    List<String> full =
        share.reasons().stream()
            .flatMap(reason -> reason instanceof Reason.PoolFull of ? Stream.of(of.pool()) : null)
            .toList();
    int[] lacking =
        Arrays.stream(pools())
            .filter(
                k ->
                    present
                        .map(state -> free(state, k) < needed(job, k))
                        .orElse(full.contains(problem.cluster().poolName(k))))
            .toArray();
    return lacking.length > 0 ? lacking : pools();
  }

  private boolean isCoGang() {
    return ways().anyMatch(problem::isCoGang);
  }

  /** Returns the other jobs without time that could use a pool that the job could use. */
  private int[] rivals() {
    int[] pools = pools();
    return IntStream.range(0, problem.jobCount())
        .filter(m -> m != job && allocation.timeFraction(m) <= NEGLIGIBLE)
        .filter(
            m ->
                Arrays.stream(pools)
                    .anyMatch(
                        k ->
                            IntStream.range(0, typeCount())
                                .anyMatch(j -> problem.runs(m, j) && problem.gang(m, j, k) > 0)))
        .toArray();
  }

  /** Returns the number of workers of a pool on which the job has room now. */
  private int free(SchedulerState state, int k) {
    int[] left = new int[problem.cluster().poolWorkers(k)];
    Arrays.fill(left, Job.WHOLE_WORKER);
    for (OpenLeaseState open : state.running()) {
      for (Worker worker : open.workers()) {
        if (worker.pool() == k) {
          left[worker.index()] -= open.gpuMilli();
        }
      }
    }
    return (int) Arrays.stream(left).filter(milli -> milli >= problem.gpuMilli(smallest)).count();
  }

  /**
   * Tries what could help: no limit, and more workers of the pool that lacks least, or of all pools
   * that lack workers for a co-gang.
   */
  private List<Change> changes() {
    List<Change> found = new ArrayList<>();
    if (share.verdict() == Verdict.FULL || share.verdict() == Verdict.NEVER) {
      return found;
    }
    for (String name : binding()) {
      tried(file.problem().withoutConstraint(name))
          .map(rate -> new Change("without \"%s\"".formatted(name), "--lift " + name, rate))
          .ifPresent(found::add);
    }
    int[] scarce = isCoGang() ? shortPools() : new int[] {scarcePool()};
    for (int i = 0; i <= DOUBLINGS && found.stream().noneMatch(this::helps); i++) {
      AllocationProblem larger = file.problem();
      List<String> words = new ArrayList<>();
      List<String> options = new ArrayList<>();
      for (int k : scarce) {
        int more = lacking(k) << i;
        larger = Hypothesis.larger(larger, k, more);
        words.add("%s more %s".formatted(more, workers(more, problem.cluster().poolName(k))));
        options.add(option(k, more));
      }
      tried(larger)
          .map(
              rate ->
                  new Change(
                      "with " + String.join(" and ", words),
                      "--workers " + String.join(",", options),
                      rate))
          .ifPresent(found::add);
    }
    return found;
  }

  private int lacking(int k) {
    int needed = needed(job, k);
    return present.map(state -> Math.max(1, needed - free(state, k))).orElse(needed);
  }

  private boolean helps(Change change) {
    return new WhatIf.Change(share.jobId(), share.throughput(), change.throughput).gains();
  }

  /** Returns the job's throughput in another problem; empty if the policy has no answer to it. */
  private Optional<Double> tried(AllocationProblem other) {
    try {
      return Optional.of(
          entry.solve(file.with(other)).allocation().effectiveThroughput(share.jobId()));
    } catch (AllocationException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the names of the limits that leave no room. */
  private List<String> binding() {
    List<String> names = new ArrayList<>();
    wait.flatMap(JobExplanation::waiting).flatMap(WaitingJob::limit).ifPresent(names::add);
    for (Reason reason : share.reasons()) {
      if (reason instanceof Reason.Constrained limit && !names.contains(limit.constraint())) {
        names.add(limit.constraint());
      }
    }
    names.retainAll(problem.constraintNames());
    return names;
  }

  /** Returns the pool that lacks least for a job that waits, or where another job gains most. */
  private int scarcePool() {
    Cluster cluster = problem.cluster();
    Optional<String> type = wait.flatMap(JobExplanation::waiting).flatMap(WaitingJob::workerType);
    if (type.isPresent()) {
      return cluster.poolOf(cluster.indexOf(type.get()));
    }
    for (Reason reason : share.reasons()) {
      String name =
          reason instanceof Reason.PoolFull full
              ? full.pool()
              : reason instanceof Reason.RoomUnused room ? room.pool() : "";
      for (int k : pools()) {
        if (cluster.poolName(k).equals(name)) {
          return k;
        }
      }
    }
    return pools()[0];
  }

  /** Returns the change of a pool for {@code gavel what-if}, which names all types of the pool. */
  private String option(int k, int more) {
    return IntStream.range(0, typeCount())
        .filter(j -> problem.cluster().poolOf(j) == k)
        .mapToObj(j -> "%s=+%s".formatted(problem.cluster().type(j).name(), more))
        .collect(Collectors.joining(","));
  }

  private static String workers(int number, String pool) {
    return "%s of %s".formatted(number == 1 ? "worker" : "workers", pool);
  }

  /**
   * Renders the report.
   *
   * @param all whether to list all jobs ahead, all holders of workers, and the shares of reasons
   * @return lines that end with a line feed
   */
  public String text(boolean all) {
    List<String> lines = new ArrayList<>(lines());
    if (all) {
      ahead
          .filter(jobs -> !jobs.isEmpty())
          .ifPresent(jobs -> lines.add("\nAhead of it: " + String.join(", ", jobs)));
      lines.add("\n" + holders.text() + "\n" + share.toText().strip());
    }
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  private List<String> lines() {
    String id = share.jobId();
    if (share.verdict() == Verdict.NEVER) {
      return List.of("%s cannot run here: %s.".formatted(id, share.dominant().text()));
    }
    if (share.verdict() == Verdict.FULL) {
      return List.of(
          "%s runs all the time%s, at %s steps/s, its fastest."
              .formatted(id, types(), number(share.throughput())));
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        wait.isPresent()
            ? "%s waits: it needs %s; %s.".formatted(id, need(), freeText(present.orElseThrow()))
            : "%s runs %s%s, at %s of at most %s steps/s."
                .formatted(
                    id,
                    isAlways() ? "all the time" : percent(time()) + " of the time",
                    types(),
                    number(share.throughput()),
                    number(share.factors().get(0).value())));
    lines.add(wait.map(this::startText).orElseGet(this::roundsText));
    lines.add(aheadText());
    lines.add("What binds: " + bindingText() + ".");
    lines.add("What would change it: " + changeText() + ".");
    return lines;
  }

  private boolean isAlways() {
    return time() >= 1 - NEGLIGIBLE;
  }

  /** Returns the worker types on which the job runs. */
  private String types() {
    double[] time = new double[typeCount()];
    ways().forEach(g -> Arrays.setAll(time, j -> time[j] + allocation.fraction(g, j)));
    return IntStream.range(0, time.length)
        .filter(j -> time[j] > NEGLIGIBLE)
        .mapToObj(j -> problem.cluster().type(j).name())
        .collect(Collectors.joining(" and ", " on ", ""));
  }

  private static String percent(double part) {
    return number(100 * part) + " %";
  }

  /** Returns a number with three digits. */
  private static String number(double value) {
    return new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString();
  }

  private String need() {
    if (problem.isCoGang(smallest)) {
      int type =
          IntStream.range(0, typeCount())
              .filter(j -> problem.runs(smallest, j))
              .findFirst()
              .orElse(0);
      String workers =
          Arrays.stream(pools())
              .filter(k -> problem.gang(smallest, type, k) > 0)
              .mapToObj(
                  k ->
                      "%s of %s"
                          .formatted(
                              problem.gang(smallest, type, k), problem.cluster().poolName(k)))
              .collect(Collectors.joining(" and "));
      return workers + " at once";
    }
    int share = problem.gpuMilli(smallest);
    int gang = problem.scaleFactor(largest);
    if (problem.gpuMilli(largest) < Job.WHOLE_WORKER) {
      return "%s thousandths of one worker".formatted(range(share, problem.gpuMilli(largest)));
    }
    boolean shared = share < Job.WHOLE_WORKER;
    String most =
        gang == 1
            ? "1 worker"
            : "%s workers of one type at once".formatted(range(shared ? gang : fewest, gang));
    return shared ? "%s thousandths of one worker to %s".formatted(share, most) : most;
  }

  private static String range(int least, int most) {
    return least == most ? Integer.toString(least) : "%s to %s".formatted(least, most);
  }

  private String freeText(SchedulerState state) {
    return Arrays.stream(pools())
        .mapToObj(k -> "%s of %s".formatted(free(state, k), problem.cluster().poolName(k)))
        .collect(Collectors.joining(", ", "free now: ", ""));
  }

  private String startText(JobExplanation job) {
    double start = job.earliestStartSeconds();
    if (start == Double.POSITIVE_INFINITY) {
      return "Earliest start: none, whichever jobs end.";
    }
    if (start == Present.UNKNOWN) {
      return "Earliest start: unknown, because jobs that hold workers do not say how many steps"
          + " they have left.";
    }
    if (start <= 0) {
      return "Earliest start: now, on %s, if the scheduler fills idle workers; %s gives it no time."
          .formatted(job.waiting().flatMap(WaitingJob::workerType).orElse(""), entry.key());
    }
    if (job.after().isEmpty()) {
      return "Earliest start: in %s%s; its limit has no room before a job ends."
          .formatted(Span.text(start), startPool().map(" on "::concat).orElse(""));
    }
    return "Earliest start: in %s%s, when %s %s released workers."
        .formatted(
            Span.text(start),
            startPool().map(" on "::concat).orElse(""),
            names(byEnd(job.after())),
            job.after().size() == 1 ? "has" : "have");
  }

  /** Returns jobs in the order in which their leases end. */
  private List<String> byEnd(List<String> jobs) {
    return present.orElseThrow().running().stream()
        .sorted(Comparator.comparingDouble(OpenLeaseState::endSeconds))
        .flatMap(open -> open.jobIds().stream())
        .filter(jobs::contains)
        .toList();
  }

  /** Returns the pool of the workers that the job can have first. */
  private Optional<String> startPool() {
    List<String> after = wait.map(JobExplanation::after).orElse(List.of());
    return present.stream()
        .flatMap(state -> state.running().stream())
        .filter(open -> open.jobIds().stream().anyMatch(after::contains))
        .map(open -> problem.cluster().poolName(open.workers().get(0).pool()))
        .findFirst()
        .or(() -> wait.flatMap(JobExplanation::waiting).flatMap(WaitingJob::workerType));
  }

  private String roundsText() {
    if (isAlways()) {
      return "It holds %s.".formatted(need().replace(" of one type at once", " at once"));
    }
    OptionalDouble first = Present.firstRunSeconds(allocation, share.jobId());
    return "While it runs it holds %s; in rounds of %s from now on, it first runs %s."
        .formatted(
            need().replace(" of one type at once", " at once"),
            Span.text(Present.ROUND_SECONDS),
            first.isEmpty()
                ? "later than in any round that was tried"
                : first.getAsDouble() == 0 ? "at once" : "after " + Span.text(first.getAsDouble()));
  }

  private String aheadText() {
    if (isAlways()) {
      return "Jobs ahead: none.";
    }
    if (wait.isEmpty()) {
      return "Jobs ahead: none; it shares these workers with %s."
          .formatted(holders.rows().size() == 1 ? "1 job" : holders.rows().size() + " jobs");
    }
    String position = "it is job %s of %s in the file".formatted(job + 1, problem.jobCount());
    return ahead
        .map(
            jobs ->
                jobs.isEmpty()
                    ? "Jobs ahead: none that waits; %s.".formatted(position)
                    : "Jobs ahead: %s %s and %s first under %s; %s."
                        .formatted(
                            jobs.size(),
                            jobs.size() == 1 ? "waits" : "wait",
                            jobs.size() == 1 ? "goes" : "go",
                            entry.key(),
                            position))
        .orElseGet(
            () ->
                "Jobs ahead: unknown under %s, of %s that wait for the same workers; %s."
                    .formatted(entry.key(), rivals().length, position));
  }

  private static String names(List<String> names) {
    if (names.size() > NAMES) {
      return "%s and %s more"
          .formatted(String.join(", ", names.subList(0, NAMES)), names.size() - NAMES);
    }
    int last = names.size() - 1;
    return last < 1
        ? String.join("", names)
        : "%s and %s".formatted(String.join(", ", names.subList(0, last)), names.get(last));
  }

  private String bindingText() {
    List<String> limits = binding();
    if (!limits.isEmpty()) {
      return limits.stream()
          .map("\"%s\""::formatted)
          .collect(Collectors.joining(", ", limits.size() == 1 ? "limit " : "limits ", ""));
    }
    if (wait.isEmpty() && !isCoGang()) {
      return share.dominant().text();
    }
    return Arrays.stream(isCoGang() ? shortPools() : pools())
        .mapToObj(k -> bindingText(k, present.map(state -> free(state, k)).orElse(0)))
        .collect(Collectors.joining(", "));
  }

  private String bindingText(int k, int free) {
    String name = problem.cluster().poolName(k);
    int needed = needed(job, k);
    if (free >= needed) {
      return "%s has room, which %s leaves idle".formatted(name, entry.key());
    }
    int workers = problem.cluster().poolWorkers(k);
    if (free > 0) {
      return "%s lacks %s".formatted(name, needed - free);
    }
    return workers == 1
        ? "the only %s is taken".formatted(name)
        : "all %s of %s are taken".formatted(workers, name);
  }

  private String changeText() {
    boolean waits = wait.isPresent();
    List<String> tried = new ArrayList<>();
    for (int i = 0; i < changes.size(); i++) {
      Change change = changes.get(i);
      boolean isEnd = i == 0 || i == changes.size() - 1; // of those that do not help
      if (helps(change)) {
        tried.add(
            "%s it would %s %s steps/s (gavel what-if ... %s)"
                .formatted(
                    change.words,
                    waits ? "run at" : "have",
                    number(change.throughput),
                    change.option));
      } else if (isEnd) {
        tried.add("%s it would not %s".formatted(change.words, waits ? "run" : "gain"));
      }
    }
    return tried.isEmpty() ? "nothing that was tried" : String.join("; ", tried);
  }

  /**
   * Renders the report as one JSON object, with names and units.
   *
   * @return one line without its end
   */
  public String json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("job", share.jobId());
    json.put("summary", lines().get(0));
    json.put("verdict", share.verdict().toString());
    json.put("position", job + 1);
    json.put("jobs", problem.jobCount());
    json.set("throughput_steps_per_s", Json.number(share.throughput()));
    json.set("time_fraction", Json.number(time()));
    json.put("workers_needed", problem.workers(smallest));
    present.ifPresentOrElse(
        state -> {
          ObjectNode free = json.putObject("workers_free");
          for (int k : pools()) {
            free.put(problem.cluster().poolName(k), free(state, k));
          }
        },
        () -> json.putNull("workers_free"));
    double start = wait.map(JobExplanation::earliestStartSeconds).orElse(Double.NaN);
    boolean known = Double.isFinite(start) && start < Present.UNKNOWN;
    json.set("earliest_start_s", Json.number(known ? start : Double.NaN));
    json.put("earliest_start_on", startPool().filter(pool -> known).orElse(null));
    ArrayNode after = json.putArray("after");
    wait.ifPresent(explained -> byEnd(explained.after()).forEach(after::add));
    ahead.ifPresentOrElse(
        jobs -> jobs.forEach(json.putArray("ahead")::add), () -> json.putNull("ahead"));
    binding().forEach(json.putArray("limits")::add);
    ArrayNode tried = json.putArray("changes");
    for (Change change : changes) {
      ObjectNode row = tried.addObject();
      row.put("what_if", change.option);
      row.set("throughput_steps_per_s", Json.number(change.throughput));
    }
    holders.addTo(json.putArray("holders"));
    ArrayNode reasons = json.putArray("reasons");
    share.reasons().forEach(reason -> reasons.add(reason.text()));
    json.set("price_of_one_worker", SolveJson.prices(allocation, entry.claimsProof(file)));
    return Json.line(json);
  }
}
