package io.gavel.policies.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * States how far users may rely on an exported type from one release to the next.
 *
 * <p>Every exported package carries this annotation; a type may carry one of its own, which then
 * counts for it and for what is nested in it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PACKAGE, ElementType.TYPE})
public @interface Stability {

  /**
   * The promise.
   *
   * @return the tier of the package or type
   */
  Tier value();

  /** The tiers, from the strongest promise to the weakest. */
  enum Tier {
    /** To be called: changes incompatibly with a major version only. */
    CORE,

    /**
     * To be called and implemented: as {@link #CORE}, and new methods of its interfaces have
     * defaults.
     */
    EXTENSION,

    /** May change with any release; the changelog says how. */
    EVOLVING
  }
}
