/** Reproduced results of the Gavel paper and its artifact, one class per experiment. */
@NullMarked
package io.gavel.reproduction.gavel;

import org.jspecify.annotations.NullMarked;
