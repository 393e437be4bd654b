#!/usr/bin/env python3
"""Checks certificates of `gavel solve --certificate FILE`: python3 check_certificate.py FILE...

Prints "proved within G" or "not proved: REASON" for each file; exits with 0 if all are proved. G is
the larger of gap and largest violation of a limit, as a part, rounded up. All arithmetic is exact;
logarithms and powers are enclosed in 200 bits. Shares no code with the library, and trusts only the
problem in the file: rates, workers, constraints. "What a certificate proves" derives what it does.
"""

import sys
from fractions import Fraction

MOST_MISSED = Fraction(1, 10**6)  # an allocation that misses a limit by more is none
NOTHING = Fraction(1, 2**40)  # the part of a level or total that cannot be told from 0
BITS = 200
ONE = 1 << BITS

def require(holds, reason):
    if not holds:
        raise ValueError(reason)

def number(word):
    return Fraction(float(word))

def atanh_series(z):
    """2 atanh(z) for |z| <= 1/3, in units of 2^-BITS; the second number bounds the error."""
    scaled = z * ONE // 1
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
    value, error = atanh_series((mantissa - 1) / (mantissa + 1))
    value, error = value + exponent * LN2, error + abs(exponent) * LN2_ERROR
    return Fraction(value - error, ONE), Fraction(value + error, ONE)

def exp(x):
    """An enclosure of e to the power of a fraction."""
    exponent = round(x * ONE / LN2)
    scaled = (x * ONE - exponent * LN2) // 1
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

READ = {"n": number, "i": int, "s": str}
# The fields of lines of which there are many. Rows that ask for at least a bound are negated.
LISTS = {"pool": "nns", "row": "snnns", "free": "ninns", "entity": "ins", "share": "innnn"}

class Certificate:
    def __init__(self, lines):
        require(next(lines, "").strip() == "gavel-certificate 1", "unknown format")
        self.pool, self.row, self.free, self.entity, self.share = [], [], [], [], []
        self.jobs, self.columns, self.levels, self.rounds, self.below = [], [], None, [], 0
        for line in lines:
            head, _, tail = line.partition("|")
            entries = zip(tail.split()[::2], tail.split()[1::2])
            self.read(*head.split(), entries=[(int(i), number(a)) for i, a in entries])
        self.running = [c for c in self.columns if any(rate for _, rate in c[5])]
        self.paired = {m for c in self.running if len(c[5]) == 2 for m, _ in c[5]}
        self.goals = [numbers[3:] for numbers, _ in self.jobs]
        self.counting = [m for m, numbers in enumerate(self.goals) if numbers[0] > 0]
        self.sign = -1 if self.goal == "minimum" else 1
        time = [u if m in self.paired else 0 for m, ((_, u, *_), _) in enumerate(self.jobs)]
        self.prices = [p for _, p, _ in self.pool], [row[2] for row in self.row], time

    def read(self, kind, *words, entries):
        if kind in ("free", "column"):
            entries = [(i, -a if self.row[i][0] == "AT_LEAST" else a) for i, a in entries]
        if kind == "goal":
            self.goal, self.shape = words[0], [number(w) for w in words[1:]]
        elif kind in ("objective", "bound", "levels"):
            setattr(self, kind, number(words[0]))
        elif kind in LISTS:
            fields = [READ[form](word) for form, word in zip(LISTS[kind], words)]
            fields[1] *= -1 if fields[0] == "AT_LEAST" else 1
            getattr(self, kind).append(fields + [entries] if kind == "free" else fields)
        elif kind == "round":
            self.rounds.append(([number(w) for w in words], dict(entries)))
        elif kind == "job":
            self.jobs.append(([number(w) for w in words[:-1]], words[-1]))
        else:
            require(kind == "column", "unknown line " + kind)
            x, size, gain, cost = number(words[0]), *map(number, words[2:5])
            x, self.below = max(0, x), max(self.below, -x)  # less than no time counts as none
            members = [(int(m), number(r)) for m, r in zip(words[5::2], words[6::2])]
            self.columns.append((x, int(words[1]), size, gain, cost, members, entries))

