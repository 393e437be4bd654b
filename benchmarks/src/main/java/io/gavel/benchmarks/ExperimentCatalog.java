package io.gavel.benchmarks;

import io.gavel.benchmarks.experiment.Arm;
import io.gavel.benchmarks.experiment.Experiment;
import io.gavel.benchmarks.experiment.Finding;
import io.gavel.benchmarks.experiment.Scenario;
import io.gavel.benchmarks.input.ClusterSpec;
import io.gavel.benchmarks.input.InvalidInputException;
import io.gavel.benchmarks.simulation.Window;
import io.gavel.benchmarks.workload.Workload;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** The published results that the command line runs again. */
final class ExperimentCatalog {

  private static final String CLUSTER = "v100=36,p100=36,k80=36";
  private static final Window WINDOW = new Window(4000, 5000);
  private static final double ROUND = 360;
  private static final double ORIGINAL_MIN_RESET = 1920;
  private static final int V100 = 0;

  private ExperimentCatalog() {}

  /** All, in the order in which they are run. */
  static List<Experiment> all() {
    return List.of(
        las(
            "las_single",
            "Heterogeneity-aware max-min fairness shortens completion times 3.5 times (one-worker"
                + " jobs, 5.6 an hour).",
            Workload.published(5.6),
            26.42,
            91.29),
        las(
            "las_multi",
            "With gangs, 2.6 jobs an hour: 2.2 times.",
            Workload.published(2.6).withGangs(),
            32.52,
            72.43),
        finishTime(),
        fifo(),
        priorities(),
        makespan(),
        lowLoad(),
        completionTime());
  }

