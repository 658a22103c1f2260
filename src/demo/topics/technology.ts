import type { Calendar } from "../calendar.ts";
import { contenders, steps, thresholds } from "../outcomes.ts";
import { defineTopic, kalshi, manifold, manifoldEach, polymarket, type Topic } from "../topic.ts";

export function technologyTopics(calendar: Calendar): Topic[] {
  return [
    ...[-1, 0, 1, 2].flatMap((offset) => [bestModel(calendar, offset), secondBestModel(calendar, offset)]),
    ...releases(calendar),
    ...scores(calendar),
    ...labs(calendar),
    ...gadgets(calendar),
    ...streetsAndScreens(calendar),
  ];
}

const base = { category: "technology", tags: ["Tech", "AI"] } as const;
const LABS = ["Google", "OpenAI", "Anthropic", "xAI", "DeepSeek", "Alibaba", "Meta", "Mistral", "Moonshot AI"];

function bestModel(calendar: Calendar, offset: number): Topic {
  const month = calendar.month(offset);
  const near = offset === -1 ? [] : [{ topic: `best-ai-${offset - 1}`, kind: "month" }];
  const edge = offset === 1 ? 2.4 : 0;
  const common = `have the best AI model at the end of ${month.label}?`;
  const outcomes = contenders(LABS, 0.5, 0.98);
  return defineTopic(
    calendar.now,
    { ...base, key: `best-ai-${offset}`, closesAt: month.end, outcomes, size: 70_000, pulse: 0.2, near },
    polymarket(`Which company has the best AI model end of ${month.name}?`, `Will {label} ${common}`, { edge: -edge }),
    kalshi(`KXTOPAI-${month.ticker}`, `Which company has the best AI model at the end of ${month.label}?`, "{label}", {
      edge,
    }),
    ...(offset === 1 ? [manifold(`Which company will ${common}`, "{label}", { first: 6 })] : []),
  );
}

function secondBestModel(calendar: Calendar, offset: number): Topic {
  const month = calendar.month(offset);
  const near = [{ topic: `best-ai-${offset}`, kind: "second place" }];
  const question = `Will {label} have the second best AI model at the end of ${month.label}?`;
  return defineTopic(
    calendar.now,
    {
      ...base,
      key: `second-ai-${offset}`,
      closesAt: month.end,
      outcomes: contenders(LABS.slice(0, 5), 0.7, 0.95),
      near,
    },
    polymarket(`Which company has the second best AI model end of ${month.name}?`, question),
  );
}

/** Models with invented names, since questions about real ones age within a month. */
function releases(calendar: Calendar): Topic[] {
  const models = [
    "OpenAI|GPT-7",
    "Google|Gemini 5 Ultra",
    "Anthropic|Claude Opus 6",
    "xAI|Grok 7",
    "DeepSeek|DeepSeek V6",
    "Meta|Llama 6",
    "Mistral|Mistral Large 5",
    "Apple|Siri Pro",
  ];
  return models.flatMap((entry, index) => {
    const [maker = "", model = ""] = entry.split("|");
    return [1, 3, 5].map((offset, place) => {
      const month = calendar.month(offset);
      return defineTopic(
        calendar.now,
        {
          ...base,
          key: `release-${model}-${place}`,
          closesAt: month.end,
          chance: Math.min(0.9, 0.08 + index * 0.05 + place * 0.2),
          path: `release-${model}`,
          isDeadline: true,
          size: 9000,
          near: place === 0 ? [] : [{ topic: `release-${model}-${place - 1}`, kind: "month" }],
        },
        polymarket(`${model} released by ${month.lastDay.full}?`, undefined, {
          edge: index === 2 && place === 2 ? -2.5 : 0,
        }),
        kalshi(
          `KX${model.replace(/[^A-Za-z0-9]/g, "").toUpperCase()}-${month.ticker}`,
          `Will ${maker} release ${model} before ${month.dayAfter.full}?`,
          "{short}",
          { edge: index === 2 && place === 2 ? 2.5 : 0 },
        ),
        ...(index < 4 && place > 0 ? [manifold(`Will ${maker} release ${model} by the end of ${month.label}?`)] : []),
      );
    });
  });
}

function scores(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(1);
  const exams = ["Frontier Math Tier 4", "Humanity's Last Exam", "SWE-bench Pro", "ARC-AGI-3"];
  return [
    ...exams.map((exam, index) =>
      defineTopic(
        calendar.now,
        {
          ...base,
          key: `exam-${index}`,
          closesAt: end.end,
          shape: "ladder",
          outcomes: thresholds(steps(40, 10, 6), 62 - index * 5, 14, (score) => `${score}%`),
        },
        polymarket(
          `Top AI score on ${exam} by December 31, ${end.year}?`,
          `Will an AI model score at least {label} on ${exam} by December 31, ${end.year}?`,
        ),
        manifoldEach(`Will any AI reach {label} on ${exam} before ${end.year + 1}?`, { first: 4 }),
      ),
    ),
  ];
}

