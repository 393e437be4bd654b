/** A synthetic data set in the formats of the tools. */
@NullMarked
package io.gavel.sample;

import org.jspecify.annotations.NullMarked;
