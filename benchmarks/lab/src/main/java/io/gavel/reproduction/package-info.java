/** Published results run again; the catalogue of all of them. */
@NullMarked
package io.gavel.reproduction;

import org.jspecify.annotations.NullMarked;
