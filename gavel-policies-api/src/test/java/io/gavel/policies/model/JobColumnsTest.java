package io.gavel.policies.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobColumnsTest {

  private static final Cluster CLUSTER = Cluster.of(new WorkerType("v100", 4));

  @Test
  void get_allColumns_isTheJobOfTheBuilder() {
    History history = History.none().withRestarts(3);
    JobColumns jobs =
        JobColumns.builder("a", "b")
            .types("lm", null)
            .scaleFactors(2, 1)
            .gpuMilli(1000, 250)
            .weights(1, 3)
            .stepsRemaining(Double.NaN, 40)
            .secondsSinceStart(0, 5)
            .isolatedSecondsSoFar(0, 6)
            .sloSeconds(7, Double.NaN)
            .entities(null, "team")
            .histories(history, History.none())
            .build();

    Job a = Job.builder("a").type("lm").scaleFactor(2).sloSeconds(7).history(history).build();
    Job b =
        Job.builder("b")
            .gpuMilli(250)
            .weight(3)
            .stepsRemaining(40)
            .secondsSinceStart(5)
            .isolatedSecondsSoFar(6)
            .entity("team")
            .build();
    assertEquals(List.of(a, b), jobs);
  }

  @Test
  void build_arraysChangeLater_keepsWhatTheyHeld() {
    String[] ids = {"a"};
    double[] weights = {2};
    JobColumns.Builder builder = JobColumns.builder(ids).weights(weights);
    JobColumns jobs = builder.build();
    ids[0] = "b";
    weights[0] = 3;
    builder.weights(4);

    assertEquals(List.of(Job.builder("a").weight(2).build()), jobs);
    assertEquals(List.of(Job.builder("a").weight(4).build()), builder.build());
  }

  @Test
  void types_setAgain_replaceAllOfThem() {
    JobColumns jobs = JobColumns.builder("a", "b").types("lm", "cnn").types(null, "rnn").build();

    assertEquals(List.of(Job.of("a"), Job.builder("b").type("rnn").build()), jobs);
  }

  @Test
  void build_invalidComponent_namesTheJob() {
    JobColumns.Builder weights = JobColumns.builder("a", "b").weights(1, 0);
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, weights::build);

    assertEquals("weight of job \"b\" is 0.0; it must be finite and > 0", e.getMessage());
  }

  @Test
  void column_otherLength_saysBoth() {
    JobColumns.Builder builder = JobColumns.builder("a", "b");
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> builder.stepsRemaining(1));

    assertEquals(
        "stepsRemaining has 1 entries; it must have one for each of 2 jobs", e.getMessage());
  }

  @Test
  void problem_ofColumns_equalsThatOfJobs() {
    JobColumns jobs = JobColumns.builder("a", "b").scaleFactors(1, 4).gpuMilli(500, 1000).build();
    ThroughputMatrix rates = ThroughputMatrix.ofRows(1, 2, 8);
    AllocationProblem problem = AllocationProblem.of(CLUSTER, jobs, rates);

    assertSame(jobs, problem.jobs());
    assertEquals(AllocationProblem.of(CLUSTER, List.copyOf(jobs), rates), problem);
    assertEquals(1, problem.indexOf("b"));
    assertEquals(0.5, problem.workers(0));
    assertEquals(500, problem.gpuMilli(0));
    assertEquals(1, problem.scaleFactor(0));
    assertEquals(4, problem.scaleFactor(1));
  }
}
