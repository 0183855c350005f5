import type { QueryClient } from "@tanstack/react-query";
import { browserApi } from "#web/lib/browser-api.ts";
import { dropClaim, type SocialClaim } from "#web/lib/social/claim.ts";
import { profileQuery } from "#web/lib/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";

/** Connects the identity that waits to the person who is signed in, and says how it went. Browser only. */
export async function connectTwitter(client: QueryClient, { claim }: SocialClaim): Promise<void> {
  // Forgotten first: it works once, and no second look may try it again.
  dropClaim();
  const answer = await browserApi.call("POST /api/fan/connect-twitter", { body: { claim } });
  if (answer.status === 200) {
    client.setQueryData(profileQuery.queryKey, answer.body);
    return toast({ kind: "success", text: m.social_connected() });
  }
  toast({ kind: "error", text: answer.status === 409 ? answer.body.message : m.social_failed() });
}
