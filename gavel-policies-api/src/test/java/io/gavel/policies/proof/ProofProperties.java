package io.gavel.policies.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.audit.Auditor;
import io.gavel.policies.audit.Finding;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.contract.ProblemArbitraries;
import io.gavel.policies.snapshot.AllocationSnapshot;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Certificates and forgeries, judged by {@link Proof} and by a second opinion. */
final class ProofProperties {

  @Provide
  Arbitrary<AllocationProblem> problems() {
    return ProblemArbitraries.problems();
  }

  @Property
  void certified_isProved_andTheOracleAgrees(
      @ForAll("problems") AllocationProblem problem, @ForAll Draws random) {
    Allocation x = RandomCertificates.of(problem, random, random);
    Proof proof = Proof.of(x);
    boolean bounded = Double.isFinite(x.certificate().bound());
    assertEquals(bounded, proof instanceof Proof.Proved, proof::toString);
    assertEquals(bounded, BigDecimalOracle.confirms(x), proof::toString);
  }

  @Property
  void certificate_survivesItsText(
      @ForAll("problems") AllocationProblem problem, @ForAll Draws random) {
    Allocation x = RandomCertificates.of(problem, random, random);
    Allocation again = AllocationSnapshot.parse(AllocationSnapshot.print(x));
    assertEquals(x.certificate(), again.certificate());
    assertEquals(x.certificate().hashCode(), again.certificate().hashCode());
    assertEquals(Proof.of(x), Proof.of(again));
  }

  @Property
  void forged_isProvedOnlyIfTheOracleAgrees(
      @ForAll("problems") AllocationProblem problem, @ForAll Draws random) {
    Allocation forged =
        RandomCertificates.forged(RandomCertificates.of(problem, random, random), random);
    boolean proved = Proof.of(forged) instanceof Proof.Proved;
    boolean confirmed = BigDecimalOracle.confirms(forged);
    assertTrue(confirmed || !proved, () -> "accepted: " + forged.certificate());
    boolean rounded = RandomProofsTest.isRounded(forged, Proof.of(forged));
    assertTrue(proved || !confirmed || rounded, () -> "refused: " + Proof.of(forged));
  }

  @Property
  void audit_ofForgeries_answers(
      @ForAll("problems") AllocationProblem problem, @ForAll Draws random) {
    Allocation forged =
        RandomCertificates.forged(RandomCertificates.of(problem, random, random), random);
    boolean proved = Proof.of(forged).holdsWithin(Tolerance.CERTIFIED);
    Finding finding = Auditor.create().audit(forged).of(Invariant.PROVED);
    assertEquals(proved, finding instanceof Finding.Holds, finding::toString);
    RandomProofsTest.requireCertified(forged, forged.certificate().bound(), "forgery");
  }
}
