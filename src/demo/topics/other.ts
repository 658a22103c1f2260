import type { Calendar } from "../calendar.ts";
import { contenders, thresholds, weighted } from "../outcomes.ts";
import { defineTopic, kalshi, manifold, polymarket, type Topic } from "../topic.ts";

export function otherTopics(calendar: Calendar): Topic[] {
  return [
    ...hobbies(calendar),
    ...ended(calendar),
    ...mentions(calendar),
    ...households(calendar),
    ...jackpots(calendar),
  ];
}

const base = { category: "other", tags: ["Other"] } as const;

/** Questions of a site where anyone may ask. */
function hobbies(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(0);
  const plans = `my sourdough starter survive|my landlord fix the radiator|our office plant outlive its third owner|I finish the jigsaw puzzle|
    the neighbourhood cat choose my balcony|I run a marathon|my chess rating pass 1800|I read fifty books|the bakery on our street reopen|
    our band play a second gig|I learn to juggle five balls|the bus to campus be on time for a whole week|my novel reach 80,000 words|
    the pub quiz team finally win|I keep a paper diary|my garden grow a single ripe tomato|the lighthouse get its new coat of paint|
    someone answer my message in a bottle|our board game group finish the campaign|I visit every museum in town|the village clock be repaired|
    my tortoise wake up early|the choir sing in tune at the spring concert|I see an aurora|my bike be stolen again|our robot vacuum escape|
    the swans return to the pond|I give up coffee|the lost library book come back|my grandmother beat me at cards`;
  return plans.split("|").map((plan, index) => {
    const month = calendar.month((index % 7) - 1);
    const closesAt = month.end < calendar.now + 86_400_000 ? calendar.now - (1 + index) * 80_000_000 : month.end;
    const day = calendar.day(Math.round((closesAt - calendar.now) / 86_400_000));
    const ending = index % 7 === 0 ? (index % 2 === 0 ? "void" : "split") : "usual";
    return defineTopic(
      calendar.now,
      {
        ...base,
        key: `hobby-${index}`,
        closesAt: Math.min(closesAt, end.end + 180 * 86_400_000),
        chance: 0.12 + ((index * 37) % 76) / 100,
        size: 900,
        ending,
      },
      manifold(`Will ${plan.trim()} before ${day.full}?`),
    );
  });
}

/** Settled lately, one for each way of ending. */
function ended(calendar: Calendar): Topic[] {
  const ways = ["usual", "usual", "void", "split", "usual"] as const;
  const things = ["heads", "tails", "an odd number", "a prime number", "a red card", "a six", "a double"];
  return [2, 4, 7, 11, 16, 22, 27].flatMap((daysAgo, index) => {
    const day = calendar.day(-daysAgo);
    return ways.map((ending, place) =>
      defineTopic(
        calendar.now,
        {
          ...base,
          key: `draw-${index}-${place}`,
          closesAt: day.end,
          chance: 0.2 + place * 0.16,
          ageDays: 9,
          size: 700,
          ending,
        },
        manifold(`Draw no. ${place + 1} of ${day.full}: ${things[(index + place) % things.length]}?`),
      ),
    );
  });
}

function mentions(calendar: Calendar): Topic[] {
  const words = [
    "Turkey",
    "Homework",
    "Unicorn",
    "Quantum",
    "Pickleball",
    "Broccoli",
    "Telegram",
    "Submarine",
    "Dragon",
    "Sandwich",
  ];
  return [
    ...[-8, 5, 12, 19].map((offset) => {
      const day = calendar.day(offset);
      return defineTopic(
        calendar.now,
        {
          ...base,
          key: `mention-${offset}`,
          closesAt: day.end,
          ageDays: 6,
          shape: "set",
          outcomes: weighted(words.map((word, index) => [word, 0.08 + ((index * 23 + offset * 5 + 100) % 84) / 100])),
          size: 6000,
        },
        kalshi(
          `KXQUIZMENTION-${day.ticker}`,
          `What will the host say during the trivia night of ${day.full}?`,
          "{label}",
        ),
      );
    }),
  ];
}

function households(calendar: Calendar): Topic[] {
  const year = calendar.year(1);
  return [
    defineTopic(
      calendar.now,
      {
        ...base,
        key: "dog-show",
        closesAt: calendar.date(calendar.season(2), 2, 12).end,
        outcomes: contenders(["Terrier", "Hound", "Toy", "Sporting", "Working", "Herding", "Non-Sporting"], 0.82, 0.99),
      },
      kalshi(
        `KXDOGSHOW-${calendar.season(2) % 100}`,
        `Best in Show group at the ${calendar.season(2)} Westminster dog show?`,
        "{label} group",
      ),
      polymarket(
        `Westminster dog show ${calendar.season(2)}: Best in Show`,
        `Will a dog of the {label} group win Best in Show at the ${calendar.season(2)} Westminster dog show?`,
      ),
    ),
    defineTopic(
      calendar.now,
      {
        ...base,
        key: "baby-names",
        closesAt: calendar.date(year, 5, 15).end,
        outcomes: contenders(["Olivia", "Charlotte", "Emma", "Amelia", "Sophia", "Mia"], 0.5, 0.98),
      },
      polymarket(
        `Most popular baby girl name in ${year - 1}?`,
        `Will {label} be the most popular US baby girl name of ${year - 1}?`,
      ),
      kalshi(`KXBABYGIRL-${year % 100}`, `Most popular US baby girl name of ${year - 1}?`, "{label}"),
    ),
  ];
}

function jackpots(calendar: Calendar): Topic[] {
  return [
    defineTopic(
      calendar.now,
      {
        ...base,
        key: "jackpot",
        closesAt: calendar.month(2).end,
        shape: "ladder",
        outcomes: thresholds([300, 400, 500, 750, 1000], 520, 160, (size) => `$${size} million`),
      },
      polymarket(
        `How large will the lottery jackpot get by ${calendar.month(2).lastDay.name}?`,
        `Will the Powerball jackpot reach {label} by ${calendar.month(2).lastDay.full}?`,
      ),
      kalshi(
        `KXPOWERBALL-${calendar.month(2).ticker}`,
        `Largest Powerball jackpot before ${calendar.month(2).dayAfter.full}?`,
        "{label} or more",
      ),
    ),
  ];
}
