package io.gavel.architecture.violations.house.right;

/** Its name stands twice. */
record Twin() {}
