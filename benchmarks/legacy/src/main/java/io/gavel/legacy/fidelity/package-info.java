/**
 * Measures how far rounds lag behind allocations, with this library's planner and that of the 2020
 * program.
 */
@NullMarked
package io.gavel.legacy.fidelity;

import org.jspecify.annotations.NullMarked;