function labs(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(1);
  return [
    defineTopic(
      calendar.now,
      { ...base, key: "agi", closesAt: calendar.yearEnd(3).end, chance: 0.16, size: 12_000 },
      polymarket(`Will OpenAI announce it has achieved AGI before ${calendar.year(4)}?`),
      kalshi(
        `KXOAIAGI-${calendar.year(3) % 100}`,
        `When will OpenAI announce it has achieved AGI?`,
        `Before Jan 1, ${calendar.year(4)}`,
      ),
      manifold(`Will OpenAI announce it has achieved AGI by the end of ${calendar.year(3)}?`),
    ),
    ...LABS.slice(0, 6).map((lab, index) =>
      defineTopic(
        calendar.now,
        { ...base, key: `sued-${lab}`, closesAt: end.end, chance: 0.1 + index * 0.11 },
        manifold(`Will ${lab} be sued by a US state over AI safety in ${end.year}?`),
        ...(index < 3
          ? [
              kalshi(
                `KXAISUIT-${end.year % 100}${lab.toUpperCase()}`,
                `Will a US state sue ${lab} over AI safety before Jan 1, ${end.year + 1}?`,
              ),
            ]
          : []),
      ),
    ),
  ];
}

function gadgets(calendar: Calendar): Topic[] {
  const later = calendar.yearEnd(1);
  const things: readonly (readonly [string, string, number])[] = [
    ["Apple", "a foldable iPhone", 0.62],
    ["Apple", "smart glasses", 0.18],
    ["Tesla", "unsupervised self-driving to private owners", 0.33],
    ["Tesla", "a robot for sale to consumers", 0.11],
    ["Nintendo", "a successor to the Switch 2", 0.04],
    ["Valve", "Half-Life 3", 0.21],
    ["Meta", "a wristband computer", 0.4],
    ["OpenAI", "a hardware device", 0.37],
    ["Amazon", "a humanoid delivery robot", 0.14],
    ["Samsung", "a tri-fold phone in the US", 0.72],
  ];
  return [
    ...things.flatMap(([maker, thing, chance], index) => [
      defineTopic(
        calendar.now,
        { ...base, key: `gadget-${index}`, closesAt: later.end, chance, path: `gadget-${index}`, tags: ["Tech"] },
        polymarket(`Will ${maker} release ${thing} by December 31, ${later.year}?`),
        kalshi(`KXGADGET${index}-${later.ticker}`, `Will ${maker} release ${thing} before Jan 1, ${later.year + 1}?`),
      ),
      defineTopic(
        calendar.now,
        {
          ...base,
          key: `gadget-announced-${index}`,
          closesAt: later.end,
          chance: Math.min(0.93, chance + 0.2),
          path: `gadget-${index}`,
          tags: ["Tech"],
          near: [{ topic: `gadget-${index}`, kind: "announcement or event" }],
        },
        manifold(`Will ${maker} announce ${thing} by the end of ${later.year}?`),
      ),
    ]),
  ];
}

function streetsAndScreens(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(0);
  const later = calendar.yearEnd(1);
  return [
    ...["San Francisco", "Austin", "Miami", "London", "Tokyo", "New York"].map((city, index) =>
      defineTopic(
        calendar.now,
        {
          ...base,
          key: `robotaxi-${city}`,
          closesAt: later.end,
          chance: 0.2 + index * 0.1,
          tags: ["Tech", "Self-driving"],
        },
        polymarket(`Driverless Tesla robotaxi open to the public in ${city} by December 31, ${later.year}?`),
        manifold(`Can anyone in ${city} hail a driverless Tesla robotaxi before ${later.year + 1}?`),
      ),
    ),
    defineTopic(
      calendar.now,
      {
        ...base,
        key: "top-app",
        closesAt: end.end,
        outcomes: contenders(["ChatGPT", "Threads", "TikTok", "Gemini", "Temu", "WhatsApp", "Claude"], 0.55, 0.97),
        tags: ["Tech"],
      },
      polymarket(
        `#1 free app in the US App Store on December 31, ${end.year}?`,
        `Will {label} be the #1 free app in the US App Store on December 31, ${end.year}?`,
      ),
      kalshi(`KXTOPAPP-${end.ticker}`, `Top free US iPhone app on December 31, ${end.year}?`, "{label}"),
    ),
  ];
}
