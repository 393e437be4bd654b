package io.gavel.policies.model;

import static io.gavel.policies.Errors.assertOutside;
import static io.gavel.policies.Errors.assertRejected;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

class GroupTest {

  private final Group solo = new Group.Solo(3);
  private final Group pair = new Group.Pair(1, 4);

  @Test
  void members_soloAndPair_areTheirJobs() {
    assertEquals(1, solo.size());
    assertEquals(3, solo.member(0));
    assertEquals(2, pair.size());
    assertEquals(1, pair.member(0));
    assertEquals(4, pair.member(1));
  }

  @Test
  void member_outside_isNamed() {
    assertOutside("member index 1 is outside 0..0", () -> solo.member(1));
    assertOutside("member index 2 is outside 0..1", () -> pair.member(2));
    assertOutside("member index -1 is outside 0..1", () -> pair.member(-1));
  }

  @Test
  void new_wrongIndex_isNamed() {
    assertRejected(
        "job index of a solo group is -1; it must be at least 0", () -> new Group.Solo(-1));
    String must = " must name two jobs, the smaller index first";
    assertRejected("pair (1, 1)" + must, () -> new Group.Pair(1, 1));
    assertRejected("pair (2, 1)" + must, () -> new Group.Pair(2, 1));
    assertRejected("pair (-1, 1)" + must, () -> new Group.Pair(-1, 1));
  }

  @Test
  void equals_jobs_decide() {
    assertEquals(solo, new Group.Solo(3));
    assertNotEquals(solo, new Group.Solo(1));
    assertEquals(pair, new Group.Pair(1, 4));
    assertEquals(pair.hashCode(), new Group.Pair(1, 4).hashCode());
    assertNotEquals(pair, new Group.Pair(1, 3));
  }
}
