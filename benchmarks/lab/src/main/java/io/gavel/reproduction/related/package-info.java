/** Results of papers other than Gavel's, one class each. */
@NullMarked
package io.gavel.reproduction.related;

import org.jspecify.annotations.NullMarked;
