package io.gavel.policies.contract;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.providers.ArbitraryProvider;
import net.jqwik.api.providers.TypeUsage;

/**
 * Gives properties of jqwik their parameters: {@code @ForAll AllocationProblem}, {@code @ForAll
 * Allocation}, which is feasible, {@code @ForAll ProblemEvent}, {@code @ForAll ProblemSequence} and
 * {@code @ForAll Draws}, from which a generator makes anything. jqwik finds it by itself.
 * Stateless.
 */
public final class ProblemArbitraryProvider implements ArbitraryProvider {

  private static final Map<Class<?>, Supplier<Arbitrary<?>>> ARBITRARIES =
      Map.of(
          AllocationProblem.class, ProblemArbitraries::problems,
          Allocation.class, ProblemArbitraries::feasibleAllocations,
          Draws.class, ProblemArbitraries::draws,
          ProblemEvent.class, SequenceArbitraries::events,
          ProblemSequence.class, SequenceArbitraries::sequences);

  /** For jqwik. */
  public ProblemArbitraryProvider() {}

  @Override
  public boolean canProvideFor(TypeUsage type) {
    return ARBITRARIES.containsKey(type.getRawType());
  }

  @Override
  public Set<Arbitrary<?>> provideFor(TypeUsage type, SubtypeProvider subtypes) {
    return Set.of(ARBITRARIES.get(type.getRawType()).get());
  }
}
