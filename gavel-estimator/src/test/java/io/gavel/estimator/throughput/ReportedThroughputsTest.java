package io.gavel.estimator.throughput;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.Estimate.Interval;
import io.gavel.estimator.throughput.ReportedThroughputs.ProgressReport;
import io.gavel.estimator.throughput.ReportedThroughputs.ReportVerdict;
import io.gavel.policies.contract.Draws;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

class ReportedThroughputsTest {

  private static final List<String> TYPES = List.of("k80", "p100", "v100");
  private static final ReportRules RULES = ReportRules.standard(1000);
  private static final IsolatedThroughputs MODEL = model();

  /** Twelve jobs that gain some two and four times, and differ by 20 %. */
  private static IsolatedThroughputs model() {
    Random random = new Random(7);
    double[][] rates = new double[12][3];
    for (double[] row : rates) {
      double level = Math.exp(random.nextGaussian());
      for (int j = 0; j < row.length; j++) {
        row[j] = level * Math.pow(2, j) * Math.exp(0.2 * random.nextGaussian());
      }
    }
    return IsolatedThroughputs.fit(TYPES, rates);
  }

  private static ProgressReport report(String job, String workerType, double at, double rate) {
    return new ProgressReport(job, "resnet", workerType, at, rate);
  }

  private static ReportedThroughputs measured() {
    return ReportedThroughputs.of(MODEL, RULES).withMeasured("resnet", Map.of("k80", 1.0));
  }

  private static double on(ReportedThroughputs all, String job, String workerType, double now) {
    return all.estimate(job, "resnet", now).stepsPerSecond(workerType);
  }

  @Property
  void estimate_quorumOfOthers_doesNotDependOnWhatTheJobReports(
      @ForAll Draws random,
      @ForAll @IntRange(min = 4, max = 12) int others,
      @ForAll @DoubleRange(min = -5, max = 5) double lie) {
    ReportedThroughputs honest = measured();
    ReportedThroughputs lying = honest;
    for (int round = 0; round < 6; round++) {
      for (String workerType : TYPES) {
        for (int m = 0; m < others; m++) {
          double rate = 3 * Math.exp(RULES.noise() * random.nextGaussian());
          ProgressReport report = report("other" + m, workerType, round, rate);
          honest = honest.withReport(report);
          lying = lying.withReport(report);
        }
        honest = honest.withReport(report("job", workerType, round, 3));
        lying = lying.withReport(report("job", workerType, round, 3 * Math.exp(lie)));
      }
    }
    assertEquals(honest.estimate("job", "resnet", 6), lying.estimate("job", "resnet", 6));
  }

  @Property
  void estimate_fewerThanHalfOfTheOthersLie_isBetweenTwoHonestReports(
      @ForAll Draws random,
      @ForAll @IntRange(min = 1, max = 3) int liars,
      @ForAll @IntRange(min = 3, max = 7) int others) {
    Assume.that(2 * liars < others);
    ReportedThroughputs all = measured();
    double low = Double.POSITIVE_INFINITY;
    double high = 0;
    for (int m = 0; m < others; m++) {
      boolean lies = m < liars;
      double rate = Math.exp((lies ? 3 : RULES.noise()) * random.nextGaussian());
      low = lies ? low : Math.min(low, rate);
      high = lies ? high : Math.max(high, rate);
      all = all.withReport(report("other" + m, "v100", 0, rate));
    }
    assertTrue(new Interval(low, high).contains(on(all, "job", "v100", 0)));
  }

