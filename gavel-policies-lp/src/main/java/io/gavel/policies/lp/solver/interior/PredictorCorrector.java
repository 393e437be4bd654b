package io.gavel.policies.lp.solver.interior;

import java.util.Optional;

/**
 * Mehrotra's predictor–corrector method, whatever solves Newton's equations: a direction to
 * products of 0 tells how far it leads; a second one aims at what that leaves, and corrects the
 * second-order terms of the first. The sum of the products of partners, primal times dual, is the
 * gap of a feasible point. Mutable.
 */
public abstract class PredictorCorrector {

  /** The fraction of the longest step to the boundary that is taken. */
  private static final double DAMPING = 0.9995;

  /**
   * The product of primal and dual step of the predictor from which on its second-order terms count
   * in full. They are computed for full steps; if only short steps are possible, they are
   * meaningless, and the corrector may cycle or take a hundred steps more.
   */
  private static final double SHORT = 0.1;

  /**
   * The largest fraction by which a step may change the throughput of a job with a utility, or its
   * price: beyond it the linear model of the utility's slope is inaccurate.
   */
  protected static final double TRUST = 0.9;

  /** The part of the products that steps must save, for the method to be on its way. */
  private static final double PROGRESS = 0.1;

  /**
   * The steps without progress after which the method circles: with utilities, corrections of
   * second order may send the point from one side of the optimum to the other and back.
   */
  private static final int MOST_STALLED = 6;

  /** The least aim of steps after a circle, which are not corrected to the second order. */
  private static final double CENTRAL_AIM = 0.1;

  private final double leastAim;
  private final boolean hasUtility;

  /** The least sum of products so far that was progress, and the steps since. */
  private double least = Double.POSITIVE_INFINITY;

  private int stalled;
  private boolean circling;

  /**
   * Creates a method.
   *
   * @param leastAim the least fraction of the products that a step aims at, which keeps the last
   *     points central
   * @param hasUtility whether steps must be {@linkplain #trusted trusted}, and equal for both sides
   */
  protected PredictorCorrector(double leastAim, boolean hasUtility) {
    this.leastAim = leastAim;
    this.hasUtility = hasUtility;
  }

  /** How far a direction leads. */
  public interface Reach {

    /** Returns the longest step, at most 1, that keeps all primal variables at least 0. */
    double longestPrimal();

    /** Returns the longest step, at most 1, that keeps all dual variables at least 0. */
    double longestDual();

    /** Returns the sum of the products after a primal and a dual step. */
    double products(double primal, double dual);
  }

  /** Factors Newton's equations at the point; false if they are numerically singular. */
  protected abstract boolean factor();

  /** Returns the sum of the products at the point. */
  protected abstract double products();

  /** Finds the direction to products of 0. */
  protected abstract Reach predict();

  /**
   * Finds the direction to equal products.
   *
   * @param part the fraction of the present products
   * @param secondOrder the weight of the second-order terms of the predictor
   * @return its reach; empty if it is not to be taken
   */
  protected abstract Optional<Reach> correct(double part, double secondOrder);

  /** Returns the longest step, up to a given one, that changes no utility by too much. */
  protected abstract double trusted(double longest);

  /** Moves the point along the direction. */
  protected abstract void move(double primal, double dual);

  /** Takes one step; false if no step makes progress. Then the point is the last one reached. */
  protected final boolean moved() {
    if (!factor()) {
      return false;
    }
    Reach reach = predict();
    double primal = reach.longestPrimal();
    double dual = reach.longestDual();
    double products = products();
    double ratio = reach.products(primal, dual) / products;
    boolean central = isCircling(products);
    double aim = Math.max(central ? CENTRAL_AIM : leastAim, ratio * ratio * ratio);
    double secondOrder = central ? 0 : Math.min(1, primal * dual / SHORT);
    Optional<Reach> corrected = correct(aim, secondOrder);
    if (corrected.isEmpty()) {
      return false;
    }
    reach = corrected.get();
    primal = DAMPING * reach.longestPrimal();
    dual = DAMPING * reach.longestDual();
    if (!(primal > 1e-12 || dual > 1e-12)) { // also ends on NaN
      return false;
    }
    if (hasUtility) { // primal and dual steps are equal for utilities
      primal = trusted(Math.min(primal, dual));
      dual = primal;
    }
    if (!Double.isFinite(reach.products(primal, dual))) {
      return false;
    }
    move(primal, dual);
    return true;
  }

  /** Returns whether some steps in a row made no progress, now or before. */
  private boolean isCircling(double products) {
    if (products < (1 - PROGRESS) * least) {
      least = products;
      stalled = 0;
    } else {
      stalled++;
    }
    circling |= stalled >= MOST_STALLED;
    return circling;
  }
}
