import type { Api } from "#web/lib/api/api.ts";
import type { Refusal } from "#web/lib/api/refusal.ts";
import { m } from "#web/paraglide/messages.js";
import type { MessageForm } from "./message-rules.ts";

/** Sends a form that follows its rules. A repeated `client_id` names the same message. */
export function sendMessage(
  api: Api,
  { name, email, url, reason, message, website }: MessageForm,
  removal: boolean,
  client_id: string,
) {
  const common = { name, email, message, website, client_id };
  if (!removal || reason === "") return api.call("POST /api/support/contact", { body: common });
  return api.call("POST /api/support/content-removal", { body: { ...common, url, reason } });
}

/** Why a message was refused apart from its single fields. */
export function problemText({ status, message }: Refusal): string {
  if (status === 0) return m.support_no_answer();
  return status === 429 ? message : m.support_failed();
}
