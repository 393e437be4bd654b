package io.gavel.architecture.violations.house.crowd;

/** The first of more types than a package may hold. */
record CrowdA() {}

record CrowdB() {}

record CrowdC() {}

record CrowdD() {}

record CrowdE() {}

record CrowdF() {}

record CrowdG() {}

record CrowdH() {}

record CrowdI() {}

record CrowdJ() {}

record CrowdK() {}

record CrowdL() {}

record CrowdM() {}

record CrowdN() {}

record CrowdO() {}

record CrowdP() {}

record CrowdQ() {}

record CrowdR() {}

record CrowdS() {}

record CrowdT() {}

record CrowdU() {}
