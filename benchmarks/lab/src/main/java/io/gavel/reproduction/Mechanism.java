package io.gavel.reproduction;

import static io.gavel.experiment.Figure.jct;
import static io.gavel.experiment.Figure.makespan;
import static io.gavel.experiment.Figure.mean;
import static io.gavel.reproduction.Setups.singles;

import io.gavel.experiment.Experiment;
import io.gavel.experiment.Experiment.Curve;
import io.gavel.experiment.Experiment.Drawing;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.Figure;
import io.gavel.experiment.Rules;
import io.gavel.experiment.RunFigures;
import io.gavel.experiment.Simulation;
import io.gavel.experiment.rounds.Churn;
import io.gavel.experiment.rounds.Churn.Between;
import io.gavel.legacy.fidelity.Fidelity;
import io.gavel.legacy.fidelity.Kind;
import io.gavel.legacy.fidelity.Lag;
import io.gavel.legacy.fidelity.RoundPlanner;
import io.gavel.mechanism.plan.Overhead;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.plot.Chart;
import io.gavel.policies.model.Cluster;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Rounds of Gavel's mechanism: their length, the cost of moves, lag and newcomers. */
final class Mechanism {

  private static final String MAX_MIN = "max_min_fairness";

  private final ExperimentScale scale;
  private final Setups setups;

  Mechanism(ExperimentScale scale) {
    this.scale = scale;
    setups = new Setups(scale);
  }

  Experiment physical() {
    Figure aware = jct(Setups.physical(MAX_MIN, Setups.ARRIVING).by(Rules.ORIGINAL));
    Simulation blind = Setups.physical("max_min_fairness_agnostic", Setups.ARRIVING);
    Simulation makespan = Setups.physical("makespan", Setups.AT_ONCE);
    return Experiment.of(
            "physical",
            scale.seeds(3),
            "Simulated traces of the physical cluster (8:16:24 workers): average JCT 3.7 h aware"
                + " and 5.4 h agnostic, makespan 17.6 h for the makespan policy and 22.1 h for"
                + " Gandiva.")
        .row("aware, average JCT, h", 3.7, aware)
        .row("agnostic, average JCT, h", 5.4, jct(blind.by(Rules.ORIGINAL)))
        .row("agnostic over aware", 5.4 / 3.7, jct(blind.by(Rules.ORIGINAL)).over(aware))
        .row("makespan policy, makespan, h", 17.6, makespan(makespan.by(Rules.ORIGINAL)))
        .row(
            "Gandiva, makespan, h",
            22.1,
            makespan(Setups.physical("gandiva", Setups.AT_ONCE).by(Rules.ORIGINAL)))
        .row(
            "aware by default rules, average JCT, h",
            jct(Setups.physical(MAX_MIN, Setups.ARRIVING)))
        .row("agnostic by default rules, average JCT, h", jct(blind))
        .row("makespan policy by default rules, makespan, h", makespan(makespan));
  }

  /** Rounds of several lengths compared with an ideal cluster without rounds. */
  Experiment ideal() {
    List<Double> lengths = List.of(360.0, 720.0, 1440.0, 2880.0);
    List<Double> published = List.of(37.64, 38.23, 43.2, 89.94);
    List<Double> lengthsAt64 = lengths.subList(0, 3);
    List<Double> publishedAt64 = List.of(54.31, 64.16, 110.0);
    Simulation base = setups.published(MAX_MIN, singles(6.0));
    List<Simulation> original = byLength(base, lengths);
    List<Simulation> at64 = byLength(setups.published(MAX_MIN, singles(6.4)), lengthsAt64);
    Figure ideal = jct(base.by(Rules.IDEAL));
    Experiment experiment =
        Experiment.of(
            "ideal",
            scale.seeds(3),
            "Rounds of six minutes are as good as an ideal cluster without rounds (single-worker"
                + " jobs, 6.0 per hour); long rounds are not.");
    for (int i = 0; i < lengths.size(); i++) {
      experiment =
          experiment.row(
              "average JCT, rounds of %.0f s, h".formatted(lengths.get(i)),
              published.get(i),
              jct(original.get(i)));
    }
    experiment =
        experiment
            .row("average JCT, ideal, h", 39.73, ideal)
            .row("rounds of 360 s over ideal", 37.64 / 39.73, jct(original.get(0)).over(ideal));
    for (int i = 0; i < lengthsAt64.size(); i++) {
      experiment =
          experiment.row(
              "6.4 per hour: average JCT, rounds of %.0f s, h".formatted(lengthsAt64.get(i)),
              publishedAt64.get(i),
              jct(at64.get(i)));
    }
    return experiment
        .row("5.6 per hour: average JCT, ideal, h", 27.93, idealAt(5.6))
        .row("6.4 per hour: average JCT, ideal, h", 56.86, idealAt(6.4))
        .row("average JCT by default rules, rounds of 360 s, h", jct(base))
        .row("default rules over ideal", jct(base).over(ideal))
        .chart(
            new Drawing(
                "Average completion time by length of a round",
                "seconds",
                "hours",
                Chart.Axes.LOGARITHMIC_X,
                List.of(
                    Curve.jct("6.0 per hour", lengths, original),
                    Curve.published("6.0 per hour, published", lengths, published),
                    Curve.jct("6.4 per hour", lengthsAt64, at64),
                    Curve.published("6.4 per hour, published", lengthsAt64, publishedAt64))));
  }

