import type { supportContract } from "#contract/support.ts";
import type { Call, Handlers } from "#server/kit/http/call.ts";
import { defineTexts, problem } from "#server/kit/http/texts.ts";
import type { Message, Support } from "./support.ts";

const texts = defineTexts({
  too_many: {
    en: "You have written several times within an hour. Please wait, or write us a mail.",
    es: "Has escrito varias veces en una hora. Espera, o escríbenos un correo.",
  },
});

/** What anybody may send to the house, with or without an account. */
export function supportRoutes({
  support,
  supportEmail,
}: {
  support: Support;
  supportEmail: string;
}): Handlers<typeof supportContract> {
  const open = async (message: Message, call: Call) => {
    const { address, language, viewer } = call;
    const opened = await support.open(message, { address, language, accountId: viewer?.userId ?? null });
    if (!opened.ok) {
      const seconds = opened.refusal.retryAfterSeconds;
      const headers = { "retry-after": String(seconds) };
      return { ...problem(call, 429, texts, "too_many", { retry_after: seconds }), headers };
    }
    const { number, due_at, email } = opened.ticket;
    return {
      status: 201,
      body: { number, due_at: due_at.toISOString(), mailed: email !== null },
    } as const;
  };
  return {
    "GET /api/support/contact": () => ({ status: 200, body: { email: supportEmail } }),
    "POST /api/support/contact": ({ body: { client_id, name, email, message } }, call) =>
      open({ clientId: client_id, name, email, message, removal: null }, call),
    "POST /api/support/content-removal": ({ body: { client_id, name, email, message, url, reason } }, call) =>
      open({ clientId: client_id, name, email, message, removal: { url, reason } }, call),
  };
}
