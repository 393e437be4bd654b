/** Results of the Gavel paper and its artifact, one class each. */
@NullMarked
package io.gavel.reproduction.gavel;

import org.jspecify.annotations.NullMarked;
