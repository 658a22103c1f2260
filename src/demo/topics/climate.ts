import type { Calendar } from "../calendar.ts";
import { ranges, steps, thresholds, weighted } from "../outcomes.ts";
import { CITIES } from "../tables/places.ts";
import { defineTopic, kalshi, manifold, manifoldEach, polymarket, type Topic } from "../topic.ts";

export function climateTopics(calendar: Calendar): Topic[] {
  return [
    ...CITIES.slice(0, 6).flatMap((city, index) =>
      [-3, -1, 1, 2].map((offset) => highest(calendar, city, offset, index)),
    ),
    ...[0, 1, 2].flatMap((offset) => [...rainfall(calendar, offset), ...planet(calendar, offset)]),
    ...heat(calendar),
    ...hurricanes(calendar),
    ...snow(calendar),
  ];
}

const base = { category: "climate", tags: ["Weather", "Climate"] } as const;

/** Two-degree ranges around what is usual for the month. */
function highest(calendar: Calendar, city: (typeof CITIES)[number], offset: number, index: number): Topic {
  const day = calendar.day(offset);
  const usual = city.highs[new Date(calendar.now).getUTCMonth()] ?? 60;
  const centre = usual + ((index * 5 + offset * 3) % 7) - 3;
  const degrees = (from: number | null, to: number | null) =>
    from === null ? `${(to ?? 1) - 1}° or below` : to === null ? `${from}° or above` : `${from}° to ${to - 1}°`;
  return defineTopic(
    calendar.now,
    {
      ...base,
      key: `high-${city.code}-${offset}`,
      closesAt: day.end,
      outcomes: ranges(
        [-4, -2, 0, 2, 4].map((step) => centre + step),
        centre + 0.7,
        2.4,
        degrees,
      ),
      ageDays: 3,
      size: 22_000,
      pulse: 0.5,
      ...(offset === -3
        ? {}
        : { near: [{ topic: `high-${city.code}-${offset === -1 ? -3 : offset === 1 ? -1 : 1}`, kind: "day" }] }),
    },
    kalshi(`KXHIGH${city.code}-${day.ticker}`, `Highest temperature in ${city.name} on ${day.full}?`),
    ...(index < 3
      ? [
          polymarket(
            `Highest temperature in ${city.name} on ${day.name}?`,
            `Will the highest temperature in ${city.name} be {label} on ${day.full}?`,
          ),
        ]
      : []),
  );
}

function rainfall(calendar: Calendar, offset: number): Topic[] {
  const month = calendar.month(offset);
  const inches = (value: number) => `${value} inches`;
  const near = (key: string) => (offset === 0 ? [] : [{ topic: `${key}-${offset - 1}`, kind: "month" }]);
  return [
    ...["New York City|NYC", "Chicago|CHI", "Denver|DEN"].map((place, index) => {
      const [name = "", code = ""] = place.split("|");
      return defineTopic(
        calendar.now,
        {
          ...base,
          key: `rain-${code}-${offset}`,
          closesAt: month.end,
          shape: "ladder",
          outcomes: thresholds(steps(1, 1, 6), 3.5 - index, 1.2, inches),
          near: near(`rain-${code}`),
        },
        kalshi(`KXRAIN${code}M-${month.ticker}`, `Rain in ${name} in ${month.label}?`, "Above {label}"),
        polymarket(
          `Precipitation in ${name} in ${month.name}?`,
          `Will ${name} have more than {label} of rain in ${month.label}?`.replace("of rain", "of precipitation"),
        ),
      );
    }),
  ];
}

