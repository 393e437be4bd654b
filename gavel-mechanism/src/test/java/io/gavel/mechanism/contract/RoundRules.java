package io.gavel.mechanism.contract;

import io.gavel.mechanism.contract.CourseRun.Manner;
import io.gavel.mechanism.contract.PlanCheck.Breach;
import io.gavel.mechanism.plan.Overhead;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.policies.model.Cluster;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The {@link RoundRule}s as predicates over a mechanism and a course of events, independent of a
 * test framework. Jobs arrive, leave, fail and report; workers are lost, drained and return;
 * messages are late. Immutable.
 */
public final class RoundRules {

  private static final RoundOptions OPTIONS =
      new RoundOptions(100).withMaxFailures(3).withOverhead(new Overhead(3, 5));

  private final BiFunction<Cluster, RoundOptions, RoundMechanism> mechanisms;

  private RoundRules(BiFunction<Cluster, RoundOptions, RoundMechanism> mechanisms) {
    this.mechanisms = mechanisms;
  }

  /**
   * Creates the rules for a mechanism.
   *
   * @param mechanisms creates a mechanism for a cluster and options
   * @return the rules
   */
  public static RoundRules of(BiFunction<Cluster, RoundOptions, RoundMechanism> mechanisms) {
    return new RoundRules(mechanisms);
  }

  /**
   * Checks a rule on a course of events. The course ends where another rule is broken.
   *
   * @param rule the rule to check
   * @param course the course of events
   * @return how the rule is broken; empty if it is kept
   */
  public Optional<String> broken(RoundRule rule, RoundCourse course) {
    CourseRun plain = run(course, Manner.PLAIN);
    Optional<Breach> breach = plain.run();
    Optional<String> how =
        switch (rule) {
          case DETERMINISM -> differs(plain, run(course, Manner.PLAIN));
          case TWICE -> differs(plain, run(course, Manner.SENDS_TWICE));
          case RESTORED -> differs(plain, run(course, Manner.RESTORES));
          case PAST -> {
            CourseRun other = run(course, Manner.TRIES_THE_PAST);
            yield other.run().filter(found -> found.rule() == RoundRule.PAST).isPresent()
                ? Optional.of("an event or a plan in the past is accepted")
                : firstDifference(plain.plans(), other.plans());
          }
          default -> breach.filter(found -> found.rule() == rule).map(Breach::how);
        };
    return how.map(text -> rule + ": " + text);
  }

  /**
   * Checks all rules.
   *
   * @param course the course of events
   * @throws AssertionError for the first rule that is broken
   */
  public void checkAll(RoundCourse course) {
    for (RoundRule rule : RoundRule.values()) {
      broken(rule, course)
          .ifPresent(
              how -> {
                throw new AssertionError("%s%n%s".formatted(how, course));
              });
    }
  }

  private CourseRun run(RoundCourse course, Manner manner) {
    RoundOptions options = options(course);
    RoundMechanism mechanism = mechanisms.apply(course.start().cluster(), options);
    return new CourseRun(course, mechanism, options, manner);
  }

  /** Every third course has patience, every second a minimum run time of two and a half rounds. */
  private static RoundOptions options(RoundCourse course) {
    int draw = course.steps().stream().mapToInt(RoundStep::amount).sum();
    return OPTIONS.withPatience(draw % 3 == 0 ? 1.5 : 0).withMinRunSeconds(draw % 2 == 0 ? 250 : 0);
  }

  private static Optional<String> differs(CourseRun plain, CourseRun other) {
    other.run();
    return firstDifference(plain.plans(), other.plans());
  }

  private static Optional<String> firstDifference(List<RoundPlan> plans, List<RoundPlan> others) {
    for (int i = 0; i < Math.min(plans.size(), others.size()); i++) {
      if (!plans.get(i).equals(others.get(i))) {
        return Optional.of("%s instead of %s".formatted(others.get(i), plans.get(i)));
      }
    }
    return plans.size() == others.size()
        ? Optional.empty()
        : Optional.of("%s plans instead of %s".formatted(others.size(), plans.size()));
  }
}
