package io.gavel.policies.contract;

import io.gavel.policies.AllocationProblem;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Shrinkable;
import net.jqwik.api.ShrinkingDistance;

/**
 * A problem that shrinks to fewer jobs, pairs and configurations, however it was made. Immutable.
 *
 * @param value the problem
 */
record ShrinkableProblem(AllocationProblem value) implements Shrinkable<AllocationProblem> {

  @Override
  public Stream<Shrinkable<AllocationProblem>> shrink() {
    return Stream.concat(
            Stream.of(value.withoutPairs(), value.withoutConfigurations()),
            IntStream.range(0, value.jobCount()).mapToObj(m -> Variants.without(value, m)))
        .filter(smaller -> smaller.groupCount() < value.groupCount())
        .map(ShrinkableProblem::new);
  }

  @Override
  public ShrinkingDistance distance() {
    return ShrinkingDistance.of(value.groupCount());
  }
}
