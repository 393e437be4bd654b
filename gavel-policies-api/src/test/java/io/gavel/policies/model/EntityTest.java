package io.gavel.policies.model;

import static io.gavel.policies.Errors.assertRejected;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Entity.Discipline;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntityTest {

  private static final Entity TEAM = new Entity("team", Optional.of("org"), 2, Discipline.FAIRNESS);

  private static AllocationProblem problem(List<Entity> entities, Job... jobs) {
    AllocationProblem.Builder builder =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)));
    entities.forEach(builder::entity);
    for (Job job : jobs) {
      builder.job(job, 1);
    }
    return builder.build();
  }

  private static Entity entity(String id, String parent) {
    return new Entity(id, Optional.of(parent), 1, Discipline.FIFO);
  }

  @Test
  void new_withoutParent_isAtTheTop() {
    assertEquals(
        new Entity("org", Optional.empty(), 3, Discipline.FIFO),
        new Entity("org", 3, Discipline.FIFO));
  }

  @Test
  void equals_oneComponentDiffers_isFalse() {
    assertEquals(TEAM, new Entity("team", Optional.of("org"), 2, Discipline.FAIRNESS));
    assertNotEquals(TEAM, new Entity("team", 2, Discipline.FAIRNESS));
    assertNotEquals(TEAM, new Entity("team", Optional.of("org"), 1, Discipline.FAIRNESS));
    assertNotEquals(TEAM, new Entity("team", Optional.of("org"), 2, Discipline.FIFO));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void new_wrongWeight_isNamed(double weight) {
    assertRejected(
        "weight of entity \"org\" is " + weight + "; it must be finite and > 0",
        () -> new Entity("org", weight, Discipline.FIFO));
  }

  @Test
  void new_blankId_isRejected() {
    assertRejected(
        "id of an entity is blank; it must be a name", () -> new Entity(" ", 1, Discipline.FIFO));
  }

  @Test
  void problem_treeInAnyOrder_isKept() {
    List<Entity> entities = List.of(TEAM, new Entity("org", 1, Discipline.FIFO));
    assertEquals(entities, problem(entities, Job.builder("a").entity("team").build()).entities());
  }

  @Test
  void problem_cycle_isRejected() {
    assertRejected(
        "entity \"a\" is its own ancestor; entities must form a tree",
        () -> problem(List.of(entity("a", "a"))));
    assertRejected(
        "entity \"b\" is its own ancestor; entities must form a tree",
        () -> problem(List.of(entity("a", "b"), entity("b", "c"), entity("c", "b"))));
  }

  @Test
  void problem_entityBelowOneThatDividesByFinishTime_isRejected() {
    assertRejected(
        "entity \"team\" is below entity \"org\", whose discipline is FINISH_TIME_FAIRNESS; only"
            + " jobs may be below it",
        () -> problem(List.of(TEAM, new Entity("org", 1, Discipline.FINISH_TIME_FAIRNESS))));
  }

  @Test
  void problem_entityTwice_isRejected() {
    assertRejected(
        "entity \"org\" is listed twice; ids must be unique",
        () ->
            problem(
                List.of(
                    new Entity("org", 1, Discipline.FIFO), new Entity("org", 2, Discipline.FIFO))));
  }

  @Test
  void problem_unknownEntity_namesWhoIsInItAndListsTheKnown() {
    assertRejected(
        "entity of entity \"team\": there is no entity \"org\"; known: team",
        () -> problem(List.of(TEAM)));
    assertRejected(
        "entity of job \"a\": there is no entity \"x\"; known: top",
        () ->
            problem(
                List.of(new Entity("top", 1, Discipline.FIFO)),
                Job.builder("a").entity("x").build()));
    assertRejected(
        "entity of job \"a\": there is no entity \"x\"; known: none",
        () -> problem(List.of(), Job.builder("a").entity("x").build()));
  }
}
