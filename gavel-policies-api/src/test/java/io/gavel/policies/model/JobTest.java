package io.gavel.policies.model;

import static io.gavel.policies.Errors.assertRejected;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobTest {

  private static Job full() {
    return Job.builder("a")
        .type("resnet50")
        .scaleFactor(4)
        .minRunSeconds(90)
        .weight(2)
        .stepsRemaining(1000)
        .secondsSinceStart(60)
        .isolatedSecondsSoFar(30)
        .sloSeconds(7200)
        .entity("team")
        .history(History.none().runningOn("v100", 5))
        .build();
  }

  @Test
  void of_idAlone_hasTheDefaults() {
    assertEquals(
        new Job(
            "a",
            Optional.empty(),
            Holding.of(1),
            0,
            1,
            OptionalDouble.empty(),
            0,
            0,
            OptionalDouble.empty(),
            Optional.empty(),
            History.none()),
        Job.of("a"));
  }

  @Test
  void build_everythingSet_isThere() {
    assertEquals(
        new Job(
            "a",
            Optional.of("resnet50"),
            Holding.of(4),
            90,
            2,
            OptionalDouble.of(1000),
            60,
            30,
            OptionalDouble.of(7200),
            Optional.of("team"),
            History.none().runningOn("v100", 5)),
        full());
  }

  @Test
  void build_afterBuild_leavesTheFirstJobAlone() {
    Job.Builder builder = Job.builder("a");
    Job first = builder.build();
    assertEquals(3, builder.weight(3).build().weight());
    assertEquals(1, first.weight());
  }

  @Property
  void toBuilder_anyJob_roundTrips(
      @ForAll @AlphaChars @StringLength(min = 1) String id,
      @ForAll @IntRange(min = 1) int scaleFactor,
      @ForAll @DoubleRange(min = 0, minIncluded = false) double weight,
      @ForAll @DoubleRange(min = 0) double steps) {
    Job job = Job.builder(id).scaleFactor(scaleFactor).weight(weight).stepsRemaining(steps).build();
    assertEquals(job, job.toBuilder().build());
    Job share = job.toBuilder().scaleFactor(1).gpuMilli(1 + scaleFactor % 1000).build();
    assertEquals(share, share.toBuilder().build());
    assertEquals(full(), full().toBuilder().build());
  }

  @Test
  void equals_oneComponentDiffers_isFalse() {
    assertEquals(full().hashCode(), full().hashCode());
    for (Job other :
        List.of(
            Job.of("a"),
            full().toBuilder().type("lstm").build(),
            full().toBuilder().scaleFactor(2).build(),
            full().toBuilder().scaleFactor(1).gpuMilli(999).build(),
            full().toBuilder().minRunSeconds(91).build(),
            full().toBuilder().weight(1).build(),
            full().toBuilder().stepsRemaining(999).build(),
            full().toBuilder().secondsSinceStart(61).build(),
            full().toBuilder().isolatedSecondsSoFar(31).build(),
            full().toBuilder().sloSeconds(7201).build(),
            full().toBuilder().entity("user").build(),
            full().toBuilder().history(History.none()).build())) {
      assertNotEquals(full(), other);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void build_notPositive_isNamed(double value) {
    assertRejected(
        "weight of job \"a\" is " + value + "; it must be finite and > 0",
        Job.builder("a").weight(value)::build);
    assertRejected(
        "SLO seconds of job \"a\" is " + value + "; it must be finite and > 0",
        Job.builder("a").sloSeconds(value)::build);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void build_negativeOrNoNumber_isNamed(double value) {
    String must = " of job \"a\" is " + value + "; it must be finite and ≥ 0";
    assertRejected("minimum run time" + must, Job.builder("a").minRunSeconds(value)::build);
    assertRejected("steps remaining" + must, Job.builder("a").stepsRemaining(value)::build);
    assertRejected("seconds since start" + must, Job.builder("a").secondsSinceStart(value)::build);
    assertRejected(
        "isolated seconds so far" + must, Job.builder("a").isolatedSecondsSoFar(value)::build);
  }

  @Test
  void build_edgesOfWhatIsAllowed_areKept() {
    Job job =
        Job.builder("a")
            .weight(Double.MIN_VALUE)
            .stepsRemaining(0)
            .scaleFactor(Integer.MAX_VALUE)
            .sloSeconds(Double.MAX_VALUE)
            .build();
    assertEquals(Double.MIN_VALUE, job.weight());
    assertEquals(OptionalDouble.of(0), job.stepsRemaining());
    assertEquals(Integer.MAX_VALUE, job.scaleFactor());
    assertEquals(OptionalDouble.of(Double.MAX_VALUE), job.sloSeconds());
  }

  @Test
  void build_wrongNameOrGang_isNamed() {
    assertRejected("id of a job is blank; it must be a name", () -> Job.of(""));
    assertRejected(
        "type of job \"a\" is blank; it must be a name", Job.builder("a").type(" ")::build);
    assertRejected(
        "scale factor of job \"a\" is 0; it must be at least 1",
        Job.builder("a").scaleFactor(0)::build);
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, 0, 1001})
  void build_shareOutside_isNamed(int gpuMilli) {
    assertRejected(
        "GPU share of job \"a\" is " + gpuMilli + " thousandths; it must be from 1 to 1000",
        Job.builder("a").gpuMilli(gpuMilli)::build);
  }

  @Test
  void build_gangOfShares_isRejected() {
    assertRejected(
        "job \"a\" asks for 2 workers with 500 thousandths of each; a gang takes whole workers",
        Job.builder("a").scaleFactor(2).gpuMilli(500)::build);
  }

  @Test
  void workers_gangOrShare_isWhatItHolds() {
    assertEquals(4, full().workers());
    assertEquals(0.3, Job.builder("a").gpuMilli(300).build().workers());
    assertEquals(0.001, Job.builder("a").gpuMilli(1).build().workers());
    assertEquals(
        Integer.MAX_VALUE, Job.builder("a").scaleFactor(Integer.MAX_VALUE).build().workers());
  }

  @Test
  void withoutSlo_jobWithOne_isTheRest() {
    assertEquals(full(), full().toBuilder().withoutSlo().sloSeconds(7200).build());
    assertEquals(OptionalDouble.empty(), full().toBuilder().withoutSlo().build().sloSeconds());
  }
}