  @Property
  void estimate_alone_staysWithinWhatIsKnownWithoutTheReports(
      @ForAll @DoubleRange(min = -5, max = 5) double lie,
      @ForAll @IntRange(min = 1, max = 7) int reports) {
    ReportedThroughputs without = measured();
    ReportedThroughputs with = without;
    double truth = on(without, "job", "v100", 0);
    for (int i = 0; i < reports; i++) {
      with = with.withReport(report("job", "v100", i, truth * Math.exp(lie)));
    }
    Interval limits = limits(without.estimate("job", "resnet", 0).interval("v100", RULES.level()));
    double claim = truth * Math.exp(lie);
    double believed = on(with, "job", "v100", reports);
    assertEquals(limits.contains(claim) ? claim : limits.low(), believed, 1e-12 * believed);
    assertEquals(
        limits.contains(claim) ? ReportVerdict.AGREES : ReportVerdict.DEVIATES,
        with.verdict("job", "resnet", "v100", reports));
  }

  /** The difference of two values that each have the noise, the second no more than π / 2 of it. */
  private static Interval limits(Interval known) {
    double width = Math.exp(RULES.deviations() * RULES.noise() * Math.sqrt(1 + Math.PI / 2));
    return new Interval(known.low() / width, known.high() * width);
  }

  @Example
  void estimate_tenTimesTooFast_isBelievedToBeAsSlowAsPossible() {
    ReportedThroughputs without = measured();
    Interval known = without.estimate("job", "resnet", 0).interval("v100", RULES.level());
    double estimated = on(without, "job", "v100", 0);
    ReportedThroughputs with = without.withReport(report("job", "v100", 0, 10 * estimated));
    assertEquals(limits(known).low(), on(with, "job", "v100", 0));
    assertEquals(ReportVerdict.DEVIATES, with.verdict("job", "resnet", "v100", 0));
    ReportedThroughputs measuredType = without.withReport(report("job", "k80", 0, 10));
    assertEquals(limits(new Interval(1, 1)).low(), on(measuredType, "job", "k80", 0));
    assertEquals(ReportVerdict.DEVIATES, measuredType.verdict("job", "resnet", "k80", 0));
    // Another job of the type does not suffer from it.
    assertEquals(without.estimate("new", "resnet", 0), with.estimate("new", "resnet", 0));
  }

  @Property
  void estimate_everythingSlowsDown_isFollowedByTheThirdReportOfEach(
      @ForAll @IntRange(min = 3, max = 7) int others,
      @ForAll @IntRange(min = 1, max = 9) int before,
      @ForAll @DoubleRange(min = 0.1, max = 0.7) double factor) {
    ReportedThroughputs all = measured();
    int now = 0;
    for (int i = 0; i < before; i++, now++) {
      all = everybody(all, others, now, 1);
    }
    assertEquals(ReportVerdict.AGREES, all.verdict("job0", "resnet", "k80", now));
    for (int i = 0; i < 3; i++, now++) {
      all = everybody(all, others, now, factor);
    }
    assertEquals(factor, on(all, "new", "k80", now));
    assertEquals(others > 3, all.verdict("job0", "resnet", "k80", now) == ReportVerdict.DRIFT);
    // The rates on other types fall with it: the estimates start from the new rate.
    assertEquals(factor, on(all, "new", "v100", now) / on(measured(), "new", "v100", 0), 1e-9);
  }

  private static ReportedThroughputs everybody(
      ReportedThroughputs all, int jobs, double at, double rate) {
    ReportedThroughputs more = all;
    for (int m = 0; m < jobs; m++) {
      more = more.withReport(report("job" + m, "k80", at, rate));
    }
    return more;
  }

  /** Seven jobs count: those that reported last. */
  @Example
  void estimate_jobsThatAreGone_countUntilOthersHaveReported() {
    ReportedThroughputs all = measured();
    for (int m = 0; m < 20; m++) {
      all = all.withReport(report("gone" + m, "k80", m, 1));
    }
    for (int m = 0; m < 3; m++) {
      all = all.withReport(report("job" + m, "k80", 30, 2));
    }
    assertEquals(1, on(all, "new", "k80", 30)); // three of seven
    all = all.withReport(report("job3", "k80", 30, 2));
    assertEquals(2, on(all, "new", "k80", 30)); // four of seven
  }

