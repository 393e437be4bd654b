package io.gavel.policies;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.policies.claims.Aspect;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link AllocationException} and its subclasses. */
class ExceptionsTest {

  @Test
  void jobIds_listChangedLater_stay() {
    List<String> ids = new ArrayList<>(List.of("a", "b"));
    InfeasibleProblemException exception = new InfeasibleProblemException("too much", ids);
    ids.clear();
    assertEquals(List.of("a", "b"), exception.jobIds());
    assertEquals("too much", exception.getMessage());
    assertThrows(UnsupportedOperationException.class, () -> exception.jobIds().add("c"));
  }

  @Test
  void jobIds_afterSerialisation_areThere() throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(new InfeasibleProblemException("too much", List.of("a")));
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertEquals(List.of("a"), ((InfeasibleProblemException) in.readObject()).jobIds());
    }
  }

  @Test
  void catch_supertype_getsEveryReasonForNoAnswer() {
    List<AllocationException> reasons =
        List.of(
            new InfeasibleProblemException("infeasible", List.of("a")),
            new SolveFailedException("failed"),
            new SolveStoppedException("stopped"));
    for (AllocationException reason : reasons) {
      Policy policy =
          problem -> {
            throw reason;
          };
      AllocationProblem problem =
          AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1))).build();
      assertEquals(reason, assertThrows(AllocationException.class, () -> policy.allocate(problem)));
    }
  }

  @Test
  void message_solveFailed_isKept() {
    assertEquals("stopped", new SolveFailedException("stopped").getMessage());
  }

  @Test
  void conflict_ofDemands_namesTheDeadlines() {
    assertEquals(
        List.of("slo:a", "slo:b"),
        new InfeasibleProblemException("too much", List.of("a", "b")).conflict());
    List<String> names = new ArrayList<>(List.of("rule", "floor:a"));
    InfeasibleProblemException exception =
        new InfeasibleProblemException("too much", List.of("a"), names);
    names.clear();
    assertEquals(List.of("rule", "floor:a"), exception.conflict());
  }

  @Test
  void reads_policyThatDoesNotSay_isEverything() {
    Policy policy =
        problem -> {
          throw new SolveFailedException("failed");
        };
    assertEquals(Aspect.all(), policy.reads());
  }
}