function planet(calendar: Calendar, offset: number): Topic[] {
  const month = calendar.month(offset);
  const anomaly = (value: number) => `${value.toFixed(2)}°C`;
  const near = (key: string) => (offset === 0 ? [] : [{ topic: `${key}-${offset - 1}`, kind: "month" }]);
  return [
    defineTopic(
      calendar.now,
      {
        ...base,
        key: `anomaly-${offset}`,
        closesAt: month.end,
        shape: "ladder",
        outcomes: thresholds(steps(1, 0.05, 8), 1.21, 0.06, anomaly),
        near: near("anomaly"),
      },
      polymarket(
        `${month.name} Temperature Increase (°C)`,
        `Will global temperature increase by more than {label} in ${month.label}?`,
      ),
      kalshi(`KXGTEMP-${month.ticker}`, `Global temperature increase in ${month.label}?`, "Above {label}"),
    ),
    defineTopic(
      calendar.now,
      {
        ...base,
        key: `quakes-${offset}`,
        closesAt: month.end,
        outcomes: weighted([
          ["0", 0.1],
          ["1", 0.22],
          ["2", 0.26],
          ["3", 0.2],
          ["4", 0.11],
          ["5 or more", 0.1],
        ]),
        near: near("quakes"),
      },
      polymarket(
        `How many 6.5+ earthquakes in ${month.name}?`,
        `Will there be {label} earthquakes of magnitude 6.5 or higher in ${month.label}?`,
      ),
      manifold(`How many M6.5+ earthquakes worldwide in ${month.label}?`),
    ),
  ];
}

function heat(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(0);
  const later = calendar.yearEnd(1);
  return [
    defineTopic(
      calendar.now,
      {
        ...base,
        key: "hottest",
        closesAt: end.end + 12 * 86_400_000,
        outcomes: weighted([
          ["the hottest year on record|1st", 0.18],
          ["the second-hottest year on record|2nd", 0.57],
          ["the third-hottest year on record|3rd", 0.2],
          ["the fourth-hottest year on record or lower|4th or lower", 0.05],
        ]),
      },
      polymarket(`Where will ${end.year} rank among the hottest years?`, `Will ${end.year} be {label}?`),
      kalshi(`KXHOTTESTRANK-${end.year % 100}`, `Where will ${end.year} rank among the hottest years on record?`),
    ),
    defineTopic(
      calendar.now,
      {
        ...base,
        key: "hottest-next",
        closesAt: later.end + 12 * 86_400_000,
        chance: 0.41,
        near: [{ topic: "hottest", kind: "year" }],
      },
      manifold(`Will ${later.year} be the hottest year on record?`),
      polymarket(`Will ${later.year} be the hottest year on record?`),
      kalshi(`KXHOTTEST-${later.year % 100}`, `Will ${later.year} be the hottest year on record?`),
    ),
  ];
}

function hurricanes(calendar: Calendar): Topic[] {
  const later = calendar.yearEnd(1);
  return [
    defineTopic(
      calendar.now,
      {
        ...base,
        key: "hurricanes",
        closesAt: later.end,
        shape: "ladder",
        outcomes: thresholds([4, 5, 6, 7, 8, 9, 10], 7, 2, (count) => `${count}`),
      },
      polymarket(
        `How many Atlantic hurricanes in ${later.year}?`,
        `Will there be at least {label} Atlantic hurricanes in ${later.year}?`,
      ),
      kalshi(
        `KXHURCTOT-${later.year % 100}`,
        `Number of hurricanes in the Atlantic in ${later.year}?`,
        "At least {label}",
      ),
    ),
    defineTopic(
      calendar.now,
      { ...base, key: "landfall", closesAt: later.end, chance: 0.36 },
      polymarket(`Will a Category 4 or stronger hurricane make landfall in the US in ${later.year}?`),
      manifold(`Will the US get through ${later.year} with no Category 4 or stronger hurricane landfall?`, "Yes", {
        isInverted: true,
      }),
    ),
  ];
}

function snow(calendar: Calendar): Topic[] {
  return [
    defineTopic(
      calendar.now,
      {
        ...base,
        key: "white-christmas",
        closesAt: calendar.date(calendar.season(1) - 1, 12, 25).end,
        shape: "set",
        outcomes: weighted(
          CITIES.slice(0, 2)
            .concat(CITIES.slice(4, 5), CITIES.slice(6))
            .map(({ name }, index) => [name, 0.1 + index * 0.09]),
        ),
        near: [],
      },
      kalshi(
        `KXWHITEXMAS-${calendar.season(1) - 1}`,
        `White Christmas: which cities in ${calendar.season(1) - 1}?`,
        "{label}",
      ),
      manifoldEach(`Will {label} have a white Christmas in ${calendar.season(1) - 1}?`),
    ),
  ];
}
