package io.gavel.policies;

import static io.gavel.policies.Errors.assertOutside;
import static io.gavel.policies.Errors.assertRejected;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PricesTest {

  private static final double[] ONE = {1};

  private static Prices prices() {
    return Prices.of(new double[] {1, 2, 3}, new double[] {4, 5}, new double[] {6, 7});
  }

  @Test
  void of_arrays_areReadByIndex() {
    assertEquals(3, prices().ofPool(2));
    assertEquals(5, prices().ofTime(1));
    assertEquals(6, prices().ofThroughput(0));
    assertArrayEquals(new double[] {1, 2, 3}, prices().pools());
    assertEquals("Prices[1.0, 2.0, 3.0]", prices().toString());
  }

  @Test
  void of_arraysChangedLater_stayAsTheyWere() {
    double[] pools = {1};
    double[] time = {2};
    double[] throughput = {3};
    Prices prices = Prices.of(pools, time, throughput);
    pools[0] = time[0] = throughput[0] = 9;
    prices.pools()[0] = 9;
    assertEquals(Prices.of(ONE, new double[] {2}, new double[] {3}), prices);
  }

  @Test
  void of_wrongPricesOfManyJobs_namesTheFirst() {
    double[] time = new double[9];
    double[] throughput = time.clone();
    int first = 4;
    throughput[first] = -1;
    throughput[7] = Double.NaN;
    assertRejected(
        "price of throughput of job " + first + " is -1.0; it must be finite and ≥ 0",
        () -> Prices.of(ONE, time, throughput));
  }

  @Test
  void zero_sizesOrProblem_areAllZero() {
    Prices zero = Prices.of(new double[2], new double[1], new double[1]);
    assertEquals(zero, Prices.zero(2, 1));
    AllocationProblem problem =
        AllocationProblem.builder(
                Cluster.of(
                    new WorkerType("a", 1),
                    new WorkerType("b", 1),
                    new WorkerType("c", 1).withPool("a")))
            .job(Job.of("m"), 1, 1, 1)
            .build();
    assertEquals(zero, Prices.zero(problem));
    assertRejected("number of pools is -1; it must be at least 0", () -> Prices.zero(-1, 0));
    assertRejected("number of jobs is -1; it must be at least 0", () -> Prices.zero(0, -1));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1e-300, Double.NaN, Double.POSITIVE_INFINITY})
  void of_wrongPrice_isNamed(double price) {
    double[] wrong = {0, price};
    double[] right = {0, 0};
    String must = " 1 is " + price + "; it must be finite and ≥ 0";
    assertRejected("price of pool" + must, () -> Prices.of(wrong, right, right));
    assertRejected("price of time of job" + must, () -> Prices.of(right, wrong, right));
    assertRejected("price of throughput of job" + must, () -> Prices.of(right, right, wrong));
  }

  @Test
  void of_unequalNumbersOfJobs_isRejected() {
    assertRejected(
        "there are 1 prices of time and 2 of throughput; there must be one of each per job",
        () -> Prices.of(ONE, ONE, new double[2]));
  }

  @Test
  void index_outside_isNamed() {
    assertOutside("pool index 3 is outside 0..2", () -> prices().ofPool(3));
    assertOutside("job index 2 is outside 0..1", () -> prices().ofTime(2));
    assertOutside("job index -1 is outside 0..1", () -> prices().ofThroughput(-1));
  }

  @Test
  void equals_everyArray_counts() {
    double[] two = {2};
    assertEquals(Prices.of(ONE, ONE, ONE), Prices.of(ONE, ONE, ONE));
    assertEquals(Prices.of(ONE, ONE, ONE).hashCode(), Prices.of(ONE, ONE, ONE).hashCode());
    assertNotEquals(Prices.of(ONE, ONE, ONE), Prices.of(two, ONE, ONE));
    assertNotEquals(Prices.of(ONE, ONE, ONE), Prices.of(ONE, two, ONE));
    assertNotEquals(Prices.of(ONE, ONE, ONE), Prices.of(ONE, ONE, two));
    assertNotEquals(Prices.of(ONE, ONE, ONE), (Object) "Prices");
  }

  @Test
  void ofConstraint_byName_isItsPrice() {
    Prices prices = prices().withConstraints(Map.of("red", -0.5, "blue", 2.0));
    assertEquals(-0.5, prices.ofConstraint("red"));
    assertEquals(2, prices.ofConstraint("blue"));
    assertEquals(7, prices.ofThroughput(1));
    assertRejected(
        "there is no price of constraint \"green\"; known: blue, red",
        () -> prices.ofConstraint("green"));
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void withConstraints_noNumber_isNamed(double price) {
    assertRejected(
        "price of constraint \"red\" is " + price + "; it must be finite",
        () -> prices().withConstraints(Map.of("red", price)));
  }
}
