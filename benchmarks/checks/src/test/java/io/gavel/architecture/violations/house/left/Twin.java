package io.gavel.architecture.violations.house.left;

/** Its name stands twice. */
record Twin() {}
