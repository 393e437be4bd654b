package io.gavel.mechanism.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.mechanism.event.SchedulerEvent.LeaseEnded;
import io.gavel.mechanism.event.SchedulerEvent.ProblemChanged;
import io.gavel.mechanism.event.SchedulerEvent.WorkersDrained;
import io.gavel.mechanism.event.SchedulerEvent.WorkersLost;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.Allocation;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mechanisms that are wrong on purpose break the contract. */
class RoundContractTest {

  private static final int SEEDS = 50;

  /** The number of courses on which a wrong mechanism must keep all other rules. */
  private static final int OTHER_SEEDS = Boolean.getBoolean("gavel.nightly") ? SEEDS : 12;

  /** A mechanism that is wrong in one way, and all the rules that it breaks. */
  record Animal(
      String name,
      BiFunction<Cluster, RoundOptions, RoundScheduler> right,
      UnaryOperator<ZooMechanism> wrong,
      Set<RoundRule> broken) {
    RoundMechanism create(Cluster cluster, RoundOptions options) {
      return wrong.apply(new ZooMechanism(right.apply(cluster, options)));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static Animal animal(
      String name, UnaryOperator<ZooMechanism> wrong, RoundRule... broken) {
    return new Animal(name, RoundScheduler::create, wrong, Set.of(broken));
  }

  private static Animal leases(String name, UnaryOperator<Lease> change, RoundRule... broken) {
    return leasesOn(name, (cluster, lease) -> change.apply(lease), broken);
  }

  private static Animal leasesOn(
      String name, BiFunction<Cluster, Lease, Lease> change, RoundRule... broken) {
    return animal(
        name,
        wrong ->
            wrong.changes(
                plan ->
                    with(
                        plan,
                        plan.leases().stream()
                            .map(lease -> change.apply(wrong.cluster(), lease))
                            .toList(),
                        0)),
        broken);
  }

  private static Animal ignoring(
      String name, Class<? extends SchedulerEvent> to, RoundRule... broken) {
    return animal(
        name,
        wrong ->
            wrong.filters(event -> Optional.of(event).filter(received -> !to.isInstance(received))),
        broken);
  }

  private static RoundPlan with(RoundPlan plan, List<Lease> leases, double longer) {
    return new RoundPlan(
        plan.round(),
        plan.startSeconds(),
        plan.endSeconds() + longer,
        leases,
        plan.interruptions());
  }

  private static Lease with(Lease l, long number, List<Worker> workers, double end) {
    return new Lease(
        number,
        l.jobIds(),
        l.workerType(),
        workers,
        l.gpuMilli(),
        l.startSeconds(),
        end,
        l.extended(),
        l.owed(),
        l.configuration());
  }

  /** The first workers of the pool, as many as the lease has. */
  private static List<Worker> first(Cluster cluster, Lease lease) {
    int pool = lease.workers().get(0).pool();
    return IntStream.range(0, lease.workers().size())
        .mapToObj(w -> Worker.of(cluster, cluster.poolName(pool), w))
        .toList();
  }

  /** The allocation without the time of the second job. */
  private static Allocation withoutSecond(Allocation x) {
    int types = x.problem().cluster().typeCount();
    double[] fractions =
        IntStream.range(0, x.problem().groupCount() * types)
            .mapToDouble(
                i -> hasSecond(x.problem().group(i / types)) ? 0 : x.fraction(i / types, i % types))
            .toArray();
    return Allocation.of(x.problem(), fractions, x.certificate());
  }

  private static boolean hasSecond(Group group) {
    return IntStream.range(0, group.size()).anyMatch(i -> group.member(i) == 1);
  }

  static List<Animal> animals() {
    AtomicInteger draws = new AtomicInteger();
    return List.of(
        leases(
            "leases end too late",
            l -> with(l, l.number(), l.workers(), l.endSeconds() + 1),
            RoundRule.SHAPE),
        leasesOn(
            "always uses the first workers",
            (cluster, l) -> with(l, l.number(), first(cluster, l), l.endSeconds()),
            RoundRule.CAPACITY,
            RoundRule.UP),
        leases(
            "gangs lack their last worker",
            l ->
                with(
                    l,
                    l.number(),
                    l.workers().subList(0, Math.max(1, l.workers().size() - 1)),
                    l.endSeconds()),
            RoundRule.GANGS),
        ignoring("ignores lost workers", WorkersLost.class, RoundRule.UP),
        ignoring("ignores drained workers", WorkersDrained.class, RoundRule.UP),
        ignoring("ignores done jobs", JobDone.class, RoundRule.JOBS, RoundRule.NUMBERS),
        ignoring(
            "ignores changed problems",
            ProblemChanged.class,
            RoundRule.JOBS,
            RoundRule.NUMBERS,
            RoundRule.GANGS,
            RoundRule.USEFUL_TIME,
            RoundRule.NOBODY_IDLES,
            RoundRule.LIMITS),
        leases(
            "reuses lease numbers",
            l -> with(l, l.number() % 3, l.workers(), l.endSeconds()),
            RoundRule.NUMBERS),
        animal(
            "drops the last lease",
            wrong ->
                wrong.changes(
                    plan ->
                        with(
                            plan,
                            plan.leases().subList(0, Math.max(0, plan.leases().size() - 1)),
                            0)),
            RoundRule.NOBODY_IDLES),
        animal(
            "gives the second job no time",
            wrong ->
                wrong.filters(
                    event ->
                        Optional.of(
                            event instanceof AllocationChanged changed
                                ? new AllocationChanged(
                                    changed.atSeconds(), withoutSecond(changed.allocation()))
                                : event)),
            RoundRule.NOBODY_IS_LOST),
        animal(
            "is random",
            wrong -> wrong.changes(plan -> with(plan, plan.leases(), draws.incrementAndGet())),
            RoundRule.DETERMINISM,
            RoundRule.TWICE,
            RoundRule.PAST,
            RoundRule.RESTORED),
        new Animal(
            "ignores the minimum run time",
            (cluster, options) -> RoundScheduler.create(cluster, options.withMinRunSeconds(0)),
            UnaryOperator.identity(),
            Set.of(RoundRule.MIN_RUN)),
        new Animal(
            "ignores limits",
            (cluster, options) -> RoundScheduler.create(cluster, options.ignoring(CourseRun.LIMIT)),
            UnaryOperator.identity(),
            Set.of(RoundRule.LIMITS)),
        animal("fills nothing", ZooMechanism::fillsNothing, RoundRule.FILL),
        animal("counts repeated messages", RoundContractTest::counting, RoundRule.TWICE),
        animal("accepts the past", ZooMechanism::acceptsThePast, RoundRule.PAST),
        animal("restores without accounts", ZooMechanism::forgetsAccounts, RoundRule.RESTORED));
  }

  /** Makes rounds longer by the number of messages about ended leases. */
  private static ZooMechanism counting(ZooMechanism wrong) {
    AtomicInteger ended = new AtomicInteger();
    return wrong
        .filters(
            event -> {
              ended.addAndGet(event instanceof LeaseEnded ? 1 : 0);
              return Optional.of(event);
            })
        .changes(plan -> with(plan, plan.leases(), ended.get()));
  }

  private static Set<RoundRule> broken(RoundRules rules, Set<RoundRule> expected) {
    Set<RoundRule> broken = EnumSet.noneOf(RoundRule.class);
    for (RoundRule rule : RoundRule.values()) {
      int seeds = expected.contains(rule) ? SEEDS : OTHER_SEEDS;
      for (long seed = 0; seed < seeds && !broken.contains(rule); seed++) {
        if (rules.broken(rule, RoundCourse.of(seed)).isPresent()) {
          broken.add(rule);
        }
      }
    }
    return broken;
  }

  @ParameterizedTest
  @MethodSource("animals")
  void rules_wrongMechanism_breaksTheRulesThatItIsToBreakAndNoOther(Animal animal) {
    assertEquals(animal.broken(), broken(RoundRules.of(animal::create), animal.broken()));
  }

  @Test
  void zoo_breaksEveryRule() {
    Set<RoundRule> broken = EnumSet.noneOf(RoundRule.class);
    animals().forEach(animal -> broken.addAll(animal.broken()));
    assertEquals(EnumSet.allOf(RoundRule.class), broken);
  }

  @Test
  void checkAll_brokenRule_isNamedWithItsCourse() {
    RoundRules rules = RoundRules.of(animals().get(0)::create);
    AssertionError error =
        assertThrows(
            AssertionError.class,
            () -> {
              for (long seed = 0; seed < SEEDS; seed++) {
                rules.checkAll(RoundCourse.of(seed));
              }
            });
    assertTrue(error.getMessage().startsWith("round rule 1 (shape)"), error.getMessage());
    assertTrue(error.getMessage().contains("NEXT_ROUND("), error.getMessage());
  }
}