  /** The experiment of a name. */
  static Experiment named(String name) {
    return all().stream()
        .filter(experiment -> experiment.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "there is no experiment \"%s\"; known: all, %s"
                        .formatted(
                            name,
                            String.join(", ", all().stream().map(Experiment::name).toList()))));
  }

  private static Experiment las(
      String name, String claim, Workload workload, double aware, double agnostic) {
    return new Experiment(
        name,
        claim,
        both("max_min_fairness", "max_min_fairness_agnostic", workload),
        comparison("average JCT, h", aware, agnostic));
  }

  private static Experiment finishTime() {
    return new Experiment(
        "ftf_multi",
        "Finish-time fairness shortens completion times 2.2 times (gangs, 2.6 jobs an hour).",
        both(
            "finish_time_fairness",
            "finish_time_fairness_agnostic",
            Workload.published(2.6).withGangs()),
        comparison("average JCT, h", 28.65, 62.09));
  }

  private static Experiment fifo() {
    return new Experiment(
        "fifo_single",
        "FIFO on the fastest type beats FIFO on any 3.8 times (4.8 jobs an hour). The published"
            + " rival gives every job the same type, by a fault; ours draws one.",
        both("fifo_greedy", "fifo_greedy_agnostic", Workload.published(4.8)),
        comparison("average JCT, h", 24.1, 92));
  }

  private static Experiment priorities() {
    Workload workload = Workload.published(2.4).withGangs().withPriorities();
    List<Finding> findings =
        Stream.of(
                priority("low", "as published: aware", 20.18, false),
                priority("low", "as published: agnostic", 54.4, false),
                priority("high", "as published: aware", 18.55, true),
                priority("high", "as published: agnostic", 28.46, true),
                ownPriority("low", false),
                ownPriority("high", true))
            .toList();
    return new Experiment(
        "priorities",
        "With a fifth of the jobs at weight 5, completion times shrink 1.5 times for these and 2.7"
            + " times for the others (gangs, 2.4 jobs an hour).",
        both("max_min_fairness", "max_min_fairness_agnostic", workload),
        findings);
  }

  private static Finding priority(String which, String arm, double published, boolean high) {
    return Finding.published(
        "average JCT of %s priority, %s, h".formatted(which, arm),
        published,
        results -> results.jctHours(arm, job -> job.weight() > 1 == high));
  }

  private static Finding ownPriority(String which, boolean high) {
    return Finding.ours(
        "average JCT of %s priority, default: aware, h".formatted(which),
        results -> results.jctHours("default: aware", job -> job.weight() > 1 == high));
  }

  private static Experiment makespan() {
    Workload workload = Workload.published(0).withGangs();
    return new Experiment(
        "makespan",
        "700 jobs at once: the makespan policy needs 244 h where FIFO needs 620.",
        List.of(
            fixed("as published: makespan", "makespan", workload, 700, true),
            fixed("as published: FIFO", "fifo_greedy_agnostic", workload, 700, true),
            fixed("default: makespan", "makespan", workload, 700, false)),
        List.of(
            Finding.published("makespan, h", 244.2, r -> r.makespanHours("as published: makespan")),
            Finding.published(
                "makespan of FIFO, h", 619.5, r -> r.makespanHours("as published: FIFO")),
            Finding.ours(
                "makespan by default rules, h", r -> r.makespanHours("default: makespan"))));
  }

  /** Where the original loses most: it fills the first type first, whatever the allocation says. */
  private static Experiment lowLoad() {
    Workload workload = Workload.published(0.4);
    String cluster = "v100=12,p100=12,k80=12";
    Window window = new Window(100, 300);
    List<String> policies =
        List.of("max_min_fairness", "water_filling", "finish_time_fairness", "max_sum_throughput");
    Stream<Arm> ours =
        policies.stream().map(key -> arm(key, key, workload, cluster, window, false));
    Stream<Arm> rivals =
        Stream.of(
            arm(
                "as published: max_min_fairness",
                "max_min_fairness",
                workload,
                cluster,
                window,
                true),
            arm("as published: fifo_greedy", "fifo_greedy", workload, cluster, window, true),
            arm("fifo_greedy", "fifo_greedy", workload, cluster, window, false));
    Stream<Finding> published =
        Stream.of(
            jct("as published: max_min_fairness"),
            jct("as published: fifo_greedy"),
            jct("fifo_greedy"));
    return new Experiment(
        "low_load",
        "At 0.4 jobs an hour on 12:12:12 the original's linear programs lose to greedy FIFO; by the"
            + " default rules none does.",
        Stream.concat(ours, rivals).toList(),
        Stream.concat(policies.stream().map(ExperimentCatalog::jct), published).toList());
  }

  /** Which policy is best for the average completion time. */
  private static Experiment completionTime() {
    Workload workload = Workload.published(5.6);
    List<String> policies =
        List.of("allox", "shortest_job_first", "max_min_fairness", "harmonic_mean", "nash");
    return new Experiment(
        "average_jct",
        "AlloX: 23.54 h at 5.6 jobs an hour, max-min fairness 26.42 h.",
        policies.stream().map(key -> arm(key, key, workload, CLUSTER, WINDOW, false)).toList(),
        Stream.concat(
                Stream.of(
                    Finding.published("allox, average JCT, h", 23.54, r -> r.jctHours("allox")),
                    Finding.published(
                        "max_min_fairness, average JCT, h",
                        26.42,
                        r -> r.jctHours("max_min_fairness"))),
                Stream.of("shortest_job_first", "harmonic_mean", "nash")
                    .map(ExperimentCatalog::jct))
            .toList());
  }

  private static Finding jct(String arm) {
    return Finding.ours("%s, average JCT, h".formatted(arm), results -> results.jctHours(arm));
  }

  private static List<Arm> both(String aware, String agnostic, Workload workload) {
    return List.of(
        arm("as published: aware", aware, workload, CLUSTER, WINDOW, true),
        arm("as published: agnostic", agnostic, workload, CLUSTER, WINDOW, true),
        arm("default: aware", aware, workload, CLUSTER, WINDOW, false),
        arm("default: agnostic", agnostic, workload, CLUSTER, WINDOW, false));
  }

  private static List<Finding> comparison(String what, double aware, double agnostic) {
    return List.of(
        Finding.published("aware, " + what, aware, r -> r.jctHours("as published: aware")),
        Finding.published("agnostic, " + what, agnostic, r -> r.jctHours("as published: agnostic")),
        Finding.published(
            "agnostic over aware",
            agnostic / aware,
            r -> r.jctHours("as published: agnostic") / r.jctHours("as published: aware")),
        Finding.ours("aware by default rules, " + what, r -> r.jctHours("default: aware")),
        Finding.ours("agnostic by default rules, " + what, r -> r.jctHours("default: agnostic")));
  }

  private static Arm arm(
      String name, String key, Workload workload, String cluster, Window window, boolean faithful) {
    return new Arm(name, scenario(key, cluster, window, faithful), workload, OptionalInt.empty());
  }

  private static Arm fixed(String name, String key, Workload workload, int jobs, boolean faithful) {
    return new Arm(
        name, scenario(key, CLUSTER, Window.ALL, faithful), workload, OptionalInt.of(jobs));
  }

  private static Scenario scenario(String key, String cluster, Window window, boolean faithful) {
    return new Scenario(
        PolicyCatalog.entry(key).choice(V100),
        ClusterSpec.parse(cluster, ""),
        ROUND,
        faithful ? ORIGINAL_MIN_RESET : 0,
        window,
        OptionalInt.empty(),
        faithful);
  }
}
