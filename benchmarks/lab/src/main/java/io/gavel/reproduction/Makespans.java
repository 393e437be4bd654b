package io.gavel.reproduction;

import static io.gavel.experiment.Figure.makespan;
import static io.gavel.reproduction.Setups.gangs;
import static io.gavel.reproduction.Setups.singles;

import io.gavel.experiment.Experiment;
import io.gavel.experiment.Experiment.Curve;
import io.gavel.experiment.Experiment.Drawing;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.Figure;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.Rules;
import io.gavel.experiment.Simulation;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.simulator.Window;
import java.util.ArrayList;
import java.util.List;

/** Gavel's makespan policy on batches of jobs. */
final class Makespans {

  private final ExperimentScale scale;

  Makespans(ExperimentScale scale) {
    this.scale = scale;
  }

  private JobSource batch(int jobs) {
    return JobSource.of(gangs(0), scale.count(jobs));
  }

  private Simulation of(String policy, int jobs) {
    return Setups.of(policy, Setups.CLUSTER, batch(jobs), Window.ALL);
  }

  Experiment gangsAtOnce() {
    Simulation ours = of("makespan", 700);
    Figure policy = makespan(ours.by(Rules.ORIGINAL));
    Figure faulty = makespan(Setups.faultyFifo(batch(700), Window.ALL));
    Figure gandiva = makespan(of("gandiva", 700).by(Rules.ORIGINAL));
    Figure sharing =
        makespan(Setups.sharing("makespan_packed", Makespan.create(), batch(700), Window.ALL));
    return Experiment.of(
            "makespan",
            scale.seeds(3),
            "For a batch of 700 jobs with gangs, the makespan is 244 h under the makespan policy,"
                + " 226 h with worker sharing, 620 h under FIFO and 347 h under Gandiva.")
        .noting(
            "Agnostic FIFO ends with the unluckiest of the long jobs, so its spread over the seeds"
                + " is large. As published it may also give jobs workers that they cannot use; if"
                + " such jobs remain, its makespan covers the other jobs only.")
        .row("makespan policy, h", 244.2, policy)
        .row("FIFO as published, h", 619.5, faulty)
        .row("FIFO as published over makespan policy", 619.5 / 244.2, faulty.over(policy))
        .row("Gandiva, h", 347.3, gandiva)
        .row("Gandiva over makespan policy", 347.3 / 244.2, gandiva.over(policy))
        .row("makespan policy, sharing workers, default rules, h", 226.2, sharing)
        .row("sharing over alone", 226.2 / 244.2, sharing.over(makespan(ours)))
        .row(
            "FIFO with a random type per job, h",
            makespan(of("fifo_greedy_agnostic", 700).by(Rules.ORIGINAL)))
        .row("makespan policy by default rules, h", makespan(ours))
        .row("makespan policy, ideal, h", makespan(ours.by(Rules.IDEAL)));
  }

  Experiment byJobs() {
    double[][] published = {
      {100, 161.2, 166.6},
      {200, 161.2, 178.9},
      {300, 161.2, 199.9},
      {400, 161.3, 224.1},
      {500, 169.4, 263.9},
      {600, 195.0, 301.3},
      {700, 244.2, 347.3}
    };
    Experiment experiment =
        Experiment.of(
                "makespan_jobs",
                scale.seeds(1), // one run of each was published
                "The makespan policy finishes batches of 100 to 700 jobs with gangs in 161 to 244"
                    + " h, Gandiva in 167 to 347 h.")
            .noting(
                "The longest job takes at most 166.7 h on a V100. Under the makespan policy all"
                    + " others end within that time, up to 400 or 500 jobs. From there on the"
                    + " makespan grows with the work. Under Gandiva, which ignores the types, it"
                    + " grows from the start.");
    List<Double> jobs = new ArrayList<>();
    List<Figure> policies = new ArrayList<>();
    List<Figure> gandivas = new ArrayList<>();
    for (double[] row : published) {
      Figure policy = makespan(of("makespan", (int) row[0]).by(Rules.ORIGINAL));
      Figure gandiva = makespan(of("gandiva", (int) row[0]).by(Rules.ORIGINAL));
      String what = "%.0f jobs: ".formatted(row[0]);
      experiment =
          experiment
              .row(what + "makespan policy, h", row[1], policy)
              .row(what + "Gandiva, h", row[2], gandiva)
              .row(what + "Gandiva over makespan policy", row[2] / row[1], gandiva.over(policy));
      jobs.add(row[0]);
      policies.add(policy);
      gandivas.add(gandiva);
    }
    return experiment.chart(
        Drawing.of(
            "Makespan by number of jobs",
            "jobs",
            "hours",
            Curve.of("Gandiva", jobs, gandivas),
            Curve.of("makespan policy", jobs, policies)));
  }

  Experiment byShare() {
    List<Double> percent = List.of(10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0);
    List<Double> published = List.of(1.44, 1.49, 1.51, 1.49, 1.45, 1.42, 1.30, 1.22, 1.14, 1.0);
    Experiment experiment =
        Experiment.of(
                "makespan_share",
                scale.seeds(1),
                "Heterogeneity awareness shortens the makespan most, 1.51 times, where 30 % of the"
                    + " workers are V100, and not at all where all are.")
            .noting(
                "500 one-worker jobs at once on 100 workers, the others K80. Size, jobs and the"
                    + " other types of the published clusters are not stated.");
    JobSource jobs = JobSource.of(singles(0), scale.count(500));
    List<Figure> saved = new ArrayList<>();
    for (int i = 0; i < percent.size(); i++) {
      int v100 = percent.get(i).intValue();
      String cluster = v100 == 100 ? "v100=100" : "v100=%s,k80=%s".formatted(v100, 100 - v100);
      Figure figure =
          makespan(Setups.of("makespan_agnostic", cluster, jobs, Window.ALL))
              .over(makespan(Setups.of("makespan", cluster, jobs, Window.ALL)));
      experiment =
          experiment.row(
              "%s %% V100: agnostic over aware makespan".formatted(v100), published.get(i), figure);
      saved.add(figure);
    }
    return experiment.chart(
        Drawing.of(
            "Agnostic over aware makespan by share of V100",
            "% of the workers",
            "ratio",
            Curve.of("here", percent, saved),
            Curve.published("published", percent, published)));
  }
}
