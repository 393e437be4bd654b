/**
 * What decisions under estimated throughputs are worth: promises that are kept or broken, the order
 * of measurements, and estimation methods in the loop.
 */
@NullMarked
package io.gavel.reproduction.uncertainty;

import org.jspecify.annotations.NullMarked;
