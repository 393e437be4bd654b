package io.gavel.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TraceReaderTest {

  private static final String HEADER =
      "job_id,arrival_s,job_type,total_steps,scale_factor,priority_weight,slo\n";

  @TempDir private Path folder;

  @Test
  void read_jobs_areSortedByArrivalAndMayHaveFractionalSteps() throws IOException {
    Path file = write(HEADER + "b,20,\"net, large\",10.25,2,2.5,\na,10.5,net,3,1,,1.2\n");
    List<TraceJob> jobs = TraceReader.read(file, ThroughputTable.builder().build());
    assertEquals(List.of("a", "b"), jobs.stream().map(TraceJob::id).toList());
    assertEquals(10.5, jobs.get(0).arrivalSeconds());
    assertEquals(1, jobs.get(0).weight());
    assertEquals(1.2, jobs.get(0).slo().orElseThrow());
    assertEquals(new JobKind("net, large", 2), jobs.get(1).kind());
    assertEquals(10.25, jobs.get(1).totalSteps());
    assertEquals(2.5, jobs.get(1).weight());
  }

  private static final ThroughputTable RATES =
      ThroughputTable.builder()
          .alone("fast", new JobKind("net", 1), 4)
          .alone("slow", new JobKind("net", 1), 1)
          .alone("slow", new JobKind("gan", 1), 2)
          .build();

  @Test
  void read_durations_becomeStepsAtTheRateOfTheirWorkerType() throws IOException {
    Path file =
        write(
            "job_id,arrival_s,job_type,total_steps,duration_s,duration_on,scale_factor,entity\n"
                + "a,0,net,,100,slow,1,red\nb,1,net,,100,,1,\nc,2,gan,,100,,1,\n"
                + "d,3,gan,7,100,,1,\ne,4,unknown,,100,,1,\n");
    List<TraceJob> jobs = TraceReader.read(file, RATES);
    assertEquals(
        List.of(100.0, 400.0, 200.0, 7.0, 100.0), jobs.stream().map(TraceJob::totalSteps).toList());
    assertEquals(Optional.of("red"), jobs.get(0).entity());
    assertEquals(Optional.empty(), jobs.get(1).entity());
    assertEquals(List.of(), TraceReader.mistakes(InputText.read(file)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ",, | total_steps is empty; it must be given, or else duration_s",
        ",0, | duration_s is 0; it must be a finite number greater than 0",
        ",9,other | duration_on is other; it must be a worker type of the table: fast, slow",
        ",9,fast | duration_on is fast; it must be a worker type with a throughput of \"gan\" on 1",
        "5,9,slow | duration_on is slow; it must be empty where total_steps are given",
      })
  void read_badDuration_isNamed(String values, String message) throws IOException {
    Path file =
        write(
            "job_id,arrival_s,job_type,scale_factor,total_steps,duration_s,duration_on\n"
                + "a,0,gan,1,%s\n".formatted(values));
    var error = assertThrows(InvalidInputException.class, () -> TraceReader.read(file, RATES));
    assertTrue(error.getMessage().endsWith("line 2: " + message), error.getMessage());
  }

  @Test
  void read_shares_areWholeWhereAbsent() throws IOException {
    Path file =
        write("gpu_milli," + HEADER + "300,a,0,net,3,1,,\n,b,0,net,3,2,,\n1000,c,0,net,3,2,,\n");
    assertEquals(
        List.of(300, 1000, 1000),
        TraceReader.read(file, ThroughputTable.builder().build()).stream()
            .map(TraceJob::gpuMilli)
            .toList());
  }

  @Test
  void read_coGangsAndMinimumRunTimes_areKept() throws IOException {
    Path file =
        write(
            "alongside,min_run_s,"
                + HEADER
                + "h100=2|cpu=16,,a,0,net,3,2,,\n,90.5,b,0,net,3,1,,\nh100=1,0,c,0,net,3,1,,\n");
    List<TraceJob> jobs = TraceReader.read(file, ThroughputTable.builder().build());
    assertEquals(
        List.of(Map.of("h100", 2, "cpu", 16), Map.of(), Map.of("h100", 1)),
        jobs.stream().map(TraceJob::alongside).toList());
    assertEquals(List.of(0.0, 90.5, 0.0), jobs.stream().map(TraceJob::minRunSeconds).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "h100,,; alongside is h100; it must be TYPE=WORKERS, such as h100=2",
        "h100=0,,; alongside is h100=0; it must be TYPE=WORKERS",
        "h100=1|,,; alongside is h100=1|; it must be TYPE=WORKERS",
        "cpu=1|cpu=2,,; alongside is cpu=1|cpu=2; it must be TYPE=WORKERS",
        "h100=1,,300; alongside is h100=1; it must be TYPE=WORKERS",
        ",-1,; min_run_s is -1; it must be a number from 0 to 1.0E12",
        ",1e13,; min_run_s is 1e13; it must be a number from 0 to 1.0E12",
      })
  void read_badCoGang_isNamed(String line, String message) throws IOException {
    Path file = write("alongside,min_run_s,gpu_milli," + HEADER + line + ",a,0,net,3,1,,\n");
    var error =
        assertThrows(
            InvalidInputException.class,
            () -> TraceReader.read(file, ThroughputTable.builder().build()));
    assertTrue(error.getMessage().contains(message), error.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0,a,0,net,3,1,, | gpu_milli is 0; it must be a whole number from 1 to 1000",
        "0.3,a,0,net,3,1,, | gpu_milli is 0.3; it must be a whole number from 1 to 1000",
        "1001,a,0,net,3,1,, | gpu_milli is 1001; it must be a whole number from 1 to 1000",
        "300,a,0,net,3,2,, | gpu_milli is 300; it must be a whole number from 1000 to 1000,"
            + " because",
      })
  void read_badShare_isNamed(String line, String message) throws IOException {
    Path file = write("gpu_milli," + HEADER + line + "\n");
    var error =
        assertThrows(
            InvalidInputException.class,
            () -> TraceReader.read(file, ThroughputTable.builder().build()));
    assertTrue(error.getMessage().contains(message), error.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "b,-1,net,3,1,, | arrival_s is -1; it must be a number from 0 to 1.0E12",
        "b,soon,net,3,1,, | arrival_s is \"soon\"; it must be a number from 0 to 1.0E12",
        "b,1e300,net,3,1,, | arrival_s is 1e300; it must be a number from 0 to 1.0E12",
        "b,1,net,0x1p10,1,, | total_steps is \"0x1p10\"; it must be a finite number greater than 0",
        "b,1,net,1000d,1,, | total_steps is \"1000d\"; it must be a finite number greater than 0",
        "b,1,net,0,1,, | total_steps is 0; it must be a finite number greater than 0",
        "b,1,net,NaN,1,, | total_steps is NaN; it must be a finite number greater than 0",
        "b,1,net,3,1.5,, | scale_factor is 1.5; it must be a whole number of at least 1",
        "b,1,net,3,1,0, | priority_weight is 0; it must be a finite number greater than 0",
        "b,1,,3,1,, | job_type is blank; it must be a name",
        "a,1,net,3,1,, | job_id is a; it must be a name that no other line has",
        "b,1,net,3 | 4 values; the header has 7 columns",
        "b,1,\"net,3,1,, | not valid CSV: ",
      })
  void read_badLine_isNamedWithItsNumber(String line, String message) throws IOException {
    Path file = write(HEADER + "a,0,net,3,1,,\n" + line + "\n");
    var error =
        assertThrows(
            InvalidInputException.class,
            () -> TraceReader.read(file, ThroughputTable.builder().build()));
    assertTrue(error.getMessage().startsWith(file + ": line "), error.getMessage());
    assertTrue(error.getMessage().contains(message), error.getMessage());
    if (!message.startsWith("not valid")) {
      assertTrue(error.getMessage().contains(": line 3: "), error.getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"job_id\"x,arrival_s\n", "\"job_id,arrival_s\n"})
  void read_brokenQuotesInTheHeader_areRefused(String text) throws IOException {
    Path file = write(text);
    var error =
        assertThrows(
            InvalidInputException.class,
            () -> TraceReader.read(file, ThroughputTable.builder().build()));
    assertTrue(
        error.getMessage().startsWith(file + ": line 1: not valid CSV: "), error::getMessage);
  }

  @Test
  void read_missingColumn_isNamed() throws IOException {
    Path file = write("job_id,arrival_s,job_type,total_steps\n");
    var error =
        assertThrows(
            InvalidInputException.class,
            () -> TraceReader.read(file, ThroughputTable.builder().build()));
    assertTrue(error.getMessage().contains("column scale_factor is missing"), error.getMessage());
  }

  @Test
  void read_unknownColumn_isNamed() throws IOException {
    Path file = write("colour," + HEADER + "red,a,0,net,3,1,,\n");
    var error =
        assertThrows(
            InvalidInputException.class,
            () -> TraceReader.read(file, ThroughputTable.builder().build()));
    assertTrue(error.getMessage().contains("column \"colour\" is unknown"), error.getMessage());
  }

  @Test
  void read_noJob_isRefused() throws IOException {
    Path file = write(HEADER);
    var error =
        assertThrows(
            InvalidInputException.class,
            () -> TraceReader.read(file, ThroughputTable.builder().build()));
    assertTrue(error.getMessage().contains("the file has only a header"), error.getMessage());
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("t.csv"), text);
  }
}
