package io.gavel.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.ThroughputTable.PairRates;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DerivedTypesTest {

  private static final JobKind NET = new JobKind("net", 1);
  private static final JobKind GAN = new JobKind("gan", 1);
  private static final ThroughputTable TABLE =
      ThroughputTable.builder()
          .alone("v100", NET, 4)
          .alone("v100", GAN, 0)
          .alone("p100", NET, 3)
          .sharing("v100", NET, GAN, new PairRates(2, 1))
          .build();

  @Test
  void add_types_areFasterByTheirFactorAloneAndShared() {
    ThroughputTable table = DerivedTypes.add("a100=v100*2, h100 = a100*1.5", TABLE);
    assertEquals(List.of("v100", "p100", "a100", "h100"), List.copyOf(table.workerTypes()));
    assertEquals(OptionalDouble.of(12), table.stepsPerSecond("h100", NET));
    assertEquals(OptionalDouble.of(0), table.stepsPerSecond("h100", GAN));
    assertEquals(new PairRates(6, 3), table.sharing("h100", NET, GAN).orElseThrow());
    assertEquals(2, TABLE.workerTypes().size(), "the table that was given stays as it is");
  }

  @Test
  void add_nothing_isTheTable() {
    assertEquals(TABLE, DerivedTypes.add("", TABLE));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a100 | must be like a100=v100*2",
        "a100=v100 | must be like a100=v100*2",
        "a100=v100*2, | must be like a100=v100*2",
        "p100=v100*2 | the table already has p100",
        "a100=t4*2 | there is no type t4; known: v100, p100",
        "a100=v100*0 | \"0\" must be a number from 1.0E-6 to 1000000.0",
        "a100=v100*NaN | \"NaN\" must be a number from 1.0E-6 to 1000000.0",
        "a100=v100*1e308 | \"1e308\" must be a number from 1.0E-6 to 1000000.0",
        "a100=v100*x | \"x\" must be a number from 1.0E-6 to 1000000.0",
      })
  void add_wrongEntry_isNamed(String option, String message) {
    var error = assertThrows(InvalidInputException.class, () -> DerivedTypes.add(option, TABLE));
    assertTrue(error.getMessage().startsWith("--derive: \""), error.getMessage());
    assertTrue(error.getMessage().contains(message), error.getMessage());
  }
}