def largest_violation(c, q):
    time, used, sums = [0] * len(c.jobs), [0] * len(c.pool), [0] * len(c.row)
    for x, pool, size, _, _, members, entries in c.columns:
        used[pool] += size * x
        for m, _ in members:
            time[m] += x
        for i, a in entries:
            sums[i] += a * x
    for value, pool, *_, entries in c.free:
        if pool >= 0:
            used[pool] -= value
        for i, e in entries:
            sums[i] += e * value
    parts = [("sign of a fraction", c.below)]
    parts += [("free variable " + f[4], max(-f[0], f[0] - f[2]) / max(1, f[2])) for f in c.free]
    parts += [("time of " + name, spent - 1) for (_, name), spent in zip(c.jobs, time)]
    for ((_, _, floor, *_), name), made in zip(c.jobs, q):
        parts.append(("least throughput of " + name, (floor - made) / floor if floor > 0 else 0))
    parts += [("pool " + p[2], (busy - p[0]) / max(1, p[0])) for p, busy in zip(c.pool, used)]
    for (relation, bound, _, scale, name), total in zip(c.row, sums):
        missed = abs(total - bound) if relation == "EXACTLY" else total - bound
        parts.append(("row " + name, missed / scale))
    for limit, part in parts:
        require(part <= MOST_MISSED, "%s is missed by the part %.3g" % (limit, max(0, part)))
    return max([part for _, part in parts], default=Fraction(0))

def reaches(c, q, claim):
    """Whether the goal is at least (if minimised, at most) the claim."""
    if c.goal == "level":
        return all(q[m] >= c.goals[m][0] * claim for m in c.counting) and (c.counting or claim <= 0)
    if c.goal == "finish":
        made = {m: q[m] * (claim * c.goals[m][2] - c.goals[m][1]) for m in c.counting}
        return claim >= 0 and all(made[m] >= c.goals[m][0] for m in c.counting)
    if c.goal == "welfare":
        p, total, mean = c.shape
        if mean and claim <= 0:
            return True
        require(all(q[m] > 0 or p > 0 for m in c.counting), "a job that counts has no throughput")
        total += sum(c.goals[m][0] * utility(q[m], p)[0] for m in c.counting if q[m] > 0)
        return total >= sum_of(c, claim)[1]
    gain = sum(column[3] * column[0] for column in c.columns + c.free)
    if c.goal == "ratio":
        cost = sum(column[4] * column[0] for column in c.columns)
        return gain >= claim * cost if cost > 0 else claim <= 0
    return c.sign * gain >= c.sign * claim

def utility(q, p):
    return log(q) if p == 0 else sorted(end / p for end in power(q, p))

def sum_of(c, claim):
    """An enclosure of the sum of utilities that a claim needs; they differ if it is a mean."""
    p, _, total = c.shape
    require(total == 0 or claim > 0, "a bound on a mean is not above 0")
    return [total * end for end in utility(claim, p)] if total else (claim, claim)

def right_side(c, prices, owed, bound):
    """What no feasible point sells for more than, at prices of pools, rows, time and throughput."""
    pools, rows, time = prices
    of_limits = [price for row, price in zip(c.row, rows) if row[0] != "EXACTLY"]
    require(min([0, *owed, *pools, *time, *of_limits]) >= 0, "a price is negative")
    value = sum(workers * price for (workers, *_), price in zip(c.pool, pools)) + sum(time)
    value += sum(row[1] * price for row, price in zip(c.row, rows))
    for _, pool, most, gain, _, entries in c.free:
        worth = c.sign * gain + (pools[pool] if pool >= 0 else 0)
        value += most * max(0, worth - sum(e * rows[i] for i, e in entries))
    best = [0] * len(owed)  # of the columns of which a job is the first
    for (first, *_), worth in offers(c, prices, owed, bound):
        best[first[0]] = max(best[first[0]], worth)
    return value + sum(best)

