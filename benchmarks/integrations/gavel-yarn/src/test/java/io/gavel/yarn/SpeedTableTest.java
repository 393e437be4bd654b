package io.gavel.yarn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SpeedTableTest {

  private static SpeedTable read(String... namesAndValues) {
    Configuration configuration = new Configuration(false);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      configuration.set(namesAndValues[i], namesAndValues[i + 1]);
    }
    return SpeedFile.read(configuration);
  }

  @Test
  void ofQueue_childWithoutEntry_hasThatOfItsClosestAncestor() {
    SpeedTable table = read("gavel.speeds.root", "k80=1", "gavel.speeds.root.a", "v100=4,k80=2");
    assertEquals(List.of("k80", "v100"), table.types());
    assertArrayEquals(new double[] {2, 4}, table.ofQueue("root.a.b.c").orElseThrow());
    assertArrayEquals(new double[] {1, 0}, table.ofQueue("root.other").orElseThrow());
    assertArrayEquals(new double[] {1, 0}, table.ofQueue("root").orElseThrow());
    assertTrue(table.ofQueue("elsewhere").isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gavel.speeds.root.a | v100 | speeds of root.a are \"v100\"; write each type once",
        "gavel.speeds.root.a | v100=1,v100=2 | write each type once",
        "gavel.speeds.root.a | =1 | write each type once",
        "gavel.speeds.root.a | v100=fast | speed of root.a on v100 is \"fast\"; it must be a number",
        "gavel.speeds.root.a | v100=-1 | speed of root.a on v100 is -1.0; it must be finite and",
        "gavel.speeds.root.a | v100=NaN | is NaN; it must be finite and at least 0",
        "gavel.speeds.root.a | v100=0,k80=0 | at least one must be above 0",
        "gavel.speed.root.a | v100=1 | has the property gavel.speed.root.a; it may have",
        "gavel.speeds.vision | v100=1 | full names of queues, such as root.vision",
      })
  void read_mistake_isNamed(String property, String value, String message) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> read(property, value));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  @Test
  void read_nothing_isRefused() {
    assertThrows(IllegalArgumentException.class, SpeedTableTest::read);
  }

  @Test
  void requireTypes_unknown_namesThemAndTheKnown() {
    SpeedTable table = SpeedTable.of(Map.of("root", Map.of("v100", 2.0, "h100", 4.0)));
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> table.requireTypes(Set.of("v100", "k80")));
    assertEquals(
        "the table of speeds names the types [h100]; yarn.resource-types has [k80, v100]",
        e.getMessage());
  }

  @Test
  void ofApplication_typeThatTheTableLacks_isRefused() {
    SpeedTable table = SpeedTable.of(Map.of("root", Map.of("v100", 2.0)));
    assertArrayEquals(new double[] {3}, table.ofApplication("app_1", "v100=3"));
    assertThrows(IllegalArgumentException.class, () -> table.ofApplication("app_1", "h100=3"));
  }

  @Test
  void get_fileOnTheClassPath_isReadOnce() {
    SpeedFile file = new SpeedFile();
    SpeedTable table = file.get();
    assertArrayEquals(new double[] {1, 1.5}, table.ofQueue("root.speech").orElseThrow());
    assertSame(table, file.get());
  }
}
