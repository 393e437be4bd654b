package io.gavel.guide

import io.gavel.policies.Allocation
import io.gavel.policies.AllocationProblem
import io.gavel.policies.model.Cluster
import io.gavel.policies.claims.Invariant
import io.gavel.policies.model.Job
import io.gavel.policies.model.WorkerType
import io.gavel.policies.audit.Auditor
import io.gavel.policies.audit.Finding
import io.gavel.policies.lp.fairness.MaxMinFairness
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

/** The Kotlin of the how-to page on Kotlin. */
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
        assertEquals("no worker idles in vain", verdictOf(x))
    }

    private fun verdictOf(x: Allocation): String {
        // sealed types in kotlin: begin
        val audit = Auditor.create().audit(x, MaxMinFairness.create().claims())
        val verdict =
            when (val finding = audit.of(Invariant.WORK_CONSERVATION)) {
                is Finding.Holds -> "no worker idles in vain"
                is Finding.Violated -> "violated: ${finding.witness()}"
                is Finding.NotClaimed -> "not promised"
                is Finding.Undecided -> "undecided: ${finding.reason()}"
            }
        // sealed types in kotlin: end
        return verdict
    }
}
