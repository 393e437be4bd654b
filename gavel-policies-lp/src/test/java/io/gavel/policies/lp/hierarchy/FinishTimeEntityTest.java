package io.gavel.policies.lp.hierarchy;

import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.hierarchy.WaterFilling.WaterFillingResult;
import io.gavel.policies.lp.internal.level.FinishTime;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Entities that divide by finish time, in closed form. */
class FinishTimeEntityTest {

  private final WaterFilling policy = WaterFilling.create().overEntities();

  private static Entity team(String id, double weight) {
    return new Entity(id, weight, Discipline.FINISH_TIME_FAIRNESS);
  }

  private static Job job(String id, String entity, double steps, double since, double isolated) {
    return Job.builder(id)
        .entity(entity)
        .stepsRemaining(steps)
        .secondsSinceStart(since)
        .isolatedSecondsSoFar(isolated)
        .build();
  }

  /** One step per second for each job on each of the workers, which are of one type. */
  private static AllocationProblem oneType(int workers, List<Entity> entities, Job... jobs) {
    AllocationProblem.Builder problem = AllocationProblem.builder(workers(workers));
    entities.forEach(problem::entity);
    for (Job job : jobs) {
      problem.job(job, 1);
    }
    return problem.build();
  }

  private static void assertThroughputs(Allocation x, double... expected) {
    for (int m = 0; m < expected.length; m++) {
      assertEquals(expected[m], x.effectiveThroughput(m), 1e-8, "job " + m);
    }
    assertEquals(0, x.maxViolation());
    assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED), () -> x.certificate().toString());
  }

  /** As finish-time fairness over all: ρ is equal where 3x² = 2. */
  @Test
  void allocate_entityAlone_isFinishTimeFairness() {
    double x = StrictMath.sqrt(2.0 / 3);
    WaterFillingResult result =
        policy.fill(
            oneType(
                1, List.of(team("t", 1)), job("late", "t", 10, 20, 0), job("ok", "t", 5, 5, 10)));
    assertThroughputs(result.allocation(), x, 1 - x);
    assertEquals(1, result.rounds().size());
    assertEquals(1, result.rounds().get(0).level(), 1e-9); // all of the entity's worker
  }

  /**
   * Isolated shares are 2/3 of a worker, so that each job of the team takes 5 + 15 s alone. The
   * team has one worker, as the outsider: (40 + 10/x) / 20 = (10 + 10/(1 − x)) / 20 where 3x² − x =
   * 1.
   */
  @Test
  void allocate_besideAnotherEntity_dividesWhatTheWeightsGiveTheEntity() {
    double x = (1 + StrictMath.sqrt(13)) / 6;
    assertThroughputs(
        policy.allocate(
            oneType(
                2,
                List.of(team("t", 1), new Entity("other", 1, Discipline.FAIRNESS)),
                job("late", "t", 10, 40, 5),
                job("ok", "t", 10, 10, 5),
                job("outsider", "other", 10, 0, 0))),
        x,
        1 - x,
        1);
  }

  /** Two teams of weights 1 and 2 on one worker, one job of each far behind; nobody is held up. */
  @Test
  void allocate_twoTeams_haveTheirWeightsHoweverLateTheirJobsAre() {
    Allocation x =
        policy.allocate(
            oneType(
                1,
                List.of(team("t", 1), team("u", 2)),
                job("t late", "t", 10, 1000, 5),
                job("t ok", "t", 10, 10, 5),
                job("u late", "u", 3, 70, 5),
                job("u ok", "u", 100, 10, 50)));
    assertEquals(1.0 / 3, x.effectiveThroughput(0) + x.effectiveThroughput(1), 1e-9);
    assertEquals(2.0 / 3, x.effectiveThroughput(2) + x.effectiveThroughput(3), 1e-9);
    assertEquals(rho(x, 0), rho(x, 1), 1e-8);
    assertEquals(rho(x, 2), rho(x, 3), 1e-8);
  }

  private static double rho(Allocation x, int m) {
    FinishTime time = FinishTime.of(x.problem(), m, IsolatedShare.throughput(x.problem(), m));
    return (time.since() + time.steps() / x.effectiveThroughput(m)) / time.alone();
  }

  /** What is left of the work does not matter: ρ is isolated throughput over throughput. */
  @Test
  void allocate_withoutAPast_isFairnessWithEqualWeights() {
    AllocationProblem.Builder team = AllocationProblem.builder(workers(1, 1));
    AllocationProblem.Builder equal = AllocationProblem.builder(workers(1, 1));
    team.entity(team("t", 1));
    equal.entity(new Entity("t", 1, Discipline.FAIRNESS));
    double[][] rates = {{4, 1}, {2, 1}, {1, 1}};
    for (int m = 0; m < rates.length; m++) {
      Job job = job("" + m, "t", 100 * (m + 1), 0, 0);
      team.job(job.toBuilder().weight(m + 1).build(), rates[m]);
      equal.job(job, rates[m]);
    }
    Allocation expected = policy.allocate(equal.build());
    assertThroughputs(
        policy.allocate(team.build()),
        expected.effectiveThroughput(0),
        expected.effectiveThroughput(1),
        expected.effectiveThroughput(2));
  }

  /** The team's turn comes after the first job's; then it has two workers, one for each job. */
  @Test
  void fill_teamInAQueue_waitsForItsTurn() {
    WaterFillingResult result =
        policy.fill(
            oneType(
                2,
                List.of(
                    new Entity("queue", 1, Discipline.FIFO),
                    new Entity("t", Optional.of("queue"), 1, Discipline.FINISH_TIME_FAIRNESS)),
                job("first", "queue", 10, 0, 0),
                job("late", "t", 10, 40, 5),
                job("ok", "t", 10, 10, 5)));
    double x = (1 + StrictMath.sqrt(13)) / 6; // of the worker that is left, as above
    assertThroughputs(result.allocation(), 1, x, 1 - x);
    assertEquals(0, result.roundOf(0));
    assertEquals(List.of(1, 2), result.rounds().get(1).saturated());
  }

  /** A job that is done is set aside, and an entity of such jobs leaves its part to the others. */
  @Test
  void fill_doneJobs_areOwedNothing() {
    WaterFillingResult result =
        policy.fill(
            oneType(
                1,
                List.of(team("t", 1), team("done", 9)),
                job("done of t", "t", 0, 40, 5),
                job("ok", "t", 10, 10, 5),
                job("done", "done", 0, 10, 5)));
    assertThroughputs(result.allocation(), 0, 1, 0);
    assertEquals(-1, result.roundOf(0));
    assertEquals(-1, result.roundOf(2));
  }

  @Test
  void allocate_stepsUnknown_namesTheJob() {
    AllocationProblem problem =
        oneType(1, List.of(team("t", 1)), Job.builder("a").entity("t").build());
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> policy.allocate(problem));
    assertEquals(
        "job \"a\" has no steps remaining; finish-time fairness needs them", error.getMessage());
    assertEquals(1, WaterFilling.create().allocate(problem).effectiveThroughput(0), 1e-9);
  }
}
