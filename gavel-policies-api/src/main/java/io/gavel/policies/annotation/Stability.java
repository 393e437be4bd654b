package io.gavel.policies.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * States how stable an exported type is from one release to the next.
 *
 * <p>Every exported package carries this annotation; a type may carry its own, which then applies
 * to it and its nested types.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PACKAGE, ElementType.TYPE})
public @interface Stability {

  /**
   * Returns the stability.
   *
   * @return the tier of the package or type
   */
  Tier value();

  /** The tiers, from the strongest promise to the weakest. */
  enum Tier {
    /** For callers: changes incompatibly only in a major version. */
    CORE,

    /**
     * For callers and implementers: as {@link #CORE}, and new methods of interfaces have defaults.
     */
    EXTENSION,

    /** May change in any release; the changelog lists the changes. */
    EVOLVING
  }
}
