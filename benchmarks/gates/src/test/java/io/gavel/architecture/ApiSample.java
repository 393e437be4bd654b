package io.gavel.architecture;

import java.io.IOException;
import java.util.List;

/** What {@link ExportedApiTest} has rendered. */
public sealed interface ApiSample extends Comparable<ApiSample> {
  /** A visible field. */
  int ONE = 1;

  /**
   * A method with all that a signature can have.
   *
   * @param <T> a bound
   * @param array an array
   * @param more more of them
   * @return a generic type
   * @throws IOException never
   */
  <T extends Number> List<T> list(T[] array, int... more) throws IOException;

  /** A method with a body. */
  default void nothing() {}

  /** A nested class, some of it hidden. */
  abstract non-sealed class Inner implements ApiSample {
    /** A visible field. */
    protected final String name;

    final int hidden = 1;

    /** A visible constructor. */
    protected Inner() {
      this("sample");
    }

    private Inner(String name) {
      this.name = name;
    }

    void hide() {}

    static final class Hidden {}
  }
}
