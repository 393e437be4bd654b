package io.gavel.policies.contract;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Makes the examples of properties the same in every run: each property without a seed of its own
 * takes one from the system property {@code gavel.seed} and its name. Without {@code gavel.seed},
 * jqwik draws a new seed for each run. jqwik finds this hook by itself. Stateless.
 */
public final class RepeatableProperties implements AroundPropertyHook {

  /** For jqwik. */
  public RepeatableProperties() {}

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    String seed = System.getProperty("gavel.seed", "");
    if (!seed.isBlank() && context.attributes().seed().isEmpty()) {
      String name = context.containerClass().getName() + "." + context.targetMethod().getName();
      context.attributes().setSeed(Long.toString(Long.parseLong(seed) * 31 + name.hashCode()));
    }
    return property.execute();
  }
}