def offers(c, prices, owed, bound):
    """What each column is worth beyond what it pays, after its jobs."""
    pools, rows, time = prices
    for _, pool, size, gain, cost, members, entries in c.running:
        worth = sum(owed[m] * rate - time[m] for m, rate in members) - size * pools[pool]
        yield members, worth + c.sign * gain - bound * cost - sum(a * rows[i] for i, a in entries)

def fastest(c):
    most = [Fraction(0)] * len(c.jobs)
    for *_, members, _ in c.columns:
        for m, rate in members:
            most[m] = max(most[m], rate)
    return most

def most_time(c):
    """The time that rows over one job alone leave it, at most."""
    own, rows = [0] * len(c.jobs), {}
    for _, _, _, _, _, members, entries in c.running:
        own[members[0][0]] += 1
        for i, a in entries:
            if a:
                rows.setdefault(i, []).append((a, members[0][0]))
    most = [Fraction(1)] * len(own)
    for i, of in rows.items():
        relation, bound = c.row[i][:2]
        sign = -1 if relation == "EXACTLY" and of[0][0] < 0 else 1
        m, least = of[0][1], min(sign * a for a, _ in of)
        alone = m not in c.paired and all(k == m for _, k in of) and len(of) == own[m]
        free = any(i == k for *_, entries in c.free for k, _ in entries)
        if alone and not free and least > 0:
            most[m] = min(most[m], max(0, sign * bound) / least)
    return most

def nothing(c):
    """What cannot be told from 0 of a level without floors or of a total."""
    if c.goal == "level" and not any(numbers[2] for numbers, _ in c.jobs):
        most = fastest(c)
        alone = [most[m] / c.goals[m][0] for m in c.counting if most[m] > 0]
        return min(alone, default=0) * NOTHING
    gains = [column[3] for column in c.running] + [gain * most for _, _, most, gain, *_ in c.free]
    return max([Fraction(0), *gains]) * NOTHING if c.goal == "total" else Fraction(0)

def proves(c, bound):
    owed = [numbers[0] for numbers, _ in c.jobs]
    if c.goal in ("level", "finish") and not c.counting:
        return bound >= 0 if c.goal == "level" else bound <= 0
    of_goal = {m for m in c.counting if c.goal == "welfare"  # prices of others count for floors
               or float(c.goals[m][0]) * float(bound) >= float(c.jobs[m][0][2])}
    value = right_side(c, c.prices, owed, bound)
    value -= sum(y * c.jobs[m][0][2] for m, y in enumerate(owed) if m not in of_goal)
    bound = bound or nothing(c)
    if c.goal == "level":
        scale = sum(c.goals[m][0] * owed[m] for m in of_goal)
        return scale > 0 and value <= bound * scale
    if c.goal == "finish":
        return bound <= 0 or finish_proves(c, owed, value, bound)
    if c.goal == "welfare":
        return value + conjugates(c, owed) <= sum_of(c, bound)[0]
    return bound >= 0 and value <= 0 if c.goal == "ratio" else value <= c.sign * bound

