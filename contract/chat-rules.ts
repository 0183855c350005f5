import { z } from "zod";
import { problem } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { filteredWords } from "./field-bounds.ts";
import { text } from "./fields.ts";

/** Words and phrases that somebody does not want to be sent, in the order in which they wrote them. */
const wordFilter = z.object({
  words: z
    .array(text({ min: 1, max: filteredWords.lengthMax }))
    .max(filteredWords.countMax, "too_many_words"),
});

const chatRules = z.object({ subscribers_only: z.boolean("invalid") });

/** The rules by which somebody keeps words out of their chats, and a model those who do not subscribe. */
export const chatRulesContract = {
  "GET /api/chat/word-filter": {
    summary: "The words that the caller does not want to be sent in chats",
    access: ["fan", "model"],
    responses: { 200: wordFilter, 401: problem, 403: problem },
  },
  "POST /api/chat/word-filter": {
    summary: "Replace them: a message to the caller that has one is refused, and its author gets the reason",
    access: ["fan", "model"],
    body: wordFilter,
    responses: { 200: wordFilter, 401: problem, 403: problem, 422: problem },
  },
  "GET /api/studio/chat-rules": {
    summary: "Who may write in the model's chats",
    access: ["model"],
    responses: { 200: chatRules, 401: problem, 403: problem },
  },
  "POST /api/studio/chat-rules": {
    summary: "Let only the model's subscribers write in their chats, or every fan",
    access: ["model"],
    body: chatRules,
    responses: { 200: chatRules, 401: problem, 403: problem, 422: problem },
  },
} as const satisfies Contract;
