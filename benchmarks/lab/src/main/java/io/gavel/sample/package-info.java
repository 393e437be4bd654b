/** A synthetic data set in the formats of the tools, made from a seed. */
@NullMarked
package io.gavel.sample;

import org.jspecify.annotations.NullMarked;
