import type { supportContract } from "#contract/support.ts";
import type { Call, Handlers } from "#server/kit/http/call.ts";
import { waitProblem } from "#server/kit/http/problem.ts";
import type { Message, Support } from "./support.ts";

/** Messages to support, with or without an account. */
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
      return waitProblem(call, "too_many_tickets", opened.refusal.retryAfterSeconds);
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
