package io.gavel.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.dependOnClassesThat;
import static com.tngtech.archunit.lang.conditions.ArchConditions.never;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static io.gavel.architecture.Access.to;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.lang.conditions.ArchConditions;
import java.io.Serializable;
import java.lang.ref.Cleaner;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.Random;
import java.util.Scanner;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import java.util.Timer;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.BaseStream;

/**
 * The rules of the library modules: same input, same output, and no effect but the result.
 *
 * <p>{@link LibraryRulesTest} holds the library to them, and shows for each that it finds the
 * classes that break it.
 */
enum LibraryRules {
  /** Rule 1: reads, writes and logs nothing. */
  NO_INPUT_OR_OUTPUT(
      libraries ->
          rule(
              libraries.all(),
              avoidTypes(
                  resideInAnyPackage(
                          "java.io..",
                          "java.nio.file..",
                          "java.nio.channels..",
                          "java.net..",
                          "java.rmi..",
                          "java.sql..",
                          "java.util.logging..",
                          "java.util.prefs..",
                          "java.awt..",
                          "javax..",
                          "org.slf4j..")
                      .and(not(equivalentTo(Serializable.class)))),
              avoidTypes(
                  belongToAnyOf(
                      System.Logger.class, Process.class, ProcessBuilder.class, Scanner.class)),
              avoid(
                  to(System.class, "in", "out", "err", "setIn", "setOut", "setErr", "console"),
                  to(System.class, "getLogger", "load", "loadLibrary", "exit"),
                  to(Runtime.class, "exec", "load", "loadLibrary", "exit", "halt"),
                  to(assignableTo(Throwable.class), "printStackTrace"),
                  to(Thread.class, "dumpStack")))),

  /** Rule 2: time is an argument. */
  NO_CLOCK(
      libraries ->
          rule(
              libraries.all(),
              avoidTypes(belongToAnyOf(Calendar.class)),
              avoid(
                  to(System.class, "currentTimeMillis", "nanoTime"),
                  to(Clock.class, "systemUTC", "systemDefaultZone", "system"),
                  to(Clock.class, "tickMillis", "tickSeconds", "tickMinutes"),
                  // now(Clock) is allowed: it reads what the caller gave
                  to(resideInAPackage("java.time.."), "now").withoutParameter(Clock.class),
                  to(Date.class, "<init>").withoutParameters()))),

  /** Rule 3: chance has a seed, which the caller gives. */
  NO_DEFAULT_RANDOM(
      libraries ->
          rule(
              libraries.all(),
              avoidTypes(belongToAnyOf(ThreadLocalRandom.class, SecureRandom.class)),
              avoid(
                  to(Math.class, "random"),
                  to(StrictMath.class, "random"),
                  to(assignableTo(Random.class), "<init>").withoutParameters(),
                  to(SplittableRandom.class, "<init>").withoutParameters(),
                  to(RandomGenerator.class, "getDefault", "of"),
                  to(RandomGeneratorFactory.class, "create").withoutParameters(),
                  to(Collections.class, "shuffle").withoutParameter(Random.class),
                  to(UUID.class, "randomUUID")))),

  /** Rule 4: a call runs on the thread of its caller. */
  NO_THREADS(
      libraries ->
          rule(
              libraries.all(),
              avoidTypes(
                  belongToAnyOf(
                      CompletableFuture.class,
                      Executors.class,
                      ForkJoinPool.class,
                      SubmissionPublisher.class,
                      ThreadGroup.class,
                      Timer.class,
                      Cleaner.class)),
              avoidTypes(
                  assignableTo(ThreadPoolExecutor.class).or(assignableTo(ForkJoinTask.class))),
              avoid(
                  to(assignableTo(Thread.class), "<init>", "start", "startVirtualThread"),
                  to(Thread.class, "ofVirtual", "ofPlatform"),
                  to(assignableTo(Collection.class), "parallelStream"),
                  to(assignableTo(BaseStream.class), "parallel"),
                  to(Arrays.class, "parallelSort", "parallelPrefix", "parallelSetAll")))),

