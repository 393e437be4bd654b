/**
 * The bundled demonstration: {@link io.gavel.cli.demo.DemoScenario} is a small cluster with
 * a day of jobs, {@link io.gavel.cli.demo.Demo} simulates it under several policies, and
 * {@link io.gavel.cli.demo.DemoReport} tells what happened.
 */
@NullMarked
package io.gavel.benchmarks.demo;

import org.jspecify.annotations.NullMarked;
