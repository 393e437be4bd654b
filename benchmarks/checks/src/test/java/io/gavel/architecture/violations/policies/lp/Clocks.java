package io.gavel.architecture.violations.policies.lp;

import io.gavel.architecture.violations.policies.Breaks;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Date;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

@SuppressWarnings({"JavaTimeDefaultTimeZone", "JavaUtilDate"})
final class Clocks {
  private Clocks() {}

  @Breaks({})
  static final class Given {
    Instant now(Clock clock) {
      return Instant.now(clock).plusSeconds(new Date(0).getTime());
    }
  }

  @Breaks("NO_CLOCK")
  static final class Milliseconds {
    long now() {
      return System.currentTimeMillis();
    }
  }

  @Breaks("NO_CLOCK")
  static final class Nanoseconds {
    final LongSupplier clock = System::nanoTime;
  }

  @Breaks("NO_CLOCK")
  static final class Instants {
    final Supplier<Instant> clock = () -> Instant.now();
  }

  @Breaks("NO_CLOCK")
  static final class LocalTimes {
    LocalDateTime now() {
      return LocalDateTime.now();
    }
  }

  @Breaks("NO_CLOCK")
  static final class SystemClock {
    Clock clock() {
      return Clock.systemUTC();
    }
  }

  @Breaks("NO_CLOCK")
  static final class Dates {
    final Supplier<Date> clock = Date::new;
  }
}
