"""Figures of accuracy from a database, written from their definitions, to compare with those of the API.

Takes the path of the database and a list of queries as JSON; prints a list of answers as JSON.
"""

import json
import math
import sqlite3
import sys
from statistics import NormalDist

DAY = 86400
BEFORE = {"1h": 3600, "4h": 4 * 3600, "12h": 12 * 3600}
BEFORE.update({f"{days}d": days * DAY for days in (1, 3, 7, 14, 30, 60, 90, 180)})
COLUMNS = ["life_25", "life_50", "life_75", "life_mean", "last"]
COLUMNS += ["hours_1", "hours_4", "hours_12"] + [f"days_{days}" for days in (1, 3, 7, 14, 30, 60, 90, 180)]
NAMES = ["life_25", "life_50", "life_75", "life_mean", "last"] + list(BEFORE)
Z = NormalDist().inv_cdf(0.975)


def student_t(free):
    """The .975 quantile of Student's t: the density integrated by Simpson's rule, and bisection."""
    scale = math.exp(math.lgamma((free + 1) / 2) - math.lgamma(free / 2)) / math.sqrt(free * math.pi)

    def half(x):
        steps = 400
        width = x / steps
        values = [scale * (1 + (i * width) ** 2 / free) ** (-(free + 1) / 2) for i in range(steps + 1)]
        return width / 3 * (values[0] + values[-1] + 4 * sum(values[1:-1:2]) + 2 * sum(values[2:-1:2]))

    low, high = 1.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if half(middle) < 0.475 else (low, middle)
    return low


def read(path):
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    rows = db.execute(
        f"""SELECT m.market_key, m.event_key, m.platform, m.category, m.outcome, m.created_at, q.volume, c.ended_at,
          {", ".join("c." + column for column in COLUMNS)}
        FROM criterion_prices c JOIN markets m USING (market_key) JOIN market_quotes q USING (market_key)"""
    )
    names = ["key", "event", "platform", "category", "outcome", "created", "volume", "ended"] + NAMES
    markets = [dict(zip(names, row)) for row in rows]
    directions = dict(db.execute("SELECT market_key, is_inverted FROM match_groups"))
    groups = dict(db.execute("SELECT market_key, group_key FROM match_groups"))
    titled = dict(db.execute("SELECT group_key, market_key FROM questions WHERE group_key IS NOT NULL"))
    for market in markets:
        market["question"] = groups.get(market["key"])
        title = titled.get(market["question"])
        market["inverted"] = title is not None and directions[market["key"]] != directions[title]
    return markets


def duration(market):
    return 0 if market["created"] is None else market["ended"] - market["created"] // 1000


def weight(market, how):
    return 1 if how == "none" else market["volume"] if how == "volume" else duration(market)


def passes(market, query):
    return (
        market["outcome"] in ("yes", "no", "split")
        and query.get("category") in (None, market["category"])
        and market["volume"] >= query.get("min_volume", 0) * 100
        and query.get("from", 0) <= market["ended"] < query.get("to", math.inf)
    )


