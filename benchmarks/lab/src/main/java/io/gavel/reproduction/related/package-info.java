/** Reproduced results of other papers, one class per experiment. */
@NullMarked
package io.gavel.reproduction.related;

import org.jspecify.annotations.NullMarked;
