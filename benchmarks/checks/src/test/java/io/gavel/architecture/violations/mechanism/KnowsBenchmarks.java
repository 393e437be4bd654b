package io.gavel.architecture.violations.mechanism;

import io.gavel.architecture.violations.benchmarks.Tool;
import io.gavel.architecture.violations.policies.Breaks;
import java.util.function.IntSupplier;

@Breaks("NOBODY_KNOWS_THE_BENCHMARKS")
final class KnowsBenchmarks {
  final IntSupplier answer = Tool::answer;
}
