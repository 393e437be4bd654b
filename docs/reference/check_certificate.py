#!/usr/bin/env python3
"""Checks certificates of `gavel solve --certificate FILE`: python3 check_certificate.py FILE...

Prints "proved within G" or "not proved: REASON" for each file; exits with 0 if all are proved. G is
the larger of gap and largest violation of a limit, as a part, rounded up. All arithmetic is exact;
logarithms and powers are enclosed in 200 bits. Shares no code with the library, and trusts only the
problem in the file: rates, workers, constraints. "What a certificate proves" derives what it does.
"""

import copy
import sys
from fractions import Fraction

MOST_MISSED = Fraction(1, 10**6)  # an allocation that misses a limit by more is none
BITS = 200
ONE = 1 << BITS

class NotProved(Exception): pass

def require(holds, reason):
    if not holds:
        raise NotProved(reason)

def number(word):
    return Fraction(float(word))

def atanh_series(z):
    """2 atanh(z) for |z| <= 1/3, in units of 2^-BITS; the second number bounds the error."""
    scaled = z.numerator * ONE // z.denominator
    square = scaled * scaled >> BITS
    total, term, k = 0, scaled, 1
    while term not in (0, -1):
        total, k = total + term // k, k + 2
        term = term * square >> BITS
    return 2 * total, 8 * k + 16

LN2, LN2_ERROR = atanh_series(Fraction(1, 3))

def log(q):
    """An enclosure of the natural logarithm of a fraction above 0."""
    exponent = q.numerator.bit_length() - q.denominator.bit_length()
    mantissa = q / Fraction(2) ** exponent  # from 1/2 to 2
    if mantissa > Fraction(4, 3):
        exponent, mantissa = exponent + 1, mantissa / 2
    value, error = atanh_series((mantissa - 1) / (mantissa + 1))
    value, error = value + exponent * LN2, error + abs(exponent) * LN2_ERROR
    return Fraction(value - error, ONE), Fraction(value + error, ONE)

def exp(x):
    """An enclosure of e to the power of a fraction."""
    exponent = round(x / Fraction(LN2, ONE))
    rest = x - exponent * Fraction(LN2, ONE)
    scaled = rest.numerator * ONE // rest.denominator
    total, term, k = 0, ONE, 0
    while term not in (0, -1):
        total, k = total + term, k + 1
        term = (term * scaled >> BITS) // k
    error = 4 * (abs(exponent) * LN2_ERROR + 2 * k + 5)
    scale = Fraction(2) ** exponent
    return Fraction(total - error, ONE) * scale, Fraction(total + error, ONE) * scale

def power(q, p):
    """An enclosure of q^p for fractions q above 0 and p."""
    ends = sorted(p * end for end in log(q))
    return exp(ends[0])[0], exp(ends[1])[1]

class Certificate:
    def __init__(self, lines):
        require(next(lines, "").strip() == "gavel-certificate 1", "unknown format")
        self.pools, self.rows, self.free, self.jobs, self.columns = [], [], [], [], []
        self.levels, self.rounds = None, []
        for line in lines:
            head, _, tail = line.partition("|")
            entries = zip(tail.split()[::2], tail.split()[1::2])
            self.read(head.split(), [(int(i), number(a)) for i, a in entries])

    def read(self, words, entries):
        kind = words[0]
        if kind == "goal":
            self.goal, self.shape = words[1], [number(w) for w in words[2:]]
        elif kind in ("objective", "bound", "levels"):
            require(words[1] not in ("Infinity", "-Infinity", "NaN"), kind + " is not finite")
            setattr(self, kind, number(words[1]))
        elif kind == "pool":
            self.pools.append((number(words[1]), number(words[2]), words[3]))
        elif kind == "row":
            self.rows.append((words[1], *map(number, words[2:5]), words[5]))
        elif kind == "free":
            value, pool, most, gain = number(words[1]), int(words[2]), *map(number, words[3:5])
            self.free.append((value, pool, most, gain, words[5], entries))
        elif kind == "round":
            self.rounds.append(([number(w) for w in words[1:]], dict(entries)))
        elif kind == "job":
            self.jobs.append(([number(w) for w in words[1:-1]], words[-1]))
        else:
            require(kind == "column", "unknown line " + kind)
            x, size, gain, cost = number(words[1]), *map(number, words[3:6])
            members = [(int(m), number(r)) for m, r in zip(words[6::2], words[7::2])]
            self.columns.append((x, int(words[2]), size, gain, cost, members, entries))