  private static List<Simulation> byLength(Simulation base, List<Double> lengths) {
    return lengths.stream()
        .map(length -> base.by(Rules.ORIGINAL).with(new RoundOptions(length)))
        .toList();
  }

  private Figure idealAt(double load) {
    return jct(setups.published(MAX_MIN, singles(load)).by(Rules.IDEAL));
  }

  /**
   * A published model.
   *
   * @param name its name
   * @param moving what it loses without renewal, per cent of each round of 360 s (table 4)
   * @param renewing what it loses with renewal, per cent
   */
  private record Model(String name, double moving, double renewing) {

    private static final List<Model> ALL =
        List.of(
            new Model("LSTM", 2.91, 0.47),
            new Model("ResNet-50", 1.58, 0.25),
            new Model("ResNet-18", 0.94, 0.17),
            new Model("Transformer", 0.77, 0.11),
            new Model("CycleGAN", 0.77, 0.11),
            new Model("A3C", 0.22, 0));

    /** Rounds in which a move costs what a round costs without renewal. */
    RoundOptions rounds() {
      double seconds = moving / 100 * RoundOptions.defaults().roundSeconds();
      return RoundOptions.defaults().withOverhead(new Overhead(seconds / 2, seconds / 2));
    }
  }

  Experiment leases() {
    Simulation free = Setups.physical(MAX_MIN, Setups.ARRIVING);
    Experiment experiment =
        Experiment.of(
                "leases",
                List.of(0L),
                "Lease renewal lowers the cost of preemptions from 2.91 % to at most 0.47 % of the"
                    + " time (LSTM), and to 0 to 0.25 % for five other models (table 4).")
            .noting(
                "[moves](moves.md) has the cost of moves for other patience, and the lag that it"
                    + " brings.");
    for (Model model : Model.ALL) {
      Simulation patient = free.with(model.rounds().withPatience(1.25));
      experiment =
          experiment.row(
              "%s: time lost to moves and pauses, %%".formatted(model.name),
              model.renewing,
              mean(free.with(model.rounds()), Simulation.OVERHEAD).percent());
      if (model.name.equals("LSTM")) {
        experiment =
            experiment.because(
                "Each move here costs the part of a round that was measured without renewal. To"
                    + " lose as little as published, the job must have kept its workers in five of"
                    + " six rounds. By default, rounds follow the allocation as closely as they can"
                    + " and do not weigh moves.");
      }
      experiment =
          experiment.row(
              "%s: the same with a patience of 1.25 rounds".formatted(model.name),
              model.renewing,
              mean(patient, Simulation.OVERHEAD).percent());
    }
    RoundOptions lstm = Model.ALL.get(0).rounds();
    Simulation moving = free.with(lstm);
    Simulation patient = free.with(lstm.withPatience(1.25));
    return experiment
        .row("LSTM: leases extended, %", mean(moving, Simulation.EXTENDED).percent())
        .row("LSTM: leases extended with patience, %", mean(patient, Simulation.EXTENDED).percent())
        .row(
            "leases extended by the original's rules, %",
            mean(free.by(Rules.ORIGINAL), Simulation.EXTENDED).percent())
        .row("LSTM: average JCT over average JCT without move costs", jct(moving).over(jct(free)))
        .row("LSTM: the same with patience", jct(patient).over(jct(free)));
  }

  /** The cost of moves against the lag, by the patience of rounds. */
  Experiment moves() {
    Experiment experiment =
        Experiment.of(
            "moves",
            List.of(0L),
            "Lease renewal lowers the cost of preemptions to at most 0.47 % of the time (table 4,"
                + " LSTM). Here that takes patience, which costs lag.");
    List<Figure> lags = new ArrayList<>();
    List<Figure> costs = new ArrayList<>();
    for (double patience : new double[] {0, 0.5, 1, 1.25, 1.5, 2, 3, 4}) {
      Simulation trace =
          Setups.physical(MAX_MIN, Setups.ARRIVING)
              .with(Model.ALL.get(0).rounds().withPatience(patience));
      ExperimentRun lag =
          lag(
              "patience %s".formatted(patience),
              cluster -> RoundPlanner.library(cluster, patience),
              100);
      String what = "patience %s: ".formatted(patience);
      lags.add(mean(lag, MEAN));
      costs.add(mean(trace, Simulation.OVERHEAD).percent());
      experiment =
          experiment
              .row(
                  what + "time lost to moves and pauses, %",
                  0.47,
                  mean(trace, Simulation.OVERHEAD).percent())
              .row(what + "leases extended, %", mean(trace, Simulation.EXTENDED).percent())
              .row(what + "average JCT, h", jct(trace))
              .row(what + "lag, mean, rounds", mean(lag, MEAN));
      for (Kind kind : Kind.values()) {
        experiment =
            experiment.row(
                what + "lag of %s, largest, rounds".formatted(kind.title()),
                mean(lag, kind.title()));
      }
    }
    return experiment.chart(
        Drawing.of(
            "Moves against lag",
            "mean lag, rounds",
            "time lost to moves and pauses, %",
            Curve.ofBoth("patience 0 to 4 rounds", lags, costs)));
  }

