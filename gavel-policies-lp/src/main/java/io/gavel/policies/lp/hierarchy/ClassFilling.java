package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.lp.hierarchy.WaterFillingResult.Round;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.StableOrder;
import io.gavel.policies.lp.level.RegulaFalsi;
import io.gavel.policies.lp.solver.classes.DemandProof;
import io.gavel.policies.lp.solver.classes.GrowingDemands;
import io.gavel.policies.lp.solver.classes.ImplicitPairSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Water filling over pairs by job type, on one program of the classes of jobs that keeps its basis.
 *
 * <p>Prices that hold jobs back say more than which jobs are saturated: where a rate of a class has
 * a price, all that the class can have above this rate is given out. So no job of the class that is
 * below can rise above it, and the rate becomes its capacity. At which level such a job is full
 * follows from the tree, as for any other job that runs full time on its fastest column. A rate
 * holds jobs back once, so there are about as many searches as rates with a price, a dozen for
 * thousands of jobs. Mutable.
 */
final class ClassFilling {

  /** The part of a level that is rounding. */
  private static final double ROUNDING = 1e-12;

  /** The part of a level by which a job may exceed it and still count as one of it. */
  private static final double SAME = 1e-10;

  /** What demands that are met may cost too much. */
  private static final double WRONG = 1e-8;

  /** The first step of a search, as a part of the level before. */
  private static final double FIRST_STEP = 0.125;

  /** The factor by which steps grow. */
  private static final double GROWTH = 8;

  private final FairnessTree tree;
  private final GrowingDemands classes;
  private final double[] unit;
  private final double[] capacity;
  private final boolean[] aside;
  private final boolean[] saturated;
  private final List<Round> rounds = new ArrayList<>();
  private final List<LevelPrices> prices = new ArrayList<>();

  /** The prices that made a rate the capacity of a job, and its price, {@code [job]}. */
  private final @Nullable LevelPrices[] limitedBy;

  private final double[] priceOfLimit;
  private AllocationProgram lowest;
  private DualBound lowestBound;
  private double level;

  private ClassFilling(
      AllocationProblem problem,
      AllocationProgram program,
      FairnessTree tree,
      GrowingDemands classes) {
    int n = problem.jobCount();
    this.tree = tree;
    this.classes = classes;
    lowest = program;
    lowestBound = DualBound.of(program, Prices.zero(problem));
    aside = tree.owedNothing();
    saturated = tree.owedNothing();
    unit = new double[n];
    capacity = new double[n];
    double[] fastest = program.fastest();
    for (int m = 0; m < n; m++) {
      unit[m] = FairnessTree.unit(problem, m);
      capacity[m] = saturated[m] ? 0 : fastest[m] / unit[m];
    }
    limitedBy = new LevelPrices[n];
    priceOfLimit = new double[n];
  }

  /**
   * Returns the end of water filling; empty if the problem does not suit it, if rounding was in the
   * way, or if limits ended it.
   */
  static Optional<ClassFilling> of(
      AllocationProblem problem, FairnessTree tree, SolveLimits limits) {
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(problem, new double[problem.jobCount()]);
    if (!program.hasPairsByType() || program.rows().count() > 0) {
      return Optional.empty();
    }
    int[] partition = new ImplicitPairSolver(program).classOf();
    try {
      while (true) {
        Optional<GrowingDemands> classes = GrowingDemands.of(program, partition, limits);
        if (classes.isEmpty()) {
          return Optional.empty();
        }
        ClassFilling filling = new ClassFilling(problem, program, tree, classes.get());
        List<Integer> misfits = filling.fill();
        if (misfits.isEmpty()) {
          return Optional.of(filling);
        }
        ImplicitPairSolver.separate(partition, misfits);
      }
    } catch (SolveFailedException | CancelledSolve unsolved) {
      return Optional.empty();
    }
  }

  /** Raises the level until no job can rise; returns the jobs that would be their own partners. */
  private List<Integer> fill() {
    while (IntStream.range(0, saturated.length).anyMatch(m -> !saturated[m])) {
      rise();
    }
    double[] demands = throughputs(tree.demands(capacity), level);
    classes.start(demands);
    if (!classes.areMet(demands)) {
      throw new SolveFailedException("demands that were met are not, due to rounding");
    }
    return classes.misfits();
  }

  private void rise() {
    FairnessTree.Demands demands = tree.demands(capacity);
    double[] fullAt = demands.fullAt();
    double most =
        IntStream.range(0, fullAt.length)
            .filter(m -> !saturated[m])
            .mapToDouble(m -> fullAt[m])
            .max()
            .orElseThrow();
    boolean first = rounds.isEmpty();
    Optional<DemandProof> proof = most > level ? search(demands, most) : Optional.empty();
    double[] received = demands.at(level);
    int[] reaching =
        IntStream.range(0, fullAt.length)
            .filter(m -> !saturated[m] && fullAt[m] <= level * (1 + ROUNDING))
            .toArray();
    int[] full = StableOrder.ascending(reaching, fullAt);
    DualBound alone = first ? nameLowest(demands, fullAt) : lowestBound;
    saturateFull(full, fullAt);
    boolean limits = proof.isPresent() && holdBack(proof.get(), received);
    if (full.length == 0 && !limits) {
      throw new SolveFailedException(
          "level %s cannot be raised, but prices hold no job back".formatted(level));
    }
    if (first) {
      DualBound together = prices.isEmpty() ? alone : classes.bound(lowest, prices.get(0).prices());
      lowestBound = together.orBetter(alone);
    }
  }

