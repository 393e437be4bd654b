package io.gavel.policies.lp.solver.internal.price;

import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.internal.Tuning;
import io.gavel.policies.lp.solver.internal.presolve.Presolve;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolveLimits.CancelledSolve;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.Optional;

/**
 * Solves programs without pairs by the pricing loop: levels, sums under floors and utilities of
 * many jobs, with or without coupling rows. The first prices come from a {@link Hint}. Programs of
 * few jobs, masters and samples among them, are solved directly by another solver. Immutable.
 *
 * @param whole solves programs of few jobs, and programs whose solution prices do not speed up
 * @param tuning the constants of the loop
 * @param spread of the first {@link Hint.Sample}
 * @param isPrecise whether solutions are precise
 */
public record PricedSolver(AllocationSolver whole, Tuning tuning, double spread, boolean isPrecise)
    implements AllocationSolver {

  /** The relative gap of precise solutions of few jobs. */
  private static final double PRECISE = 1e-12;

  /** The relative rounding of a sum, for each of its terms. */
  private static final double ROUNDING = 0x1p-53;

  /**
   * Creates a solver.
   *
   * @param whole solves programs of few jobs, and programs whose solution prices do not speed up
   */
  public PricedSolver(AllocationSolver whole) {
    this(whole, Tuning.STANDARD, 1, false);
  }

  @Override
  public PricedSolver precise() {
    return isPrecise ? this : new PricedSolver(whole.precise(), tuning, spread, true);
  }

  /**
   * Returns the tolerance of precise solutions. A point is feasible if the rounded sums of workers
   * are, and by what rounding adds to these, no solver comes closer to the optimum.
   */
  public static Tolerance preciseTolerance(AllocationProgram program) {
    return new Tolerance(0, Math.max(PRECISE, program.jobCount() * ROUNDING));
  }

  /** Returns whether a program has so many columns that prices save more than they cost. */
  public boolean isLarge(AllocationProgram program) {
    return program.columnCount() > (long) tuning.whole() * program.poolCount();
  }

  Tolerance tolerance(AllocationProgram program) {
    return isPrecise ? preciseTolerance(program) : CertifiedSolution.GOOD;
  }

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    Optional<CertifiedSolution> found = from(program, new Hint.Sample(spread), limits);
    if (found.isPresent() && found.get().holdsWithin(tolerance(program))) {
      return found.get().claim();
    }
    if (found.isPresent() && limits.isCancelled()) {
      return new SolverOutcome.Interrupted(found.map(CertifiedSolution::claim));
    }
    SolverOutcome outcome = whole.solve(program, limits);
    return program.hasUtility() && outcome instanceof SolverOutcome.Solved solved
        ? certified(program, solved, limits)
        : outcome;
  }

  /** Returns the solution next to that of an interior point that stalled. */
  private SolverOutcome certified(
      AllocationProgram program, SolverOutcome.Solved solved, SolveLimits limits) {
    CertifiedSolution found = CertifiedSolution.of(program, solved);
    return found.holdsWithin(Tolerance.CERTIFIED)
        ? solved
        : from(program, new Hint.Near(solved.fractions(), Hint.prices(found.bound())), limits)
            .filter(near -> near.holdsWithin(Tolerance.CERTIFIED))
            .map(CertifiedSolution::claim)
            .orElse(solved);
  }

  /**
   * Solves a program from a hint.
   *
   * @param program any program
   * @param hint where the first prices come from
   * @param limits when to end
   * @return a solution for the caller to check; empty if the loop does not support the program, or
   *     the hint leads nowhere
   */
  public Optional<CertifiedSolution> from(
      AllocationProgram program, Hint hint, SolveLimits limits) {
    if (hint instanceof Hint.Sample && !isLarge(program)) {
      return Optional.empty();
    }
    try {
      return PricedProgram.of(program, limits).flatMap(priced -> from(priced, hint, limits));
    } catch (CancelledSolve cancelled) {
      return Optional.empty();
    }
  }

  private Optional<CertifiedSolution> from(PricedProgram priced, Hint hint, SolveLimits limits) {
    if (hint instanceof Hint.Near near && priced.program.hasUtility()) {
      return new ActiveSet(priced, near.fractions(), near.price()).solve(limits);
    }
    if (!priced.isSum && !priced.hasStandIns()) {
      return Optional.empty();
    }
    if (hint instanceof Hint.Sample sample) {
      return fromSample(priced, sample.spread(), limits);
    }
    if (hint instanceof Hint.Known known && known.price().length == priced.resources()) {
      return loop(priced, limits)
          .from(known.price(), Math.max(known.error(), tuning.errorOfJob(priced.columns.jobs)));
    }
    return hint instanceof Hint.Above above && priced.isSum
        ? new AboveLoop(priced, above, master -> reduced(master, whole, limits)).solve()
        : Optional.empty();
  }

  private PriceLoop loop(PricedProgram priced, SolveLimits limits) {
    return new PriceLoop(priced, this, limits);
  }

  private Optional<CertifiedSolution> fromSample(
      PricedProgram priced, double range, SolveLimits limits) {
    int jobs = priced.columns.jobs;
    int pools = priced.columns.pools;
    int[] classOf = JobSample.classes(priced);
    int classes = 1 + Arrays.stream(classOf).max().orElse(0);
    int draws =
        (int)
            Math.max(
                tuning.draws() * StrictMath.pow(jobs, 2.0 / 3),
                tuning.drawsOfResource() * (pools + (double) classes));
    boolean isHidden = // many rows may limit a level without prices of what others use
        priced.program.hasLevel() && priced.program.rows().count() > 2 * pools;
    if (isHidden || draws > jobs / 2) {
      return Optional.empty();
    }
    JobSample sample = JobSample.of(priced, classOf, draws, tuning.drawsOfResource());
    if (sample.program(0).jobCount() > jobs / 2) { // large ones are drawn besides
      return Optional.empty();
    }
    // Rows alone may limit a level. Then all prices of workers are next to 0, and only those in the
    // middle of the optimal ones say how jobs run that no row counts.
    AllocationSolver solver =
        priced.program.rows().count() > 0 ? whole : new PricedSolver(whole, tuning, 1, false);
    double full = 0;
    CertifiedSolution solved;
    int attempt = 0;
    do { // slow jobs may limit the level: then workers have next to no prices
      Optional<CertifiedSolution> found = reduced(sample.program(full), solver, limits);
      if (found.isEmpty()) {
        return found;
      }
      solved = found.get();
      double[] price = Hint.prices(solved.bound());
      if (!priced.program.hasLevel()
          || priced.program.rows().count() > 0
          || priced.worth(price) > solved.objective() / 2) {
        break;
      }
      Optional<CertifiedSolution> limited = loop(priced, limits).limited(price);
      if (limited.isPresent()) {
        return limited;
      }
      full = 2 * solved.objective();
    } while (++attempt < 4);
    double error = range < 1 ? tuning.error(range, draws) : tuning.errors() * sample.error();
    return loop(priced, limits).from(Hint.prices(solved.bound()), error);
  }

  /**
   * Solves a master, in parts if it is large.
   *
   * @param range of prices within which its jobs decide
   * @param aim the tolerance that the solution should hold within
   * @return a certified solution; empty if there is none
   */
  Optional<CertifiedSolution> master(
      AllocationProgram master, double range, Tolerance aim, SolveLimits limits) {
    boolean good = aim.equals(CertifiedSolution.GOOD);
    AllocationSolver solver =
        new PricedSolver(good ? whole : whole.precise(), tuning, range, !good);
    return reduced(master, solver, limits);
  }

  private static Optional<CertifiedSolution> reduced(
      AllocationProgram program, AllocationSolver solver, SolveLimits limits) {
    Presolve presolve = Presolve.of(program, limits);
    AllocationProgram reduced = presolve.reduced();
    int enough = SolveLimits.forSizeOf(reduced).maxSteps();
    SolveLimits each = limits.withMaxSteps(Math.min(limits.maxSteps(), enough));
    return solver
        .solve(reduced, each)
        .claim()
        .map(presolve::undone)
        .filter(found -> found.holdsWithin(Tolerance.CERTIFIED) || limits.isCancelled());
  }

  @Override
  public String toString() {
    return whole.toString();
  }
}
