import type { Api } from "#web/lib/api/api.ts";

/** The address that emails to support go to; null when it cannot be asked for, since the form works without it. */
export async function fetchSupportEmail(api: Api): Promise<string | null> {
  const answer = await api.call("GET /api/support/contact");
  return answer.status === 200 ? answer.body.email : null;
}