  private static final String MEAN = "mean";

  /** Follows random allocations and measures the lag behind them. */
  private ExperimentRun lag(String name, Function<Cluster, RoundPlanner> planner, int full) {
    int count = scale.count(full);
    return ExperimentRun.of(
        "lag behind %s allocations of each kind, %s".formatted(count, name),
        (data, seed) -> {
          Map<String, Double> figures = new LinkedHashMap<>();
          Map<Kind, Lag> lags = Fidelity.of(planner, count);
          lags.forEach(
              (kind, lag) -> {
                figures.put(kind.title(), lag.largest());
                figures.put(MEAN + " " + kind.title(), lag.mean());
              });
          figures.put(MEAN, Fidelity.all(lags).mean());
          return RunFigures.of(figures);
        });
  }

  /** How closely rounds follow random allocations, compared with the original planner. */
  Experiment fidelity() {
    ExperimentRun ours = lag("planned by gavel", RoundPlanner::library, 200);
    ExperimentRun original = lag("planned by the original", RoundPlanner::original, 200);
    Experiment experiment =
        Experiment.of(
                "fidelity",
                List.of(0L),
                "Rounds stay close to the fractions of an allocation; in the original planner a job"
                    + " may never see a type that it was promised. (No lag was published.)")
            .noting(
                "Each allocation is the mean of up to eight random rounds, so some sequence of"
                    + " rounds realises it. It is followed for 300 rounds. The lag of a group on a"
                    + " worker type is its fraction times the elapsed time minus the time of its"
                    + " leases there, in rounds; being ahead counts as 0. A lag of 300 rounds means"
                    + " that a group never ran on a type.");
    for (Kind kind : Kind.values()) {
      experiment =
          experiment
              .row(kind.title() + ": largest lag, rounds", mean(ours, kind.title()))
              .row(
                  kind.title() + ": largest lag of the original, rounds",
                  mean(original, kind.title()))
              .row(kind.title() + ": mean lag, rounds", mean(ours, MEAN + " " + kind.title()))
              .row(
                  kind.title() + ": mean lag of the original, rounds",
                  mean(original, MEAN + " " + kind.title()));
    }
    return experiment;
  }

  /** Jobs that arrive between rounds. */
  Experiment newcomers() {
    RoundOptions shortRounds = new RoundOptions(60).withOverhead(new Overhead(10, 20));
    RoundOptions longRounds = RoundOptions.defaults().withOverhead(new Overhead(10, 20));
    Experiment experiment =
        Experiment.of(
                "newcomers",
                scale.seeds(3),
                "Newcomers need not wait for the next round if free workers are given away between"
                    + " rounds, or if leases have a minimum run time and a plan is made at each"
                    + " event. (Not published; 150 jobs on 60 workers, one leaves and one arrives"
                    + " every 3 s.)")
            .noting(
                "Moving a job costs 10 s to save and 20 s to load it. A plan at each event ends"
                    + " most leases before they are used unless they have a minimum run time. The"
                    + " churn is extreme: a job stays for 450 s on average.");
    experiment = churn(experiment, "rounds of 60 s", shortRounds, Between.NOTHING);
    experiment = churn(experiment, "rounds of 60 s, filled", shortRounds, Between.FILL);
    experiment = churn(experiment, "rounds of 360 s", longRounds, Between.NOTHING);
    experiment = churn(experiment, "rounds of 360 s, filled", longRounds, Between.FILL);
    experiment = churn(experiment, "a plan at each event", shortRounds, Between.PLAN);
    for (int seconds : new int[] {60, 360}) {
      experiment =
          churn(
              experiment,
              "a plan at each event, leases of at least %s s".formatted(seconds),
              shortRounds.withMinRunSeconds(seconds),
              Between.PLAN);
    }
    return experiment;
  }

  private Experiment churn(
      Experiment experiment, String name, RoundOptions rounds, Between between) {
    Churn churn = new Churn(rounds, between, scale.count(400));
    ExperimentRun run =
        ExperimentRun.of(
            "150 jobs on 60 workers, an event every 3 s, " + churn,
            (data, seed) -> churn.run(seed));
    return experiment
        .row(name + ": leases", mean(run, Churn.LEASES))
        .row(name + ": extended", mean(run, Churn.EXTENDED))
        .row(name + ": preempted", mean(run, Churn.PREEMPTED))
        .row(name + ": worker time lost to moves and pauses, %", mean(run, Churn.LOST).percent())
        .row(name + ": idle worker time, %", mean(run, Churn.IDLE).percent())
        .row(name + ": median wait of newcomers that ran, s", mean(run, Churn.MEDIAN_WAIT));
  }
}
