import type { Calendar } from "../calendar.ts";
import { steps, thresholds } from "../outcomes.ts";
import { OFFICERS } from "../tables/people.ts";
import { defineTopic, kalshi, manifold, polymarket, predictit, type Topic } from "../topic.ts";

export const politicsTopics = (calendar: Calendar): Topic[] => [
  ...offices(calendar),
  ...washington(calendar),
  ...[1, 2, 3].flatMap((offset) => [shutdown(calendar, offset), approval(calendar, offset)]),
];

const tags = ["Politics"];

function offices(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(1);
  const close = { category: "politics", closesAt: end.end } as const;
  return OFFICERS.map((office, index) =>
    defineTopic(
      calendar.now,
      { ...close, key: `out-${office}`, chance: 0.12 + index * 0.06, tags },
      polymarket(`${office} out by December 31, ${end.year}?`),
      kalshi(
        `KXOUT${office.replace(/[^A-Z]/g, "")}-${end.year + 1}`,
        `Will the ${office} leave office before Jan 1, ${end.year + 1}?`,
      ),
      ...(index < 5
        ? [predictit(`Will the ${office} leave office in ${end.year}?`)]
        : [manifold(`Will the ${office} be replaced by the end of ${end.year}?`)]),
    ),
  );
}

function washington(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(1);
  const close = { category: "politics", closesAt: end.end } as const;
  return [
    defineTopic(
      calendar.now,
      { ...close, key: "scotus-vacancy", chance: 0.34, tags, pulse: 0.05 },
      polymarket(`Will there be a Supreme Court vacancy by December 31, ${end.year}?`, undefined, { edge: -2.5 }),
      kalshi(
        `KXSCOTUSVAC-${end.year}`,
        `Will no Supreme Court seat become vacant before Jan 1, ${end.year + 1}?`,
        "{short}",
        { edge: -2.4, isInverted: true },
      ),
      predictit(`Will there be a Supreme Court vacancy in ${end.year}?`),
    ),
    defineTopic(
      calendar.now,
      {
        ...close,
        key: "vetoes",
        path: "vetoes",
        shape: "ladder",
        outcomes: thresholds([2, 4, 5, 8, 10], 5, 3, (count) => `${count} or more`),
        tags,
      },
      kalshi(`KXVETO-${end.year % 100}`, `How many bills will the President veto in ${end.year}?`),
      predictit(`How many vetoes will the President issue in ${end.year}?`),
    ),
    defineTopic(
      calendar.now,
      {
        ...close,
        key: "vetoes-many",
        path: "vetoes",
        shape: "ladder",
        outcomes: thresholds([6], 5, 3, () => "Yes"),
        tags,
        near: [{ topic: "vetoes", kind: "threshold" }],
      },
      polymarket(`Will the President veto 5 or fewer bills in ${end.year}?`, undefined, { isInverted: true }),
      manifold(`Will the President veto at least 6 bills in ${end.year}?`),
    ),
  ];
}

function shutdown(calendar: Calendar, offset: number): Topic {
  const month = calendar.month(offset);
  const near = offset === 1 ? [] : [{ topic: `shutdown-${offset - 1}`, kind: "month" }];
  // The later two are so near each other that buying one and selling the other pays a little.
  const [chance, edge] = offset === 1 ? [0.19, 0] : [0.27 + offset / 400, 2.6];
  return defineTopic(
    calendar.now,
    {
      key: `shutdown-${offset}`,
      category: "politics",
      closesAt: month.end,
      chance,
      path: "shutdown",
      isDeadline: true,
      tags,
      near,
    },
    polymarket(`US government shutdown by ${month.lastDay.full}?`, undefined, { edge: -edge }),
    kalshi(`KXGOVSHUT-${month.ticker}`, `Will the US government shut down before ${month.dayAfter.full}?`, "{short}", {
      edge,
    }),
    manifold(`Will there be a US federal government shutdown by the end of ${month.label}?`),
  );
}

function approval(calendar: Calendar, offset: number): Topic {
  const { lastDay, end } = calendar.month(offset);
  const near = offset === 1 ? [] : [{ topic: `approval-${offset - 1}`, kind: "month" }];
  const outcomes = thresholds(steps(38, 1, 8), 41.5, 2, (points) => `${points}% or higher`);
  const question = `Will the President's approval rating be {label} on ${lastDay.full}?`;
  return defineTopic(
    calendar.now,
    { key: `approval-${offset}`, category: "politics", closesAt: end, shape: "ladder", outcomes, tags, near },
    polymarket(`Presidential approval rating on ${lastDay.name}?`, question),
    kalshi(`KXAPPROVE-${lastDay.ticker}`, `President's approval rating on ${lastDay.full}?`, "{label}"),
    predictit(`What will the President's approval rating be on ${lastDay.full}?`),
  );
}
