package io.gavel.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.slurm.FakeSlurm.FakeJob;
import io.gavel.slurm.Reading.JobRun;
import io.gavel.slurm.SlurmJob.State;
import io.gavel.slurm.SlurmRound.Settings;
import io.gavel.workload.InvalidInputException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SlurmRoundTest {

  private static final double ROUND = 100;
  private static final Settings SETTINGS =
      new Settings(
          Policies.standard().named("max_min_fairness"),
          new Speeds(Optional.empty()),
          new RoundOptions(ROUND),
          3);

  private RoundState state = RoundState.none();

  private SlurmRound look(FakeSlurm slurm) {
    SlurmRound round = SlurmRound.next(state, slurm.reading(), SETTINGS);
    state = round.state();
    slurm.obey(round.commands());
    return round;
  }

  @Test
  void next_twiceAsManyEqualJobsAsGpus_eachRunsHalfTheTime() {
    FakeSlurm slurm = new FakeSlurm();
    for (int i = 0; i < 24; i++) {
      slurm.submit("gavel:A", 1, SlurmJob.ANY_TYPE, "", true);
    }
    for (int round = 0; round < 20; round++) {
      look(slurm);
      slurm.pass(ROUND);
    }
    for (FakeJob job : slurm.jobs.values()) {
      assertEquals(10 * ROUND, job.ran, 2 * ROUND, "job " + job.id);
    }
  }

  @Test
  void next_jobsThatRunAlready_keepTheirGpusInTheFirstRound() {
    FakeSlurm slurm = new FakeSlurm();
    for (int i = 0; i < 12; i++) {
      slurm.submit("gavel:A", 1, SlurmJob.ANY_TYPE, "", true);
    }
    slurm.pass(10);

    assertEquals(List.of(), look(slurm).commands());
  }

  @Test
  void next_jobWithoutMarker_hasRoomUntilSlurmStartsIt() {
    FakeSlurm slurm = new FakeSlurm();
    for (int i = 0; i < 24; i++) {
      slurm.submit("gavel:A", 1, SlurmJob.ANY_TYPE, "", true);
    }
    slurm.pass(10);
    FakeJob guest = slurm.submit("", 1, "v100", "", true);
    guest.priority = 1; // Slurm would start it last
    for (int round = 0; round < 12 && guest.state == State.PENDING; round++) {
      look(slurm);
      slurm.pass(ROUND);
    }

    assertEquals(State.RUNNING, guest.state);
  }

  @Test
  void next_drainedNode_letsItsJobsEndAndStartsNone() {
    FakeSlurm slurm = new FakeSlurm();
    for (int i = 0; i < 24; i++) {
      slurm.submit("gavel:A", 1, SlurmJob.ANY_TYPE, "", true);
    }
    look(slurm);
    slurm.pass(ROUND);
    slurm.drain("v1", true);
    List<String> there =
        slurm.jobs.values().stream()
            .filter(job -> job.node.equals("v1"))
            .map(job -> job.id)
            .toList();
    for (int round = 0; round < 3; round++) {
      look(slurm);
      slurm.pass(ROUND);
    }

    assertEquals(2, there.size());
    there.forEach(id -> assertEquals("v1", slurm.jobs.get(id).node));
  }

  @Test
  void next_newJobAmidARound_getsGpusThatAreFree() {
    FakeSlurm slurm = new FakeSlurm();
    slurm.submit("gavel:A", 1, SlurmJob.ANY_TYPE, "", true);
    look(slurm);
    slurm.pass(10);
    FakeJob late = slurm.submit("gavel:A", 1, SlurmJob.ANY_TYPE, "", true);

    SlurmRound fill = look(slurm);

    assertEquals(false, fill.starting());
    slurm.pass(1);
    assertEquals(State.RUNNING, late.state);
  }

  @Test
  void next_leaseThatSlurmCannotUse_losesItsTypeAfterARound() {
    FakeSlurm slurm = new FakeSlurm();
    FakeJob job = slurm.submit("gavel:A", 1, SlurmJob.ANY_TYPE, "", true);
    look(slurm);
    assertTrue(!job.features.isEmpty());

    slurm.now += ROUND; // without Slurm starting it
    look(slurm);

    assertEquals("", job.features);
  }

  @Test
  void next_measuredRuns_countTimeThatTheQueueDoesNotShow() {
    FakeSlurm slurm = new FakeSlurm();
    FakeJob job = slurm.submit("gavel:A", 1, "v100", "", true);
    look(slurm);
    double start = slurm.now;
    slurm.pass(60);
    job.state = State.PENDING; // requeued by its user, and started again
    slurm.pass(40);
    Reading seen = slurm.reading();
    List<JobRun> runs =
        List.of(
            new JobRun(job.id, start, start + 60, List.of("v1")),
            new JobRun(job.id, start + 60, Double.MAX_VALUE, List.of("v1")));
    Reading measured = new Reading(seen.nowSeconds(), seen.jobs(), seen.nodes(), Optional.of(runs));

    assertEquals(40, received(SlurmRound.next(state, seen, SETTINGS)), 1e-9);
    assertEquals(100, received(SlurmRound.next(state, measured, SETTINGS)), 1e-9);
  }

  private static double received(SlurmRound round) {
    return round.state().scheduler().orElseThrow().accounts().stream()
        .mapToDouble(account -> account.receivedSeconds())
        .sum();
  }

  @Test
  void next_nodesThatAreAdded_areUsedWithoutForgettingDebts() {
    FakeSlurm slurm = new FakeSlurm();
    for (int i = 0; i < 24; i++) {
      slurm.submit("gavel:A", 1, SlurmJob.ANY_TYPE, "", true);
    }
    look(slurm);
    slurm.pass(ROUND);
    Reading seen = slurm.reading();
    Map<String, SlurmNode> more = new java.util.TreeMap<>(seen.nodes());
    more.put("v3", new SlurmNode("v3", Map.of("v100", 2), Set.of("v100"), Set.of("all"), true));

    SlurmRound round =
        SlurmRound.next(
            state, new Reading(seen.nowSeconds(), seen.jobs(), more, Optional.empty()), SETTINGS);

    assertEquals(14, round.advice().stream().filter(a -> a.next().isPresent()).count());
    assertTrue(received(round) > 0);
  }

  @Test
  void completionPlan_jobsThatStay_freeTheirGpusAtTheirTimeLimits() {
    FakeSlurm slurm = new FakeSlurm(); // with time limits of 600 s
    for (int i = 0; i < 4; i++) {
      slurm.submit("", 1, "v100", "", true);
    }
    FakeJob early = slurm.submit("gavel:A", 1, "k80", "", true);
    slurm.pass(60);
    FakeJob late = slurm.submit("gavel:A", 2, "v100", "", true);

    Map<String, OptionalDouble> ends = CompletionPlan.of(slurm.reading(), SETTINGS);

    assertEquals(540, ends.get("1").orElseThrow());
    assertEquals(100 * (Math.pow(1.2, 5) - 1) / 0.2, ends.get(early.id).orElseThrow(), 1e-6);
    // From the first slot after 540 s, which starts at 744 s, for 600 s.
    assertEquals(100 * (Math.pow(1.2, 8) - 1) / 0.2, ends.get(late.id).orElseThrow(), 1e-6);
    assertEquals(6, ends.size());
  }

  @Test
  void next_coGang_holdsGpusOfBothTypesTogetherOrWaits() {
    FakeSlurm slurm = new FakeSlurm();
    FakeJob serve = slurm.submit("gavel:A", 2, "v100", "", true);
    serve.further = "k80";
    for (int i = 0; i < 11; i++) {
      slurm.submit("gavel:A", 1, i < 6 ? "v100" : "k80", "", true);
    }
    for (int round = 0; round < 24; round++) {
      look(slurm);
      slurm.pass(ROUND);
    }

    // It needs two of the four v100 for which six other jobs wait: half of the time for each.
    assertEquals(12 * ROUND, serve.ran, 2 * ROUND);
    JobAdvice advice = look(slurm).advice().get(0);
    assertEquals(Set.of("v100"), advice.shares().keySet());
    assertEquals("needs GPUs of k80 and v100 at once", advice.reason());
  }

  @Test
  void next_coGangThatThePolicyDoesNotSupport_isNamed() {
    FakeSlurm slurm = new FakeSlurm();
    slurm.submit("gavel:A", 2, "v100", "", true).further = "k80";
    Settings settings =
        new Settings(
            Policies.standard().named("max_envy_free"),
            SETTINGS.speeds(),
            SETTINGS.options(),
            SETTINGS.graceSeconds());

    InvalidInputException e =
        assertThrows(
            InvalidInputException.class, () -> SlurmRound.next(state, slurm.reading(), settings));
    assertTrue(e.getMessage().contains("does not support co-gangs; \"1\" holds"), e.getMessage());
  }

  @Test
  void next_jobThatNamesSomeTypesOnly_isLeftToSlurm() {
    FakeSlurm slurm = new FakeSlurm();
    FakeJob serve = slurm.submit("gavel:A", 2, "v100", "", true);
    serve.further = SlurmJob.ANY_TYPE;

    SlurmRound round = look(slurm);

    assertEquals(List.of(), round.commands());
    assertEquals("names the types of only some of its GPUs", round.advice().get(0).reason());
  }

  @Test
  void holds_ofExpressions_followsSlurm() {
    Set<String> node = Set.of("v100", "nvlink");
    assertEquals(Optional.of(true), FeatureExpression.holds("", node));
    assertEquals(Optional.of(true), FeatureExpression.holds("k80|v100", node));
    assertEquals(Optional.of(true), FeatureExpression.holds("[v100|p100|k80]", node));
    assertEquals(Optional.of(false), FeatureExpression.holds("v100&ib", node));
    assertEquals(Optional.of(true), FeatureExpression.holds("(k80|v100)&nvlink", node));
    assertEquals(Optional.of(true), FeatureExpression.holds("v100*4", node));
    assertEquals(Optional.empty(), FeatureExpression.holds("v100 or k80", node));
    assertEquals(Optional.empty(), FeatureExpression.holds("(v100", node));
  }

  @Test
  void runs_ofSacct_areRead() {
    assertEquals(
        List.of(
            new JobRun("7_1", 100, 160, List.of("v1", "v2")),
            new JobRun("8", 120, Double.MAX_VALUE, List.of("k1"))),
        SlurmClient.runs(
            "7_1|100|160|v[1-2]\n8|120|Unknown|k1\n9|Unknown|Unknown|None assigned\n"));
    assertEquals(
        List.of(new JobRun("7", 100, 160, List.of("v1", "k1", "k2"))),
        SlurmClient.runs("7+0|100|160|v1\n7+1|100|160|k[1-2]\n"));
  }
}