def largest_violation(c, q):
    parts = [Fraction(0)]

    def add(limit, part):
        require(part <= MOST_MISSED, "%s is missed by the part %.3g" % (limit, part))
        parts.append(part)

    time, used, sums = [0] * len(c.jobs), [0] * len(c.pools), [0] * len(c.rows)
    for x, pool, size, _, _, members, entries in c.columns:
        add("sign of a fraction", -x)
        used[pool] += size * x
        for m, _ in members:
            time[m] += x
        for i, a in entries:
            sums[i] += a * x
    for value, pool, most, _, name, entries in c.free:
        require(value >= 0, "free column %s is negative" % name)
        add("free column " + name, (value - most) / max(1, most))
        if pool >= 0:
            used[pool] -= value
        for i, e in entries:
            sums[i] += e * value
    for m, ((_, _, floor, *_), name) in enumerate(c.jobs):
        add("time of " + name, time[m] - 1)
        add("least throughput of " + name, (floor - q[m]) / floor if floor > 0 else 0)
    for (workers, _, name), busy in zip(c.pools, used):
        add("pool " + name, (busy - workers) / max(1, workers))
    for (relation, bound, _, scale, name), total in zip(c.rows, sums):
        missed = {"AT_MOST": total - bound, "AT_LEAST": bound - total}
        add("row " + name, missed.get(relation, abs(total - bound)) / scale)
    return max(parts)

def reaches(c, q, claim):
    """Whether the goal is at least (if minimised, at most) the claim."""
    goal = [numbers[3:] for numbers, _ in c.jobs]
    counting = [m for m in range(len(q)) if goal[m][0] > 0]
    if c.goal == "level":
        return all(q[m] >= goal[m][0] * claim for m in counting) and (counting or claim <= 0)
    if c.goal == "finish":
        made = {m: q[m] * (claim * goal[m][2] - goal[m][1]) for m in counting}
        return claim >= 0 and all(made[m] >= goal[m][0] for m in counting)
    if c.goal == "welfare":
        p, total, _ = c.shape
        require(all(q[m] > 0 or p > 0 for m in counting), "a job that counts has no throughput")
        total += sum(goal[m][0] * utility(q[m], p)[0] for m in counting if q[m] > 0)
        return total >= sum_of(c, claim)[1]
    gain = sum(column[3] * column[0] for column in c.columns)
    gain += sum(column[3] * column[0] for column in c.free)
    if c.goal == "ratio":
        cost = sum(column[4] * column[0] for column in c.columns)
        return gain >= claim * cost if cost > 0 else claim <= 0
    return gain <= claim if c.goal == "minimum" else gain >= claim

def utility(q, p):
    return log(q) if p == 0 else sorted(end / p for end in power(q, p))

def sum_of(c, claim):
    """An enclosure of the sum of utilities that a claim needs; they differ if it is a mean."""
    p, _, total = c.shape
    require(total == 0 or claim > 0, "a mean that is not above 0 is claimed")
    return [total * end for end in utility(claim, p)] if total else (claim, claim)

def right_side(c, owed, bound):
    """What no feasible point sells for more than at the prices of c and these of throughput."""
    require(all(p >= 0 for p in [*owed, *(p for _, p, _ in c.pools)]), "a price is negative")
    for relation, _, price, _, name in c.rows:
        require(relation == "EXACTLY" or price >= 0, "price of row %s is negative" % name)
    sign, signed = signs(c)
    value = sum(workers * price for workers, price, _ in c.pools)
    value += sum(row[1] * price for row, price in zip(c.rows, signed))
    for _, pool, most, gain, _, entries in c.free:
        worth = sign * gain + (c.pools[pool][1] if pool >= 0 else 0)
        worth -= sum(e * signed[i] for i, e in entries)
        value += most * max(0, worth)
    time, best = worths(c, owed, bound)
    return value + sum(time) + sum(best)

def signs(c):
    signed = [-row[2] if row[0] == "AT_LEAST" else row[2] for row in c.rows]
    return -1 if c.goal == "minimum" else 1, signed

def proves(c, bound):
    goal = [numbers[3:] for numbers, _ in c.jobs]
    owed = [numbers[0] for numbers, _ in c.jobs]
    counting = [m for m in range(len(owed)) if goal[m][0] > 0]
    if c.goal in ("level", "finish") and not counting:
        return bound >= 0 if c.goal == "level" else bound <= 0
    of_level = {  # the price of another job counts for its floor
        m for m in counting if c.goal == "level"
        and float(goal[m][0]) * float(bound) >= float(c.jobs[m][0][2])
    }
    value = right_side(c, owed, bound)
    value -= sum(y * c.jobs[m][0][2] for m, y in enumerate(owed) if m not in of_level)
    if c.goal == "level":
        scale = sum(goal[m][0] * owed[m] for m in of_level)
        return scale > 0 and value <= bound * scale
    if c.goal == "finish":
        return bound <= 0 or finish_proves(goal, counting, owed, value, bound)
    if c.goal == "welfare":
        return value + conjugates(c, goal, counting, owed) <= sum_of(c, bound)[0]
    return bound >= 0 and value <= 0 if c.goal == "ratio" else value <= signs(c)[0] * bound

