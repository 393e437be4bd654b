package io.gavel.architecture.violations.house.left;

import io.gavel.architecture.violations.house.right.Loop;

/** One half of a cycle of packages. */
public record Knot(Loop loop) {}