  /** Rule 5: nothing is remembered between calls. */
  NO_STATIC_MUTABLE_STATE(libraries -> rule(libraries.all(), new OnlyConstantsAreStatic())),

  /** Rule 6: what is used is named in the code. */
  NO_REFLECTION(
      libraries ->
          rule(
              libraries.all(),
              avoidTypes(resideInAnyPackage("java.lang.reflect..", "java.lang.invoke..")),
              avoidTypes(
                  belongToAnyOf(
                      ServiceLoader.class, ClassLoader.class, Module.class, ModuleLayer.class)),
              avoid(
                  to(Class.class, "forName", "newInstance", "getResource", "getResourceAsStream"),
                  to(Class.class, "getMethod", "getMethods", "getField", "getFields"),
                  to(Class.class, "getDeclaredMethod", "getDeclaredMethods"),
                  to(Class.class, "getDeclaredField", "getDeclaredFields", "getRecordComponents"),
                  to(Class.class, "getConstructor", "getConstructors"),
                  to(Class.class, "getDeclaredConstructor", "getDeclaredConstructors")))),

  /** Rule 7: the api module needs nothing but the platform. */
  API_STANDS_ALONE(
      libraries ->
          rule(
              libraries.api(),
              avoidTypes(
                  not(
                      libraries
                          .api()
                          .or(resideInAnyPackage("java..", "org.jspecify.."))
                          .or(primitive()))))),

  /** Rule 8: the other libraries know the api module, never each other. */
  LIBRARIES_KNOW_THE_API_ONLY(
      libraries ->
          CompositeArchRule.of(
                  rule(libraries.lp(), avoidTypes(libraries.estimator().or(libraries.mechanism()))))
              .and(
                  rule(libraries.estimator(), avoidTypes(libraries.lp().or(libraries.mechanism()))))
              .and(
                  rule(
                      libraries.mechanism(),
                      avoidTypes(libraries.lp().or(libraries.estimator()))))),

  /** Rule 9: no library knows the benchmarks. */
  NOBODY_KNOWS_THE_BENCHMARKS(
      libraries -> rule(libraries.all(), avoidTypes(libraries.benchmarks()))),

  /**
   * Rule 10: {@code withX} returns a copy of its object. As a static method it could be called on
   * an object too, and would drop all that was set before.
   */
  WITH_IS_NEVER_STATIC(libraries -> rule(libraries.all(), new NoStaticWith()));

  @SuppressWarnings("ImmutableEnumChecker") // the functions above capture nothing
  private final Function<Libraries, ArchRule> rule;

  LibraryRules(Function<Libraries, ArchRule> rule) {
    this.rule = rule;
  }

  /** Returns this rule over the classes of some libraries. */
  ArchRule over(Libraries libraries) {
    return rule.apply(libraries);
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // the conditions are only read
  private static ArchRule rule(
      DescribedPredicate<JavaClass> who, ArchCondition<JavaClass>... conditions) {
    ArchCondition<JavaClass> all =
        Arrays.stream(conditions).reduce(ArchCondition::and).orElseThrow();
    return classes().that(who).should(all).allowEmptyShould(true);
  }

  private static ArchCondition<JavaClass> avoidTypes(
      DescribedPredicate<? super JavaClass> forbidden) {
    return never(dependOnClassesThat(forbidden));
  }

  private static ArchCondition<JavaClass> avoid(Access... forbidden) {
    return Arrays.stream(forbidden)
        .map(access -> never(ArchConditions.accessTargetWhere(access)))
        .reduce(ArchCondition::and)
        .orElseThrow();
  }

  private static DescribedPredicate<JavaClass> primitive() {
    return DescribedPredicate.describe("are primitive", JavaClass::isPrimitive);
  }
}