def worths(c, owed, bound):
    """The prices of the time of jobs in pairs, and the best column of each job beyond them."""
    time, best, (sign, signed) = [0] * len(owed), [0] * len(owed), signs(c)
    columns = [column for column in c.columns if any(rate for _, rate in column[5])]  # others are 0
    for *_, members, _ in columns:
        for m, _ in members if len(members) == 2 else []:
            time[m] = c.jobs[m][0][1]
    require(all(u >= 0 for u in time), "a price of time is negative")
    for _, pool, size, gain, cost, members, entries in columns:
        worth = sign * gain - bound * cost - size * c.pools[pool][1]
        worth += sum(owed[m] * rate - time[m] for m, rate in members)
        worth -= sum(a * signed[i] for i, a in entries)
        best[members[0][0]] = max(best[members[0][0]], worth)
    return time, best

def finish_proves(goal, counting, owed, value, bound):
    """The throughputs that the bound needs cost at least what all workers and time are worth."""
    cost = 0
    for m in counting:
        steps, past, unit = goal[m]
        if bound * unit <= past:
            return True
        need = steps / (bound * unit - past)
        digits = 300 + need.denominator.bit_length()  # rounded down, to keep fractions short
        cost += owed[m] * Fraction((need.numerator << digits) // need.denominator, 1 << digits)
    return cost >= value

def conjugates(c, goal, counting, owed):
    """What utilities exceed the price of their throughputs by at most, by tangents."""
    p, total, _ = c.shape
    for m in counting:
        weight, price = goal[m][0], owed[m]
        if price == 0 and p < 0:
            continue
        require(price > 0, "a utility has no price")
        if p == 0:
            total += weight * (log(weight / price)[1] - 1)
        else:
            at = power(price / weight, 1 / (p - 1))[1]
            ends = power(at, p)
            factor = 1 / p - 1
            total += weight * factor * (ends[1] if factor > 0 else ends[0])
    return total

def levels_within(c, q):
    """The part that rounds of prices leave open of each level, at most."""
    need, jobs, most, paired = [numbers[3] for numbers, _ in c.jobs], len(q), list(q), set()
    for *_, members, _ in c.columns:
        for m, rate in members:
            most[m] = max(most[m], rate)
        paired |= {m for m, _ in members if len(members) == 2 and any(r for _, r in members)}
    part = [1 - made / at if at > 0 and n > 0 else 0 for n, made, at in zip(need, q, most)]
    for (level, *shared), own in c.rounds:
        owed = [own.get(m, 0) for m in range(jobs)]
        above = {m for m in range(jobs) if owed[m] > 0 and q[m] > level * need[m]}
        require(all(n > 0 for n, y in zip(need, owed) if y) and not above & paired, "a wrong round")
        r = copy.copy(c)
        r.pools = [(w, p, name) for (w, _, name), p in zip(c.pools, shared)]
        r.rows = [(*row[:2], p, *row[3:]) for row, p in zip(c.rows, shared[len(c.pools):])]
        r.jobs = [([0, own.get(jobs + m, 0)], "") for m in range(jobs)]
        kept = [0 if m in above else y for m, y in enumerate(owed)]
        missing = max(0, right_side(r, kept, 0) - sum(y * made for y, made in zip(kept, q)))
        alone = worths(r, owed, 0)[1]  # of jobs without pairs, which may lose what they have
        for m, y in enumerate(owed):
            if y > 0:
                gain = missing + (max(0, alone[m] - y * q[m]) if m in above else 0)
                below = max(0, 1 - q[m] / (level * need[m])) if level > 0 else 0
                part[m] = min(part[m], max(below, gain / (gain + y * q[m]) if gain else 0))
    return max(part, default=0)

def check(c):
    q = [Fraction(0)] * len(c.jobs)
    for x, *_, members, _ in c.columns:
        for m, rate in members:
            q[m] += rate * x
    violation = largest_violation(c, q)
    require(reaches(c, q, c.objective), "the objective is not reached")
    require(proves(c, c.bound), "the bound does not follow from the prices")
    fair = c.levels is None or (c.goal == "level" and levels_within(c, q) <= c.levels)
    require(fair, "a level may miss more than is claimed")
    scale = max(abs(c.bound), abs(c.objective))
    if c.goal == "welfare" and c.shape[0] == 0 and c.shape[2] == 0:
        scale = sum(numbers[3] for numbers, _ in c.jobs) or Fraction(1)
    return max(abs(c.bound - c.objective) / scale if scale else 0, violation)

def verdict(path):
    try:
        with open(path, encoding="utf-8") as lines:
            c = Certificate(lines)
        parts = [check(c)] + ([] if c.levels is None else [c.levels])
    except NotProved as reason:
        return "not proved: %s" % reason
    return "proved within " + ", all levels within ".join("%.3g" % (1.01 * g) for g in parts)

if __name__ == "__main__":
    verdicts = [verdict(path) for path in sys.argv[1:]]
    print("\n".join(verdicts))
    sys.exit(any(v.startswith("not") for v in verdicts))
