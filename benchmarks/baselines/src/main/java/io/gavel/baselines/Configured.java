package io.gavel.baselines;

/**
 * Base class for objects that their options describe completely, such as policies. Two objects of
 * the same class with equal options are equal. The text form lists the options, as in {@code
 * Sia[solver=standard, power=-0.5, restartSeconds=30.0]}.
 *
 * <p>A method named {@code withX} is an instance method that returns a copy with the option {@code
 * x} changed and all others kept. Functions that a caller passes are equal only if they are the
 * same object.
 *
 * <p>Subclasses are immutable.
 */
abstract class Configured {

  private record None() {}

  /** For subclasses. */
  protected Configured() {}

  /**
   * Returns the options as the components of a record. A class with options overrides this method.
   *
   * @return all options; an empty record by default
   */
  protected Record options() {
    return new None();
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof Configured that
        && getClass() == that.getClass()
        && options().equals(that.options());
  }

  @Override
  public final int hashCode() {
    return 31 * getClass().getName().hashCode() + options().hashCode();
  }

  /** Returns the name of the class with all options and their values. */
  @Override
  public final String toString() {
    String options = options().toString();
    String list = options.substring(options.indexOf('['));
    return list.equals("[]") ? getClass().getSimpleName() : getClass().getSimpleName() + list;
  }
}