  @Example
  void estimate_oldReports_countNoMore() {
    ReportedThroughputs all = everybody(measured(), 5, 10, 2);
    assertEquals(2, on(all, "new", "k80", 10 + RULES.maxAgeSeconds()));
    double later = Math.nextUp(10 + RULES.maxAgeSeconds());
    assertEquals(1, on(all, "new", "k80", later));
    assertEquals(ReportVerdict.NONE, all.verdict("job0", "resnet", "k80", later));
  }

  @Example
  void withReport_notNewerThanTheLast_changesNothing() {
    ReportedThroughputs all = everybody(measured(), 5, 10, 2);
    assertEquals(all, all.withReport(report("job0", "k80", 10, 7)));
    assertEquals(all, all.withReport(report("job0", "k80", 9, 7)));
    assertNotEquals(all, all.withReport(report("job0", "k80", 11, 7)));
  }

  @Example
  void withMeasured_afterReports_countsInsteadOfThem() {
    ReportedThroughputs all =
        everybody(measured(), 5, 10, 2).withMeasured("resnet", Map.of("k80", 4.0));
    assertEquals(4, on(all, "new", "k80", 10));
    assertEquals(new Interval(4, 4), all.estimate("new", "resnet", 10).interval("k80", 0.9));
  }

  @Example
  void estimate_nothingKnown_isAnotherJobLikeTheReferences() {
    ReportedThroughputs none = ReportedThroughputs.of(MODEL, RULES);
    assertEquals(MODEL.unmeasured(), none.estimate("job", "unknown", 0));
    double typical = MODEL.unmeasured().stepsPerSecond("k80");
    ReportedThroughputs one =
        none.withReport(new ProgressReport("job", "unknown", "k80", 0, 1.1 * typical));
    assertEquals(1.1 * typical, one.estimate("job", "unknown", 0).stepsPerSecond("k80"));
  }

  /**
   * Honest jobs with normal noise deviate no more often than the rule says: beyond two standard
   * deviations, 4.55 %. Of 20,000 draws, that is 910 with a standard deviation of 30.
   */
  @Example
  void verdict_honestJobs_deviateNoMoreOftenThanStated() {
    Random random = new Random(11);
    ReportRules strict = new ReportRules(0.03, 2, 0.95, 1000, 3);
    ReportedThroughputs start = ReportedThroughputs.of(MODEL, strict);
    for (int others : new int[] {3, 4, 6}) {
      int deviates = 0;
      for (int i = 0; i < 20_000; i++) {
        ReportedThroughputs all = start;
        for (int m = 0; m <= others; m++) {
          double rate = Math.exp(strict.noise() * random.nextGaussian());
          all = all.withReport(report("job" + m, "k80", 0, rate));
        }
        deviates += all.verdict("job0", "resnet", "k80", 0) == ReportVerdict.DEVIATES ? 1 : 0;
      }
      assertTrue(deviates <= 910 + 4 * 30, "%s with %s others".formatted(deviates, others));
      assertTrue(deviates >= 0.5 * 910, "%s with %s others".formatted(deviates, others));
    }
  }

  @Example
  void arguments_notAsDescribed_areRefused() {
    ReportedThroughputs all = measured();
    for (Runnable wrong :
        List.<Runnable>of(
            () -> all.withReport(report("job", "a100", 0, 1)),
            () -> all.verdict("job", "resnet", "a100", 0),
            () -> all.withMeasured("resnet", Map.of("a100", 1.0)),
            () -> all.withMeasured("resnet", Map.of("k80", 0.0)),
            () -> report("job", "k80", 0, 0),
            () -> report("job", "k80", Double.NaN, 1),
            () -> new ReportRules(0, 3, 0.9, 1, 3),
            () -> new ReportRules(0.1, 0, 0.9, 1, 3),
            () -> new ReportRules(0.1, 3, 1, 1, 3),
            () -> new ReportRules(0.1, 3, 0.9, Double.NaN, 3),
            () -> new ReportRules(0.1, 3, 0.9, 1, 0))) {
      assertThrows(IllegalArgumentException.class, wrong::run);
    }
  }
}
