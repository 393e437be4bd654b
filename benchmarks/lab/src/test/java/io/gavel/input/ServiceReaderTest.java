package io.gavel.input;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.input.ServiceReader.Service;
import io.gavel.simulator.JobOutcome;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobKind;
import io.gavel.workload.TraceJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ServiceReaderTest {

  @TempDir private Path folder;

  private Path write(String lines) throws IOException {
    return Files.writeString(folder.resolve("file.csv"), "duration_s,num_gpus\n" + lines);
  }

  @Test
  void read_file_isInOrderAndMayRepeat() throws IOException {
    Service one = new Service(3600.5, 8);
    assertEquals(
        List.of(one, new Service(7200, 1), one),
        ServiceReader.read(write("3600.5,8\n7200,1\n3600.5,8\n")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "0,1; duration_s is 0; must be a finite number greater than 0",
        "NaN,1; duration_s is NaN; must be a finite number greater than 0",
        "Infinity,1; duration_s is Infinity; must be a finite number greater than 0",
        "long,1; duration_s is \"long\"; must be a finite number greater than 0",
        "60,0; num_gpus is 0; must be a whole number from 1 to 1000000",
        "60,1.5; num_gpus is \"1.5\"; must be a whole number from 1 to 1000000",
        "60; 1 values; the header has 2 columns",
      })
  void read_badLine_saysFileLineAndReason(String line, String what, String allowed)
      throws IOException {
    Path file = write("3600,1\n" + line + "\n");
    InvalidInputException complaint =
        assertThrows(InvalidInputException.class, () -> ServiceReader.read(file));
    assertEquals("%s: line 3: %s; %s".formatted(file, what, allowed), complaint.getMessage());
  }

  @Test
  void tiresiasFiles_areRead() throws IOException {
    Path trace =
        Files.writeString(
            folder.resolve("trace.csv"),
            """
            job_id,num_gpu,submit_time,iterations,model_name,duration,interval
            7,8,30,133,vgg11,147,23
            """);
    TraceJob job = ServiceReader.tiresiasJobs(trace).get(0);
    assertEquals("7", job.id());
    assertEquals(new JobKind("vgg11", 8), job.kind());
    assertEquals(30, job.arrivalSeconds());
    assertEquals(147, job.totalSteps());
    Path outcomes =
        Files.writeString(
            folder.resolve("outcomes.csv"),
            "job_id,num_gpu,submit_time,start_time,end_time,resume\n7,8,30,164,311,0\n");
    JobOutcome outcome = ServiceReader.tiresiasOutcomes(outcomes).get(0);
    assertEquals(164, outcome.startSeconds().orElseThrow());
    assertEquals(281, outcome.jctSeconds().orElseThrow());
    Path service = Files.writeString(folder.resolve("service.csv"), "duration\n121\n5000.5\n");
    assertArrayEquals(new double[] {121, 5000.5}, ServiceReader.tiresiasService(service));
  }

  @Test
  void tiresiasJobs_badLine_saysFileLineAndReason() throws IOException {
    Path trace =
        Files.writeString(
            folder.resolve("trace.csv"),
            "job_id,num_gpu,submit_time,model_name,duration\n7,0,30,vgg11,147\n");
    InvalidInputException complaint =
        assertThrows(InvalidInputException.class, () -> ServiceReader.tiresiasJobs(trace));
    assertEquals(
        trace + ": line 2: num_gpu is 0; must be a whole number from 1 to 1000000",
        complaint.getMessage());
  }
}
