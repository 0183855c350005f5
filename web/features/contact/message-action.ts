import { data } from "react-router";
import type { TicketReceipt } from "#contract/support.ts";
import { readForm, type RefusedForm, refuseForm, type SentForm } from "#web/lib/forms/plain-form.ts";
import { requestContext } from "#web/lib/page/request-context.ts";
import { issuesOf, type MessageForm } from "./message-rules.ts";
import { problemText, sendMessage } from "./send-message.ts";

/** A message that has arrived; who sent it stays in the form for the next one. */
export type SentMessage = { receipt: TicketReceipt; values: Pick<MessageForm, "name" | "email"> };

/** The server's answer to the form when it was sent without JavaScript. */
export type AnsweredMessage = SentMessage | RefusedForm;

/** Takes the plain form of a message to support, or of a request to remove content. */
export async function takeMessage({ request, context }: SentForm, removal: boolean) {
  const { text } = await readForm(request);
  const form = {
    ...{ name: text("name"), email: text("email"), url: text("url"), website: text("website") },
    reason: text("reason") as MessageForm["reason"],
    // Browsers send the ends of lines as CR LF, which would count twice.
    message: text("message").replaceAll("\r\n", "\n"),
  };
  const issues = Object.entries(issuesOf(form, removal)).map(([field, issue]) => [field, [issue]]);
  const wrong = { code: "invalid", message: "", errors: Object.fromEntries(issues) };
  if (issues.length > 0) return refuseForm({ status: 422, body: wrong }, form, problemText);
  const { api, viewer } = context.get(requestContext);
  const answer = await sendMessage(api, form, removal, await idOf([viewer?.id, removal, form]));
  if (answer.status !== 201) return refuseForm(answer, form, problemText);
  return data<SentMessage>({ receipt: answer.body, values: { name: form.name, email: form.email } });
}

/**
 * The id of a message whose form can keep none: a UUID of version 8 (RFC 9562) made of what it says and the day. So a
 * form that is pressed twice, or sent again with its page, is one message.
 */
async function idOf(message: readonly unknown[]): Promise<string> {
  const day = new Date().toISOString().slice(0, 10);
  const words = new TextEncoder().encode(JSON.stringify([day, ...message]));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", words));
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(12, 15)}`,
    `8${hex.slice(15, 18)}`,
    hex.slice(18, 30),
  ].join("-");
}
