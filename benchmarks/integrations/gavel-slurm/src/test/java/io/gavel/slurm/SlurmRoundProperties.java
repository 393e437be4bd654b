package io.gavel.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.input.InputText;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.slurm.FakeSlurm.FakeJob;
import io.gavel.slurm.SlurmJob.State;
import io.gavel.slurm.SlurmRound.Settings;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Rounds on a model of Slurm, with jobs, users and nodes that come and go at random. */
class SlurmRoundProperties {

  private static final double ROUND = 60;
  private static final double GRACE = 5;
  private static final Settings SETTINGS =
      new Settings(
          Policies.standard().named("max_min_fairness"),
          new Speeds(Optional.of(table())),
          new RoundOptions(ROUND).withPatience(0.5),
          GRACE);

  private static ThroughputTable table() {
    ThroughputTable.Builder table = ThroughputTable.builder();
    double[][] rates = {{10, 4, 1}, {3, 2, 1}};
    for (int i = 0; i < rates.length; i++) {
      JobKind kind = new JobKind(i == 0 ? "A" : "B", 1);
      table.alone("v100", kind, rates[i][0]);
      table.alone("p100", kind, rates[i][1]);
      table.alone("k80", kind, rates[i][2]);
    }
    return table.build();
  }

  private static void submit(FakeSlurm slurm, Random random) {
    String comment = List.of("gavel:A", "gavel:B", "gavel:A", "").get(random.nextInt(4));
    String type = random.nextInt(5) == 0 ? "p100" : SlurmJob.ANY_TYPE;
    String features = List.of("", "v100|k80", "[v100|p100]").get(random.nextInt(3));
    boolean typed = !type.equals(SlurmJob.ANY_TYPE);
    FakeJob job =
        slurm.submit(
            comment, 1 + random.nextInt(2), type, typed ? "" : features, random.nextInt(4) > 0);
    job.further = typed && random.nextBoolean() ? "k80" : "";
  }

  /** What others do between two looks. */
  private static void disturb(FakeSlurm slurm, Random random) {
    for (int i = random.nextInt(4); i > 0; i--) {
      submit(slurm, random);
    }
    List<FakeJob> jobs = new ArrayList<>(slurm.jobs.values());
    FakeJob any = jobs.get(random.nextInt(jobs.size()));
    switch (random.nextInt(6)) {
      case 0 -> slurm.end(any); // cancelled or done
      case 1 -> slurm.drain(slurm.nodes().get(random.nextInt(6)), true);
      case 2 -> slurm.nodes().forEach(node -> slurm.drain(node, false));
      case 3 -> any.priority = any.state == State.PENDING ? 0 : any.priority; // held by its user
      case 4 -> any.priority = Math.max(10, any.priority);
      default -> jobs.stream().filter(job -> job.ran > 100).forEach(slurm::end);
    }
  }

  @Property(tries = 60)
  void next_ofAnyCluster_changesOnlyWhatItMay(@ForAll Draws random) {
    FakeSlurm slurm = new FakeSlurm();
    for (int i = 0; i < 10; i++) {
      submit(slurm, random);
    }
    RoundState state = RoundState.none();
    for (int look = 0; look < 25 && !slurm.jobs.isEmpty(); look++) {
      Map<String, String> others = untouched(slurm);
      SlurmRound round = SlurmRound.next(state, slurm.reading(), SETTINGS);
      requireFits(round, slurm);
      slurm.obey(round.commands());
      assertEquals(others, untouched(slurm), "jobs that did not opt in");
      for (FakeJob job : slurm.jobs.values()) {
        assertTrue(job.eligible <= Math.max(slurm.now + ROUND + GRACE + 1, job.submitted), job.id);
      }
      RoundState again = RoundState.parse(new InputText(Path.of("s"), round.state().print()));
      assertEquals(round.state(), again);
      SlurmRound second = SlurmRound.next(again, slurm.reading(), SETTINGS);
      slurm.obey(second.commands()); // may fill what became free by fewer moves
      second = SlurmRound.next(second.state(), slurm.reading(), SETTINGS);
      assertEquals(List.of(), second.commands(), "nothing differs any more");
      // A process that is killed before it saves continues from an older state.
      state = random.nextInt(5) == 0 ? state : second.state();
      slurm.pass(1 + random.nextInt((int) ROUND));
      if (!slurm.jobs.isEmpty()) {
        disturb(slurm, random);
      }
    }
  }

  private static Map<String, String> untouched(FakeSlurm slurm) {
    Map<String, String> seen = new HashMap<>();
    for (FakeJob job : slurm.jobs.values()) {
      if (!job.optedIn()) {
        seen.put(job.id, job.state + " " + job.features + job.eligible + " " + job.priority);
      }
    }
    return seen;
  }

  private static void requireFits(SlurmRound round, FakeSlurm slurm) {
    Map<String, Integer> used = new HashMap<>();
    for (JobAdvice advice : round.advice()) {
      Map<String, Integer> gpus = advice.next().map(advice.job()::gpusOn).orElse(Map.of());
      gpus.forEach((type, count) -> used.merge(type, count, Integer::sum));
    }
    ClusterView view = new ClusterView(slurm.reading(), round.state().notes());
    used.forEach((type, gpus) -> assertTrue(gpus <= view.usable(type), type + " " + gpus));
  }

  @Property(tries = 40)
  void next_afterTheLastLook_holdsNothingLongerThanARound(@ForAll Draws random) {
    FakeSlurm slurm = new FakeSlurm();
    for (int i = 0; i < 20; i++) {
      submit(slurm, random);
    }
    RoundState state = RoundState.none();
    for (int look = 0; look < 5; look++) {
      SlurmRound round = SlurmRound.next(state, slurm.reading(), SETTINGS);
      // Killed while it writes: only the first commands arrive.
      List<String> commands = round.commands();
      int most = look == 4 ? random.nextInt(commands.size() + 1) : commands.size();
      slurm.obey(commands.subList(0, most));
      state = round.state();
      slurm.pass(look == 4 ? 123 : 20); // Slurm's own wait after a requeue is 122 s
    }
    for (FakeJob job : slurm.jobs.values()) {
      assertTrue(job.state == State.RUNNING || job.eligible <= slurm.now, job.id);
    }
    slurm.obey(Levers.release(slurm.reading(), state.notes()));
    for (FakeJob job : slurm.jobs.values()) {
      if (job.state == State.PENDING) {
        assertEquals(job.asked, job.features);
        assertEquals(10, job.priority);
      }
    }
  }
}
