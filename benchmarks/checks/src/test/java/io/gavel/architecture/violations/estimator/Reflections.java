package io.gavel.architecture.violations.estimator;

import io.gavel.architecture.violations.policies.Breaks;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.util.ServiceLoader;

final class Reflections {
  private Reflections() {}

  @Breaks({})
  record Named(String name) {
    String type() {
      Runnable nothing = () -> {};
      nothing.run();
      return getClass().getSimpleName() + name;
    }
  }

  @Breaks("NO_REFLECTION")
  static final class LoadsServices {
    long count() {
      return ServiceLoader.load(Runnable.class).stream().count();
    }
  }

  @Breaks("NO_REFLECTION")
  static final class FindsByName {
    Class<?> find(String name) throws ClassNotFoundException {
      return Class.forName(name);
    }
  }

  @Breaks("NO_REFLECTION")
  static final class OpensFields {
    void open(Field field) {
      field.setAccessible(true);
    }
  }

  @Breaks("NO_REFLECTION")
  static final class LooksUp {
    MethodHandles.Lookup lookup() {
      return MethodHandles.lookup();
    }
  }
}
