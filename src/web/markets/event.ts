import { AppError } from "../../errors.ts";
import { pathEventId, pathPlatform } from "../../http/filters.ts";
import { withQuery } from "../../http/query.ts";
import type { Route } from "../../http/route.ts";
import { rangeParameter } from "../charts/courses.ts";
import type { PublicPages } from "../page/public-page.ts";
import { outcomePath, topicPath } from "../topics/outcomes.ts";

export const eventPages = ({ page }: PublicPages, platforms: readonly string[]): readonly Route[] => [
  page({
    path: "/events/:platform/:event_id",
    summary: "Leads from one platform's event to its topic, with the column of the platform marked",
    parameters: { platform: pathPlatform(platforms), event_id: pathEventId, range: rangeParameter },
    async render(context, { platform, event_id: id, range }) {
      const topic = await context.store.topics.find(platform, id, context.clock.now());
      if (topic === undefined) throw new AppError("event_not_found", `${platform} has no event with this id`);
      const [lead] = topic.outcomes;
      const path = lead === undefined ? topicPath(context, topic) : outcomePath(context, lead);
      return { seeOther: withQuery(path, { platform: lead?.questionId == null ? undefined : platform, range }) };
    },
  }),
];
