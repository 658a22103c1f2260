// The questions the demo's platforms list, by category.
import type { Calendar } from "../calendar.ts";
import { linkDeadlines, type Topic } from "../topic.ts";
import { climateTopics } from "./climate.ts";
import { cryptoTopics } from "./crypto.ts";
import { cultureTopics } from "./culture.ts";
import { economicsTopics } from "./economics.ts";
import { electionTopics } from "./elections.ts";
import { financeTopics } from "./finance.ts";
import { otherTopics } from "./other.ts";
import { politicsTopics } from "./politics.ts";
import { scienceTopics } from "./science.ts";
import { sportsTopics } from "./sports.ts";
import { technologyTopics } from "./technology.ts";
import { worldTopics } from "./world.ts";

/** All topics, with dates counted from the calendar's day. */
export const listTopics = (calendar: Calendar): Topic[] =>
  linkDeadlines([
    ...politicsTopics(calendar),
    ...electionTopics(calendar),
    ...sportsTopics(calendar),
    ...cryptoTopics(calendar),
    ...economicsTopics(calendar),
    ...financeTopics(calendar),
    ...scienceTopics(calendar),
    ...technologyTopics(calendar),
    ...cultureTopics(calendar),
    ...climateTopics(calendar),
    ...worldTopics(calendar),
    ...otherTopics(calendar),
  ]);
