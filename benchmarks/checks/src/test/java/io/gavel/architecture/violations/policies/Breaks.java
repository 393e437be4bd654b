package io.gavel.architecture.violations.policies;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the rules that a class breaks on purpose; it keeps all others.
 *
 * <p>It lives here, and has names for rules, because a class of the api module may know no other
 * package.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Breaks {
  /** Returns constants of the rules; none for a class that may do what it does. */
  String[] value();
}