def bins(markets, criterion, how):
    found = []
    for number in range(20):
        own = [m for m in markets if min(19, m[criterion] * 20 // 1000000) == number and weight(m, how) > 0]
        if not own:
            continue
        total = math.fsum(weight(m, how) for m in own)
        share = math.fsum(weight(m, how) for m in own if m["outcome"] == "yes") / total
        n = total**2 / math.fsum(weight(m, how) ** 2 for m in own)
        middle = (share + Z**2 / (2 * n)) / (1 + Z**2 / n)
        half = Z / (1 + Z**2 / n) * math.sqrt(share * (1 - share) / n + Z**2 / (4 * n * n))
        found.append(
            {
                "n": len(own),
                "total": total,
                "mean_price": math.fsum(weight(m, how) * m[criterion] / 1e6 for m in own) / total,
                "yes_share": share,
                "low": max(0, middle - half),
                "high": min(1, middle + half),
            }
        )
    return found


def score(markets, criterion, how):
    markets = [m for m in markets if weight(m, how) > 0]
    if not markets:
        return None
    total = math.fsum(weight(m, how) for m in markets)

    def mean(of):
        return math.fsum(weight(m, how) * of(m) for m in markets) / total

    def error(m):
        return (m[criterion] / 1e6 - (m["outcome"] == "yes")) ** 2

    def surprise(m):
        price = m[criterion] / 1e6
        return -math.log(min(0.999, max(0.001, price if m["outcome"] == "yes" else 1 - price)))

    brier, base = mean(error), mean(lambda m: m["outcome"] == "yes")
    events = {}
    for m in markets:
        events.setdefault(m["event"], []).append(weight(m, how) * (error(m) - brier))
    spread = math.fsum(math.fsum(own) ** 2 for own in events.values())
    free = len(events) - 1
    half = student_t(free) * math.sqrt(spread * len(events) / free) / total
    parts = bins(markets, criterion, how)
    uncertainty = base * (1 - base)
    return {
        "n": len(markets),
        "brier": brier,
        "brier_low": max(0, brier - half),
        "brier_high": min(1, brier + half),
        "log_score": mean(surprise),
        "skill": 1 - brier / uncertainty,
        "reliability": math.fsum(b["total"] * (b["mean_price"] - b["yes_share"]) ** 2 for b in parts) / total,
        "resolution": math.fsum(b["total"] * (b["yes_share"] - base) ** 2 for b in parts) / total,
        "uncertainty": uncertainty,
    }


def price_day(market, criterion):
    before = BEFORE.get(criterion, 0)
    if criterion.startswith("life"):
        before = (1 - int(criterion[-2:]) / 100) * duration(market)
    return math.floor((market["ended"] - before) / DAY)


def relative(markets, criterion):
    """By platform: its error less the mean error of the platforms, over questions with prices of one day."""
    days = {}
    for m in markets:
        if m["question"] is None or criterion == "life_mean":
            continue
        says_yes = (m["outcome"] == "yes") != m["inverted"]
        price = 1 - m[criterion] / 1e6 if m["inverted"] else m[criterion] / 1e6
        day = days.setdefault((m["question"], price_day(m, criterion)), {})
        day.setdefault(m["platform"], []).append((price - says_yes) ** 2)
    found = {}
    for platforms in days.values():
        if len(platforms) < 2:
            continue
        errors = {platform: math.fsum(own) / len(own) for platform, own in platforms.items()}
        middle = math.fsum(errors.values()) / len(errors)
        for platform, own in errors.items():
            found.setdefault(platform, []).append(own - middle)
    return {platform: (math.fsum(own) / len(own), len(own)) for platform, own in found.items()}


def answer(markets, query):
    criterion, how = query.get("criterion", "1d"), query.get("weight", "none")
    rivals = [m for m in markets if passes(m, query)]
    asked = [m for m in rivals if query.get("platform") in (None, m["platform"])]
    decided = [m for m in asked if m["outcome"] != "split"]

    def by(name, value, moment):
        own = [m for m in decided if m[name] == value and m[moment] is not None]
        return score(own, moment, how) if own else None

    known = [m for m in decided if m[criterion] is not None]
    compared = relative([m for m in rivals if m["outcome"] != "split" and m[criterion] is not None], criterion)
    platforms = {}
    for platform in {m["platform"] for m in known}:
        own = by("platform", platform, criterion)
        if own is None:
            continue
        all_resolved = [m for m in decided if m["platform"] == platform]
        difference, questions = compared.get(platform, (None, 0))
        platforms[platform] = {
            **own,
            "coverage": own["n"] / len(all_resolved),
            "relative_brier": difference,
            "relative_n": questions,
        }
    parts = bins(known, criterion, how)
    for part in parts:
        del part["total"]
    return {
        "bins": parts,
        "split": sum(m["outcome"] == "split" and m[criterion] is not None for m in asked),
        "platforms": platforms,
        "categories": {name: by("category", name, criterion) for name in {m["category"] for m in known}},
        "horizons": {f"{p} {h}": by("platform", p, h) for p in platforms for h in ("4h",)},
    }


if __name__ == "__main__":
    stored = read(sys.argv[1])
    print(json.dumps([answer(stored, query) for query in json.loads(sys.argv[2])]))
