package io.gavel.policies.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.gavel.policies.contract.Draws;
import io.gavel.policies.model.Job;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class WorkerSumTest {

  @Test
  void workers_tenTenths_areOne() {
    WorkerSum sum = new WorkerSum();
    double plain = 0;
    for (int i = 0; i < 10; i++) {
      sum.add(0.1, 1);
      plain += 0.1;
    }
    assertEquals(1, sum.workers());
    assertNotEquals(1, plain);
  }

  @Test
  void zeros_severalSums_areApart() {
    WorkerSum[] sums = WorkerSum.zeros(2);
    sums[1].add(2, 0.5);
    assertEquals(0, sums[0].workers());
    assertEquals(1, sums[1].workers());
  }

  /** Shares that make up whole workers exactly, beside gangs, in any order. */
  @Property
  void workers_sharesThatFillWorkers_areWhole(@ForAll Draws random) {
    int workers = 1 + random.nextInt(20);
    WorkerSum sum = new WorkerSum();
    int whole = random.nextInt(100);
    for (int i = 0; i < workers; i++) {
      for (int left = 1000; left > 0; ) {
        int milli = Math.min(left, 1 + random.nextInt(999));
        sum.add(Job.builder("j").gpuMilli(milli).build().workers(), 1);
        left -= milli;
      }
    }
    sum.add(whole, 1);
    assertEquals(workers + whole, sum.workers());
  }
}
