import type { RealtimeEvents } from "#contract/realtime-events.ts";
import { paymentToastMs } from "#web/lib/constants.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/overlays/toast.ts";

/** Shows that a model went live about whom the person wants notifications; who is in their room already sees it. */
export function notifyWentLive({ slug, name }: RealtimeEvents["ModelWentLive"]): void {
  const room = `/stream/${slug}`;
  if (location.pathname === room) return;
  toast({
    kind: "info",
    text: m.profile_went_live({ name }),
    link: { to: room, text: m.profile_watch() },
    durationMs: paymentToastMs,
  });
}
