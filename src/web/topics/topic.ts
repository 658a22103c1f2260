import { getTopic, pathTopicId } from "../../api/topics.ts";
import type { Route } from "../../http/route.ts";
import type { PublicPages } from "../page/public-page.ts";
import { outcomePath, topicPath } from "./outcomes.ts";

export const topicPages = ({ page }: PublicPages): readonly Route[] => [
  page({
    path: "/topics/:topic_id",
    summary: "An event across platforms: its likeliest outcome",
    parameters: { topic_id: pathTopicId },
    async render(context, { topic_id: id }) {
      const topic = await getTopic(context, id);
      const [lead] = topic.outcomes;
      if (topic.id !== id || lead === undefined) return { seeOther: topicPath(context, topic) };
      return { seeOther: outcomePath(context, lead) };
    },
  }),
];
