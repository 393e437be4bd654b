/**
 * How long the library takes, by JMH: {@code java -cp benchmarks/target/gavel.jar
 * org.openjdk.jmh.Main} with a class's name. Nothing in the build runs these or asserts on their
 * times.
 */
@NullMarked
package io.gavel.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