def finish_proves(c, owed, value, bound):
    """The throughputs that the bound needs cost at least what all workers and time are worth."""
    cost = 0
    for m in c.counting:
        steps, past, unit = c.goals[m]
        if bound * unit <= past:
            return True
        need = steps / (bound * unit - past)
        digits = 300 + need.denominator.bit_length()  # rounded down, to keep fractions short
        cost += owed[m] * Fraction((need.numerator << digits) // need.denominator, 1 << digits)
    return cost > 0 and cost >= value  # without a price, any time costs as much

def conjugates(c, owed):
    """What utilities exceed the price of their throughputs by at most, by tangents."""
    p, total, _ = c.shape
    for m in c.counting:
        weight, price, floor = c.goals[m][0], owed[m], c.jobs[m][0][2]
        if price == 0 and p < 0:
            continue
        require(price > 0, "a utility has no price")
        at = weight / price if p == 0 else power(price / weight, 1 / (p - 1))[1]
        sold = price * floor if floor > at else weight * power(at, p)[0]
        total += weight * utility(max(at, floor), p)[1] - sold
    return total

def filled(c, q, entity):
    """What an entity has received when each job below it is full; the top (-1), by weight."""
    rule = c.entity[entity][2] if entity >= 0 else "TOP"
    parts = [(w, {m: max(0, q[m]) / u if u else Fraction(0)}) for m, (of, w, u, _, _)
             in enumerate(c.share) if of == entity and (u or rule != "FINISH_TIME_FAIRNESS")]
    below = [(w, filled(c, q, e)) for e, (of, w, _) in enumerate(c.entity) if of == entity]
    parts = sorted(parts + [part for part in below if part[1]], key=lambda part: min(part[1]))
    received, before = {}, 0
    for w, below in parts:
        for m, own in below.items():
            if rule == "FAIRNESS":
                own = sum(min(max(of.values()), v * own / w) for v, of in parts)
            elif rule == "FINISH_TIME_FAIRNESS":
                own = own and claims(c, {k: a for _, of in parts for k, a in of.items()}, m)
            received[m] = before + own if rule == "FIFO" else own / w if rule == "TOP" else own
        before += max(below.values())
    return received

def claims(c, most, full):
    """What jobs have received at the finish time at which one of them is full."""
    pace, lost = {m: c.share[m][3] for m in most}, {m: c.share[m][4] for m in most}
    left = {m: lost[full] + pace[full] / most[full] - lost[m] for m in most}
    return sum(a if pace[m] >= a * left[m] else pace[m] / left[m] for m, a in most.items())

def levels_within(c, q):
    """The part that rounds of prices leave open of each level, at most."""
    need = [share[2] for share in c.share] or [numbers[0] for numbers in c.goals]
    jobs, most, time = range(len(q)), fastest(c), most_time(c)
    level_of = filled(c, q, -1) if c.share else [at / n if n else 0 for at, n in zip(q, need)]
    full = [t * rate for t, rate in zip(time, most)]
    part = [max(0, 1 - q[m] / full[m]) if full[m] * need[m] > 0 else 0 for m in jobs]
    for (level, *shared), own in c.rounds:
        owed = [own.get(m, 0) for m in jobs]
        require(all(n > 0 for n, y in zip(need, owed) if y), "a job without a level is priced")
        above = {m for m in jobs if owed[m] > 0 and q[m] > 0 and level_of[m] > level}
        of_time = [own.get(len(q) + m, 0) if m in c.paired else 0 for m in jobs]
        prices = shared[:len(c.pool)], shared[len(c.pool):], of_time
        kept = [0 if m in above else y for m, y in enumerate(owed)]
        missing = right_side(c, prices, kept, 0) - sum(y * made for y, made in zip(kept, q))
        alone = {m: 0 for m in above}  # of all columns of a job, if no other above has its price
        counted = dict(alone)  # what the right side has of these
        for of, worth in offers(c, prices, kept, 0):
            alone.update((m, max(alone[m], worth + owed[m] * r)) for m, r in of if m in above)
            counted.update((m, max(counted[m], worth)) for m, _ in of[:1] if m in above)
        for m, y in enumerate(owed):
            if y > 0 and part[m] > 0:
                own = time[m] * alone[m] - counted[m] - y * q[m] if m in above else 0
                gain = max(0, missing) + max(0, own)
                below = max(0, 1 - level_of[m] / level) if level > 0 else 0
                whole = y * most[m] if c.share else gain + y * q[m]
                part[m] = min(part[m], max(below, gain / whole if gain else 0))
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
        scale = sum(numbers[0] for numbers in c.goals) or Fraction(1)
    return max(abs(c.bound - c.objective) / scale if scale else 0, violation)

def verdict(path):
    try:
        with open(path, encoding="utf-8") as lines:
            c = Certificate(lines)
        parts = [check(c)] + ([] if c.levels is None else [c.levels])
    except (OSError, ValueError, OverflowError) as reason:
        return "not proved: %s" % reason
    return "proved within " + ", all levels within ".join("%.3g" % (1.01 * g) for g in parts)

if __name__ == "__main__":
    verdicts = [verdict(path) for path in sys.argv[1:]]
    print("\n".join(verdicts))
    sys.exit(any(v.startswith("not") for v in verdicts))
