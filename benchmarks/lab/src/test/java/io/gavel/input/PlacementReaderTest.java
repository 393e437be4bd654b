package io.gavel.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.placement.PlacementRequest;
import io.gavel.mechanism.placement.Server;
import io.gavel.workload.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlacementReaderTest {

  private static final String NODES = "sn,cpu_milli,memory_mib,gpu,model\n";
  private static final String PODS = "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos\n";

  @TempDir private Path folder;

  private Path write(String content) throws IOException {
    return Files.writeString(folder.resolve("file.csv"), content);
  }

  @Test
  void servers_file_areInOrder() throws IOException {
    Path file = write(NODES + "b,64000,262144,2,P100\na,32000,1024,0,\n");
    assertEquals(
        List.of(new Server("b", 64000, 262144, 2, "P100"), new Server("a", 32000, 1024, 0, "")),
        PlacementReader.servers(file));
  }

  @Test
  void servers_racks_areOptional() throws IOException {
    Path file =
        write("sn,cpu_milli,memory_mib,gpu,model,rack\nb,64000,1024,2,P100,north\na,1,1,0,,\n");
    assertEquals(
        List.of(new Server("b", 64000, 1024, 2, "P100", "north"), new Server("a", 1, 1, 0, "", "")),
        PlacementReader.servers(file));
  }

  @Test
  void tasks_file_areInOrder() throws IOException {
    Path file = write(PODS + "x,12000,16384,1,460,T4|A10|T4,LS\ny,0,5,0,0,,BE\n");
    assertEquals(
        List.of(
            new PlacementRequest("x", 12000, 16384, 1, 460, List.of("A10", "T4")),
            new PlacementRequest("y", 100, 5, 0, 0, List.of())),
        PlacementReader.tasks(file));
  }

  @Test
  void tasks_columnsInOtherOrderAndNoModels_areRead() throws IOException {
    Path file = write("gpu_milli,num_gpu,name,memory_mib,cpu_milli\n1000,8,x,3,7\n");
    assertEquals(
        List.of(new PlacementRequest("x", 7, 3, 8, 1000, List.of())), PlacementReader.tasks(file));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "b,-1,5,1,A; cpu_milli is -1; it must be a whole number from 0 to 2147483647",
        "b,1.5,5,1,A; cpu_milli is \"1.5\"; it must be a whole number from 0 to 2147483647",
        "b,1,,1,A; memory_mib is \"\"; it must be a whole number from 0 to 1099511627776",
        "b,1,5,1001,A; gpu is 1001; it must be a whole number from 0 to 1000",
        "b,1,5,1,; gpuModel of server \"b\" is \"\" with 1 GPUs; a server has a model if",
        "b,1,5,0,A; gpuModel of server \"b\" is \"A\" with 0 GPUs; a server has a model if",
        ",1,5,1,A; sn is blank; it must be a name",
        "a,1,5,1,A; sn is a; it must be a name that no other line has",
        "b,1,5,1; 4 values; the header has 5 columns",
      })
  void servers_badLine_isNamedWithItsNumber(String line, String first, String second)
      throws IOException {
    Path file = write(NODES + "a,1,5,1,A\n" + line + "\n");
    requireComplaint(
        file, 3, first, second, assertThrows(Exception.class, () -> PlacementReader.servers(file)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "b,1,5,1,1001,,; gpu_milli is 1001; it must be a whole number from 0 to 1000",
        "b,1,5,1,0,,; gpu_milli of task \"b\" is 0; it must be from 1 to 1000, because it takes a"
            + " GPU",
        "b,1,5,2,500,,; gpu_milli of task \"b\" is 500; it must be 1000, because it takes 2 GPUs",
        "b,1,5,0,500,,; gpu_milli of task \"b\" is 500; it must be 0, because it takes no GPU",
        "b,1,5,x,500,,; num_gpu is \"x\"; it must be a whole number from 0 to 1000",
        "b,1,5,1,500,A||B,; a model of task \"b\" is blank; it must be a name",
      })
  void tasks_badLine_isNamedWithItsNumber(String line, String first, String second)
      throws IOException {
    Path file = write(PODS + "a,1,5,1,500,,\n" + line + "\n");
    requireComplaint(
        file, 3, first, second, assertThrows(Exception.class, () -> PlacementReader.tasks(file)));
  }

  /** The delimiter of the table above parts the message where it has a semicolon. */
  private static void requireComplaint(
      Path file, int line, String first, String second, Exception error) {
    assertEquals(InvalidInputException.class, error.getClass());
    String message = error.getMessage();
    assertTrue(message.startsWith(file + ": line " + line + ": " + first), message);
    assertTrue(message.contains("; " + second), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "sn,cpu_milli,gpu,model; line 1: column memory_mib is missing",
        "sn,cpu_milli,memory_mib,gpu,model,x; line 1: column \"x\" is unknown",
        "sn,cpu_milli,memory_mib,gpu,model; line 1: the file has only a header",
      })
  void servers_badFile_isNamed(String header, String message) throws IOException {
    Path file = write(header + "\n");
    var error = assertThrows(InvalidInputException.class, () -> PlacementReader.servers(file));
    assertTrue(error.getMessage().startsWith(file + ": " + message), error.getMessage());
  }

  @Test
  void files_withoutGpu_areNamed() throws IOException {
    Path nodes = write(NODES + "a,1,5,0,\n");
    var noServer = assertThrows(InvalidInputException.class, () -> PlacementReader.servers(nodes));
    assertEquals(nodes + ": no server has a GPU; at least one must", noServer.getMessage());
    Path pods = write(PODS + "a,1,5,0,0,,\n");
    var noTask = assertThrows(InvalidInputException.class, () -> PlacementReader.tasks(pods));
    assertEquals(pods + ": no task requests a GPU; at least one must", noTask.getMessage());
    Path nowhere = folder.resolve("nowhere.csv");
    assertThrows(InvalidInputException.class, () -> PlacementReader.tasks(nowhere));
  }
}
