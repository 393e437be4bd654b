package io.gavel.architecture.violations.house.right;

import io.gavel.architecture.violations.house.left.Knot;
import java.util.List;

/** The other half. */
public record Loop(List<Knot> knots) {}
