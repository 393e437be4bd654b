package io.gavel.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.input.ThroughputTableReader;
import io.gavel.input.TraceReader;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

final class JobGeneratorTest {

  private static final Path DATA = Path.of("..", "..", "..", "shared", "data");

  private static List<TraceJob> jobs(Workload workload, int count) {
    JobGenerator generator = new JobGenerator(workload, table(), 7);
    return IntStream.range(0, count).mapToObj(i -> generator.next()).toList();
  }

  private static Workload workload(double rate, boolean urgent, OptionalDouble minutes) {
    List<JobTemplate> templates = JobTemplate.published();
    return new Workload(rate, false, false, urgent, urgent, minutes, "v100", templates);
  }

  private static ThroughputTable table() {
    ThroughputTable.Builder table = ThroughputTable.builder();
    for (JobTemplate template : JobTemplate.published()) {
      for (int s = 1; s <= 8; s *= 2) {
        table.alone("v100", new JobKind(template.jobType(), s), s);
      }
    }
    return table.build();
  }

  private static double part(List<TraceJob> jobs, Predicate<TraceJob> which) {
    return jobs.stream().filter(which).count() / (double) jobs.size();
  }

  @Test
  void next_seed0_isThePublishedListButForALastBit() {
    Path list = DATA.resolve("sim-reference/jobs-continuous-single-s0-r1.2.csv");
    Path rates = DATA.resolve("gavel-throughputs/simulation_throughputs.json");
    Assumptions.assumeTrue(
        Files.exists(list) && Files.exists(rates),
        "the published list of jobs is not there; skipped");
    JobGenerator generator =
        new JobGenerator(Workload.published(1.2), ThroughputTableReader.read(rates), 0);
    List<TraceJob> published = TraceReader.read(list, ThroughputTable.builder().build());
    assertTrue(published.size() > 400, "only %s jobs".formatted(published.size()));
    int different = 0;
    for (TraceJob job : published) {
      TraceJob ours = generator.next();
      different += job.equals(ours) ? 0 : 1;
      assertEquals(job.kind(), ours.kind());
      assertEquals(1, ours.totalSteps() / job.totalSteps(), 4e-16);
      assertEquals(job.arrivalSeconds(), ours.arrivalSeconds(), 4e-16 * job.arrivalSeconds());
    }
    assertTrue(different <= published.size() / 100, different + " jobs differ in a last bit");
  }

  @Test
  void next_gangs_comeInThePublishedParts() {
    List<TraceJob> jobs = jobs(Workload.published(1).withGangs(), 4000);
    assertEquals(0.70, part(jobs, job -> job.kind().scaleFactor() == 1), 0.03);
    assertEquals(0.10, part(jobs, job -> job.kind().scaleFactor() == 2), 0.03);
    assertEquals(0.15, part(jobs, job -> job.kind().scaleFactor() == 4), 0.03);
    assertEquals(0.05, part(jobs, job -> job.kind().scaleFactor() == 8), 0.03);
    List<String> alone =
        JobTemplate.published().stream()
            .filter(template -> !template.distributed())
            .map(JobTemplate::jobType)
            .toList();
    assertEquals(7, alone.size());
    assertTrue(
        jobs.stream()
            .noneMatch(
                job -> job.kind().scaleFactor() > 1 && alone.contains(job.kind().jobType())));
  }

  @Test
  void next_prioritiesAndSlos_comeInThePublishedParts() {
    List<TraceJob> jobs = jobs(workload(1, true, OptionalDouble.empty()), 4000);
    assertEquals(0.2, part(jobs, job -> job.weight() == 5), 0.03);
    assertEquals(0.33, part(jobs, job -> job.slo().orElseThrow() == 1.2), 0.03);
    assertEquals(0.34, part(jobs, job -> job.slo().orElseThrow() == 2), 0.03);
    assertEquals(0.33, part(jobs, job -> job.slo().orElseThrow() == 10), 0.03);
  }

  @Test
  void next_durations_areHalfAnHourToAWeekAndStepsFollow() {
    List<TraceJob> jobs = jobs(Workload.published(6), 4000);
    for (TraceJob job : jobs) {
      double minutes = job.durationSeconds().orElseThrow() / 60;
      assertTrue(minutes >= 31 && minutes <= 10_000, "%s minutes".formatted(minutes));
      assertEquals(job.durationSeconds().orElseThrow(), job.totalSteps(), 1e-6); // rate 1
    }
    assertEquals(0.2, part(jobs, job -> job.durationSeconds().orElseThrow() > 60_000), 0.03);
    double last = jobs.get(jobs.size() - 1).arrivalSeconds();
    assertEquals(600, last / (jobs.size() - 1), 30);
  }

  @Test
  void next_fixedDurationAndNoRate_allAtOnce() {
    for (TraceJob job : jobs(workload(0, false, OptionalDouble.of(10)), 20)) {
      assertEquals(600, job.durationSeconds().orElseThrow());
      assertEquals(0, job.arrivalSeconds());
    }
  }

  @Test
  void next_tableWithoutTheReferenceType_namesIt() {
    JobGenerator generator =
        new JobGenerator(Workload.published(1), ThroughputTable.builder().build(), 0);
    String message = assertThrows(InvalidInputException.class, generator::next).getMessage();
    assertTrue(message.contains("\"v100\""), message);
  }

  @Test
  void next_behindFullCluster_fillsEachTypeAtTime0AndThenGoesOnAsUsual() {
    Cluster cluster = Cluster.of(new WorkerType("v100", 20), new WorkerType("k80", 7));
    Workload workload = Workload.published(6).withGangs();
    JobGenerator generator = new JobGenerator(workload, table(), 7).behindFull(cluster);
    int jobs = 0;
    for (int workers : new int[] {7, 20}) { // by name
      for (int held = 0; held < workers; jobs++) {
        TraceJob job = generator.next();
        assertEquals(0, job.arrivalSeconds());
        assertEquals(Integer.toString(jobs), job.id());
        held += job.kind().scaleFactor();
      }
    }
    List<TraceJob> plain = jobs(workload, jobs + 3);
    for (int i = 0; i < 3; i++) { // kinds go on where they were, gaps begin
      TraceJob job = generator.next();
      assertEquals(plain.get(jobs + i).kind(), job.kind());
      assertEquals(plain.get(i).arrivalSeconds(), job.arrivalSeconds());
    }
    assertThrows(IllegalStateException.class, () -> generator.behindFull(cluster));
  }
}
