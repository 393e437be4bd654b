package io.gavel.yarn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FixedContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.Schedulable;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.policies.DominantResourceFairnessPolicy;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.WriterAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class GavelSchedulingPolicyTest {

  private static final Resource TOTAL = FakeQueue.resource(8, 16);
  private static final SpeedTable SPEEDS =
      SpeedTable.of(
          Map.of(
              "root.vision", Map.of("v100", 4.0, "k80", 1.0),
              "root.speech", Map.of("v100", 1.5, "k80", 1.0)));

  /** For shares of changed demands at once. */
  private static final long PATIENT = 60_000_000_000L;

  private final StringWriter log = new StringWriter();
  private final WriterAppender appender = new WriterAppender(new PatternLayout("%p %m%n"), log);

  @BeforeEach
  void listen() {
    Logger.getLogger(GavelSchedulingPolicy.class).addAppender(appender);
  }

  @AfterEach
  void stopListening() {
    Logger.getLogger(GavelSchedulingPolicy.class).removeAppender(appender);
  }

  private static final class WithSpeeds extends GavelSchedulingPolicy {
    WithSpeeds(Supplier<SpeedTable> source) {
      super(source);
    }

    @Override
    protected long patienceNanos() {
      return PATIENT;
    }
  }

  private GavelSchedulingPolicy policy() {
    return initialized(new WithSpeeds(() -> SPEEDS));
  }

  private GavelSchedulingPolicy initialized(GavelSchedulingPolicy policy) {
    policy.initialize(new FixedContext(TOTAL));
    log.getBuffer().setLength(0); // the table, which is always reported
    return policy;
  }

  private static String compute(GavelSchedulingPolicy policy, Resource total, FakeQueue... queues) {
    policy.computeShares(List.of(queues), total);
    return Arrays.stream(queues).map(FakeQueue::shares).collect(Collectors.joining(", "));
  }

  @Test
  void computeShares_contended_areThoseOfWaterFilling() {
    // Levels are equal at 14.61: vision has 7.305 v100, speech the rest and all k80.
    String shares =
        compute(policy(), TOTAL, new FakeQueue("root.vision"), new FakeQueue("root.speech"));
    assertEquals("root.vision 7 0, root.speech 1 16", shares);
  }

  @Test
  void computeShares_demandsThatFit_areMet() {
    assertEquals(
        "root.vision 2 3, root.speech 5 4",
        compute(
            policy(),
            TOTAL,
            new FakeQueue("root.vision").demanding(2, 3),
            new FakeQueue("root.speech").demanding(5, 4)));
  }

  @Test
  void computeShares_demandForOneType_limitsIt() {
    assertEquals(
        "root.vision 2 13, root.speech 6 3",
        compute(
            policy(),
            TOTAL,
            new FakeQueue("root.vision").demanding(2, 100),
            new FakeQueue("root.speech")));
  }

  @Test
  void computeShares_minimumShare_isKept() {
    FakeQueue speech = new FakeQueue("root.speech");
    speech.minShare = FakeQueue.resource(4, 0);
    compute(policy(), TOTAL, new FakeQueue("root.vision"), speech);
    assertEquals(4, speech.share("v100"));
  }

  @Test
  void computeShares_maximumShare_isKept() {
    FakeQueue vision = new FakeQueue("root.vision");
    vision.maxShare = FakeQueue.resource(3, 100);
    compute(policy(), TOTAL, vision, new FakeQueue("root.speech"));
    assertEquals(3, vision.share("v100"));
  }

  @Test
  void computeShares_withoutAccelerators_leavesMemoryToDominantResourceFairness() {
    FakeQueue vision = new FakeQueue("root.vision");
    FakeQueue etl = new FakeQueue("root.etl").demanding(0, 0); // needs no speeds
    assertEquals("root.vision 8 16, root.etl 0 0", compute(policy(), TOTAL, vision, etl));
    assertEquals(4096, etl.getFairShare().getMemorySize());
    assertEquals("", log.toString());
  }

  @Test
  void computeShares_zeroWeight_hasNoAccelerators() {
    assertEquals(
        "root.vision 8 16, root.speech 0 0",
        compute(
            policy(),
            TOTAL,
            new FakeQueue("root.vision"),
            new FakeQueue("root.speech").weighing(0)));
  }

  @Test
  void computeShares_zeroCapacity_dividesTheRest() {
    assertEquals(
        "root.vision 0 8, root.speech 0 8",
        compute(
            policy(),
            FakeQueue.resource(0, 16),
            new FakeQueue("root.vision"),
            new FakeQueue("root.speech")));
    assertEquals(
        "root.vision 0 0, root.speech 0 0",
        compute(
            policy(),
            FakeQueue.resource(0, 0),
            new FakeQueue("root.vision"),
            new FakeQueue("root.speech")));
    assertEquals("", log.toString());
  }

  @Test
  void computeShares_nobody_isNoError() {
    policy().computeShares(List.of(), TOTAL);
    assertEquals("", log.toString());
  }

  private static String byDominantResource(Resource total, FakeQueue... queues) {
    for (FakeQueue queue : queues) {
      queue.setFairShare(FakeQueue.resource(0, 0));
    }
    new DominantResourceFairnessPolicy().computeShares(List.of(queues), total);
    return Arrays.stream(queues).map(FakeQueue::shares).collect(Collectors.joining(", "));
  }

  /** Dominant resource fairness decides, and the log says why, once. */
  private void requireFallback(
      GavelSchedulingPolicy policy, Resource total, String reason, FakeQueue... queues) {
    String shares = compute(policy, total, queues);
    compute(policy, total, queues);
    String said = log.toString();
    assertTrue(
        said.startsWith("WARN Shares in root are by dominant resource fairness: " + reason), said);
    assertEquals(1, said.lines().count(), said);
    assertEquals(byDominantResource(total, queues), shares);
    assertEquals(0, policy.getComparator().compare(queues[0], queues[0]));
  }

  @Test
  void computeShares_missingSpeeds_fallsBack() {
    requireFallback(
        policy(),
        TOTAL,
        "root.new demands accelerators and has no speeds; state them in gavel.speeds.root.new",
        new FakeQueue("root.vision"),
        new FakeQueue("root.new"));
  }

  @Test
  void computeShares_afterAFallback_saysThatItIsOver() {
    GavelSchedulingPolicy policy = policy();
    compute(policy, TOTAL, new FakeQueue("root.vision"), new FakeQueue("root.new"));
    compute(policy, TOTAL, new FakeQueue("root.vision"));
    assertTrue(log.toString().contains("Shares in root are by speeds again"), log.toString());
  }

  @Test
  void computeShares_negativeDemand_fallsBack() {
    requireFallback(
        policy(),
        TOTAL,
        "the demand of root.speech has -1 v100; it must be at least 0",
        new FakeQueue("root.vision"),
        new FakeQueue("root.speech").demanding(-1, 3));
  }

  @Test
  void computeShares_negativeCapacity_fallsBack() {
    requireFallback(
        policy(),
        FakeQueue.resource(-8, 16),
        "the total resources has -8 v100; it must be at least 0",
        new FakeQueue("root.vision"));
  }

  @Test
  void computeShares_negativeWeight_fallsBack() {
    requireFallback(
        policy(),
        TOTAL,
        "weight of root.vision is -2.0; it must be finite and at least 0",
        new FakeQueue("root.vision").weighing(-2));
  }

  @Test
  void computeShares_overcommittedMinimumShares_fallsBack() {
    FakeQueue vision = new FakeQueue("root.vision");
    FakeQueue speech = new FakeQueue("root.speech");
    vision.minShare = FakeQueue.resource(5, 0);
    speech.minShare = FakeQueue.resource(5, 0);
    requireFallback(
        answering(WaterFilling.create()), // without a limit of time: the first solve is slow
        TOTAL,
        "no allocation keeps \"minimum share of root.vision on v100\"",
        vision,
        speech);
  }

  @Test
  void computeShares_hugeNumbers_fallsBack() {
    requireFallback(
        policy(),
        FakeQueue.resource(Long.MAX_VALUE, 16),
        "",
        new FakeQueue("root.vision").demanding(Long.MAX_VALUE, Long.MAX_VALUE),
        new FakeQueue("root.speech").demanding(Long.MAX_VALUE, Long.MAX_VALUE));
  }

  @Test
  void computeShares_poolMuchSmallerThanDemand_fallsBack() {
    requireFallback(
        policy(),
        FakeQueue.resource(1, 1_000_000),
        "demands are up to 1000001 times the accelerators of a type",
        new FakeQueue("root.vision").demanding(1, 1_000_000),
        new FakeQueue("root.speech").demanding(1, 1_000_000));
  }

  private GavelSchedulingPolicy answering(Policy answer) {
    return initialized(
        new GavelSchedulingPolicy(() -> SPEEDS) {
          @Override
          protected Policy policy() {
            return answer;
          }

          @Override
          protected long patienceNanos() {
            return PATIENT;
          }
        });
  }

  /** YARN asks twice a second. */
  @Test
  void computeShares_nothingHasChanged_asksThePolicyOnce() {
    AtomicInteger asked = new AtomicInteger();
    Policy filling = WaterFilling.create();
    GavelSchedulingPolicy policy =
        answering(
            problem -> {
              asked.incrementAndGet();
              return filling.allocate(problem);
            });
    FakeQueue vision = new FakeQueue("root.vision");
    FakeQueue speech = new FakeQueue("root.speech");
    String shares = compute(policy, TOTAL, vision, speech);
    int once = asked.get();
    vision.usage = FakeQueue.resource(1, 1);
    vision.demand = FakeQueue.resource(200, 100); // of 8: no more than before
    assertEquals(shares, compute(policy, TOTAL, vision, speech));
    assertEquals(once, asked.get());
    List<Runnable> changes =
        List.of(
            () -> vision.demand = FakeQueue.resource(2, 100),
            () -> vision.weight = 2,
            () -> vision.minShare = FakeQueue.resource(1, 0),
            () -> speech.maxShare = FakeQueue.resource(3, 3));
    for (Runnable change : changes) {
      change.run();
      int before = asked.get();
      String changed = compute(policy, TOTAL, vision, speech);
      assertTrue(asked.get() > before);
      assertEquals(changed, compute(answering(filling), TOTAL, vision, speech));
    }
    int before = asked.get();
    compute(policy, FakeQueue.resource(9, 16), vision, speech);
    assertTrue(asked.get() > before);
  }

  /** The ResourceManager schedules nothing while it waits. */
  @Test
  void computeShares_slowPolicy_keepsTheSharesBeforeMeanwhile() throws Exception {
    Semaphore permits = new Semaphore(1);
    Policy filling = WaterFilling.create();
    GavelSchedulingPolicy policy =
        initialized(
            new GavelSchedulingPolicy(() -> SPEEDS) {
              @Override
              protected Policy policy() {
                permits.acquireUninterruptibly();
                return filling;
              }
            });
    FakeQueue vision = new FakeQueue("root.vision");
    FakeQueue speech = new FakeQueue("root.speech");
    assertEquals("root.vision 7 0, root.speech 1 16", compute(policy, TOTAL, vision, speech));
    vision.demand = FakeQueue.resource(2, 100);
    // Of the 0.7 v100 that speech had, none is whole without the 7.3 of vision.
    assertEquals("root.vision 2 0, root.speech 0 16", compute(policy, TOTAL, vision, speech));
    permits.release();
    String shares = "";
    for (int i = 0; i < 1000 && !shares.equals("root.vision 2 13, root.speech 6 3"); i++) {
      Thread.sleep(10);
      shares = compute(policy, TOTAL, vision, speech);
    }
    assertEquals("root.vision 2 13, root.speech 6 3", shares);
    assertEquals("", log.toString());
  }

  /** A queue that holds more in all than its smallest pool has, which takes several jobs. */
  @Test
  void computeShares_claimsOfManyPools_areThoseOfAllTheirJobs() {
    FakeQueue[] queues = {
      new FakeQueue("root.vision"), new FakeQueue("root.speech").demanding(1, 2)
    };
    assertEquals(
        "root.vision 1 14, root.speech 1 2", compute(policy(), FakeQueue.resource(2, 16), queues));
  }

  @Test
  void computeShares_solverRefuses_fallsBack() {
    requireFallback(
        answering(
            problem -> {
              throw new SolveFailedException("no solver found an answer");
            }),
        TOTAL,
        "no solver found an answer",
        new FakeQueue("root.vision"),
        new FakeQueue("root.speech"));
  }

  @Test
  void computeShares_beforeInitialization_fallsBack() {
    requireFallback(
        new WithSpeeds(() -> SPEEDS),
        TOTAL,
        "the policy is not initialized",
        new FakeQueue("root.vision"));
  }

  @Test
  void initialize_unknownType_isRefused() {
    GavelSchedulingPolicy policy =
        new WithSpeeds(() -> SpeedTable.of(Map.of("root", Map.of("h100", 1.0))));
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> policy.initialize(new FixedContext(TOTAL)));
    assertTrue(e.getMessage().contains("names the types [h100]"), e.getMessage());
  }

  @Test
  void initialize_again_keepsTheTableBeforeAnInvalidOne() {
    SpeedTable[] next = {SPEEDS};
    GavelSchedulingPolicy policy =
        new WithSpeeds(
            () -> {
              if (next[0] == null) {
                throw new IllegalArgumentException("speed of root.a is lost");
              }
              return next[0];
            });
    FixedContext context = new FixedContext(TOTAL);
    policy.initialize(context);
    next[0] = null;
    policy.initialize(context);
    assertTrue(
        log.toString().contains("ERROR The speeds before stay in force: speed of root.a is lost"));
    assertEquals("root.vision 8 16", compute(policy, TOTAL, new FakeQueue("root.vision")));
  }

  @Test
  void getComparator_queueBelowItsShare_isFirst() {
    GavelSchedulingPolicy policy = policy();
    FakeQueue vision = new FakeQueue("root.vision");
    FakeQueue speech = new FakeQueue("root.speech");
    compute(policy, TOTAL, vision, speech); // 7.305 and 0; 0.695 and 16
    Comparator<Schedulable> order = policy.getComparator();
    vision.using(4, 100); // has all k80 that it demands
    speech.using(100, 12);
    assertTrue(order.compare(vision, speech) < 0, "4 of 7.3 is less than 12 of 16");
    vision.using(7, 100);
    assertTrue(order.compare(speech, vision) < 0, "12 of 16 is less than 7 of 7.3");
    vision.using(6, 1);
    assertTrue(order.compare(speech, vision) < 0, "12 of 16 is less than 6 of 7.3");
    vision.using(100, 0);
    speech.using(100, 30);
    assertTrue(order.compare(speech, vision) < 0, "vision is entitled to no k80");
  }

  @Test
  void checkIfUsageOverFairShare_oneTypeAbove_isOver() {
    GavelSchedulingPolicy policy = policy();
    Resource fair = FakeQueue.resource(7, 0);
    assertFalse(policy.checkIfUsageOverFairShare(FakeQueue.resource(7, 0), fair));
    assertTrue(policy.checkIfUsageOverFairShare(FakeQueue.resource(6, 1), fair));
  }
}
