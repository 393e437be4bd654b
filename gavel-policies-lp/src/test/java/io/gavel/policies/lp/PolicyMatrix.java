package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gavel.policies.AllocationException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/**
 * Policies by relations, on random problems; the problem of a failure is a function of its seed.
 */
public abstract class PolicyMatrix {

  /** Problems for each policy and relation. */
  private static final int TRIES = Boolean.getBoolean("gavel.nightly") ? 1_000 : 6;

  /** The part of the problems that a policy may decline. */
  private static final double DECLINED = 0.02;

  /** For subclasses. */
  protected PolicyMatrix() {}

  /**
   * The policies.
   *
   * @return each once
   */
  protected abstract List<PolicyCase> cases();

  @TestFactory
  final Stream<DynamicNode> policies_keepTheRelations() {
    return cases().stream()
        .map(
            c ->
                dynamicContainer(
                    c.name(),
                    Arrays.stream(PolicyRelation.values())
                        .filter(relation -> relation.binds(c))
                        .map(
                            relation -> dynamicTest(relation.name(), () -> require(relation, c)))));
  }

  private static void require(PolicyRelation relation, PolicyCase c) {
    int declined = 0;
    for (long seed = 0; seed < TRIES; seed++) {
      try {
        Random random = new Random(1_000 * seed + relation.ordinal());
        declined += relation.check(c, random) ? 0 : 1;
      } catch (AllocationException | IllegalArgumentException | AssertionError failed) {
        throw new AssertionError("%s, %s, seed %s".formatted(c, relation, seed), failed);
      }
    }
    assertTrue(declined <= DECLINED * TRIES, c + " declined " + declined);
  }
}