  /**
   * Raises the level as far as demands can be met; returns what holds it, unless it is the most.
   */
  private Optional<DemandProof> search(FairnessTree.Demands demands, double most) {
    Optional<DemandProof> proof = Optional.empty();
    double low = level;
    double step = FIRST_STEP * level;
    double next = step > 0 ? Math.min(most, low + step) : most;
    classes.start(throughputs(demands, low));
    while (true) {
      double[] asked = throughputs(demands, next);
      if (classes.areMet(asked)) {
        level = next;
        if (classes.isLimited()) {
          return Optional.of(classes.proof());
        }
        if (proof.isPresent() || next >= most) {
          return proof;
        }
        low = next;
        step *= GROWTH;
        next = Math.min(most, low + step);
        continue;
      }
      DemandProof found = classes.proof();
      if (found.excess(throughputs(demands, low)) > WRONG * found.worth()) {
        throw new SolveFailedException("prices rule out demands that are met, due to rounding");
      }
      proof = Optional.of(found);
      double before = next;
      next = classes.isStuck() ? low : root(found, demands, low, next);
      if (next <= low || next >= before) {
        level = next;
        return proof;
      }
    }
  }

  private double root(DemandProof proof, FairnessTree.Demands demands, double low, double high) {
    return RegulaFalsi.rightOfRoot(
        t -> proof.excess(throughputs(demands, t)), low, high, Math.ulp(proof.worth()));
  }

  private double[] throughputs(FairnessTree.Demands demands, double at) {
    double[] demanded = demands.at(at);
    for (int m = 0; m < demanded.length; m++) {
      demanded[m] *= unit[m];
    }
    return demanded;
  }

  private void saturateFull(int[] full, double[] fullAt) {
    for (Round round : FullRounds.of(full, fullAt, ROUNDING)) {
      addRound(round.level(), round.saturated());
    }
    for (int m : full) {
      saturated[m] = true;
      LevelPrices by = limitedBy[m];
      if (by != null && fullAt[m] <= by.level * (1 + SAME)) {
        by.owe(m, priceOfLimit[m], capacity[m] * unit[m]);
      } else if (by != null) {
        by.alone[m] += priceOfLimit[m];
      }
    }
  }

  private void addRound(double reached, List<Integer> found) {
    double before = rounds.isEmpty() ? 0 : rounds.get(rounds.size() - 1).level();
    double at = Math.max(before, reached);
    rounds.add(new Round(at, at, found));
  }

  /**
   * Saturates the jobs above rates with a price, and limits the remaining jobs of their classes to
   * these rates; returns whether it changes anything.
   */
  private boolean holdBack(DemandProof proof, double[] received) {
    if (prices.isEmpty() || prices.get(prices.size() - 1).level != level) {
      prices.add(new LevelPrices(level, lowest.poolCount(), unit.length));
    }
    LevelPrices sum = prices.get(prices.size() - 1);
    sum.add(proof);
    boolean any = false;
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < proof.size(); i++) {
      double rate = proof.rate(i);
      double price = proof.price(i) / proof.worth();
      for (int m : proof.members(i)) {
        double throughput = received[m] * unit[m];
        if (aside[m]) {
          continue;
        }
        if (throughput > rate) {
          sum.owe(m, price, rate);
        } else if (rate == 0) {
          sum.alone[m] += price; // its level is that at which its turn would have come
        }
        if (saturated[m]) {
          continue;
        }
        double most = Math.max(received[m], rate / unit[m]);
        if (throughput > rate) {
          saturated[m] = true;
          capacity[m] = received[m];
          found.add(m);
        } else if (most < capacity[m]) {
          capacity[m] = most;
          limitedBy[m] = rate == 0 ? null : sum;
          priceOfLimit[m] = price;
          any = true;
        }
      }
    }
    if (!found.isEmpty()) {
      found.sort(null);
      addRound(level, found);
    }
    return any || !found.isEmpty();
  }

  /** Sets the program of the first level at which a job is saturated; the bound of one job. */
  private DualBound nameLowest(FairnessTree.Demands demands, double[] fullAt) {
    double first = LowestLevel.first(level, saturated, fullAt);
    lowest = LowestLevel.program(lowest, throughputs(demands, first), first);
    return LowestLevel.ofOneJob(lowest, unit, capacity);
  }

  /** Returns the rounds so far. */
  List<Round> rounds() {
    return rounds;
  }

  /** Returns the program of the lowest level: max-min fairness over the first share of each job. */
  AllocationProgram lowest() {
    return lowest;
  }

  /** Returns the prices that prove the throughputs of all jobs. */
  RoundPrices prices() {
    RoundPrices all = new RoundPrices(lowest, aside);
    prices.forEach(all::add);
    return all;
  }

  /** Returns the allocation, whose certificate is that of the lowest level. */
  Allocation allocation(AllocationProblem problem) {
    double[] requirement = new double[unit.length];
    Arrays.setAll(requirement, lowest::requirement);
    CertifiedSolution solution = classes.solution(lowest, lowestBound);
    return AllocationFactory.certified(
        problem, solution, lowestBound, used -> Statement.of(Goal.level(requirement)));
  }
}
