package io.gavel.reproduction;

import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentScale;
import io.gavel.workload.InvalidInputException;
import java.util.List;

/** The experiments that reproduce published results. */
public final class ExperimentCatalog {

  private ExperimentCatalog() {}

  /** Returns all experiments, in the order in which they run. */
  public static List<Experiment> all(ExperimentScale experimentScale) {
    Fairness fairness = new Fairness(experimentScale);
    Makespans makespans = new Makespans(experimentScale);
    Queues queues = new Queues(experimentScale);
    Estimates estimates = new Estimates(experimentScale);
    Mechanism mechanism = new Mechanism(experimentScale);
    FragmentationDescents fgd = new FragmentationDescents(experimentScale);
    Themis themis = new Themis(experimentScale);
    return List.of(
        fairness.lasSingle(),
        fairness.lasMulti(),
        fairness.lasLoads(),
        fairness.finishTimesOfGangs(),
        fairness.finishTimesByLoad(),
        fairness.priorities(),
        fairness.sharing(),
        fairness.hierarchical(),
        makespans.gangsAtOnce(),
        makespans.byJobs(),
        makespans.byShare(),
        queues.fifoSingle(),
        queues.fifoLoads(),
        queues.lowLoad(),
        queues.averageJct(),
        new Costs(experimentScale).cost(),
        estimates.pairs(),
        estimates.alone(),
        estimates.uncertainty(),
        estimates.learning(),
        mechanism.physical(),
        mechanism.ideal(),
        mechanism.leases(),
        mechanism.moves(),
        mechanism.fidelity(),
        mechanism.newcomers(),
        fgd.defaultTasks(),
        fgd.otherTasks(),
        fgd.strided(),
        fgd.stridedArrivals(),
        themis.jobs(),
        themis.apps());
  }

  /** Returns the experiment with a name, or all experiments for {@code all}. */
  public static List<Experiment> named(String name, ExperimentScale experimentScale) {
    List<Experiment> all = all(experimentScale);
    List<Experiment> chosen =
        all.stream()
            .filter(experiment -> name.equals("all") || experiment.name().equals(name))
            .toList();
    if (chosen.isEmpty()) {
      throw new InvalidInputException(
          "there is no experiment \"%s\"; known: all, %s"
              .formatted(name, String.join(", ", all.stream().map(Experiment::name).toList())));
    }
    return chosen;
  }
}
