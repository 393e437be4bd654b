package io.gavel.guide

import io.gavel.policies.AllocationProblem
import io.gavel.policies.Cluster
import io.gavel.policies.Job
import io.gavel.policies.WorkerType
import io.gavel.policies.lp.MaxMinFairness
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

/** The Kotlin of docs/embedding.md. */
class KotlinGuideTest {

    @Test
    fun quickStart_inKotlin_hasTheSameNumbers() {
        // kotlin: begin
        val cluster = Cluster.of(WorkerType("v100", 1), WorkerType("k80", 1))
        val stepsPerSecond =
            mapOf(
                "transformer" to doubleArrayOf(4.0, 1.0), // alone on a v100, on a k80
                "resnet" to doubleArrayOf(2.0, 1.0),
                "cyclegan" to doubleArrayOf(1.0, 1.0),
            )
        val problem =
            stepsPerSecond.entries
                .fold(AllocationProblem.builder(cluster)) { builder, (id, rates) ->
                    builder.job(Job.of(id), *rates)
                }
                .build()
        val x = MaxMinFairness.create().allocate(problem)
        val throughputs = problem.jobs().associate { it.id() to x.effectiveThroughput(it.id()) }
        // kotlin: end
        assertEquals(setOf("transformer", "resnet", "cyclegan"), throughputs.keys)
        assertEquals(2.0, throughputs.getValue("transformer"), 1e-6)
        assertEquals(1.2, throughputs.getValue("resnet"), 1e-6)
        assertEquals(0.8, throughputs.getValue("cyclegan"), 1e-6)
    }
}
