import type { RealtimeEvents } from "#contract/realtime-events.ts";
import { takeAwaited } from "#web/entities/show/public-again.ts";
import { browserClock, type Clock } from "#web/lib/clock.ts";
import { paymentToastMs } from "#web/lib/constants.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/overlays/toast.ts";

/** Says on other pages that a show of the fan's has begun: a fan who is not there is not charged, and soon out of it. */
export function notifyBegun({ slug, show }: Pick<RealtimeEvents["ShowStarted"], "slug" | "show">): void {
  if (show.role === "promo" || location.pathname === `/stream/${slug}`) return;
  toast({
    kind: "info",
    text: m.show_begun_toast({ name: slug }),
    link: { to: `/stream/${slug}`, text: m.show_begun_open() },
    durationMs: paymentToastMs,
  });
}

/** Tabs that nobody looks at let the others go first: the one that says it is the only one. */
const unseenWaitMs = 1_000;

/** Says that a model whom the fan waits for is public again; who is in their room already sees it. */
export function notifyPublic(slug: string, clock: Clock = browserClock): void {
  if (document.hidden) clock.after(unseenWaitMs, () => showPublicToast(slug));
  else showPublicToast(slug);
}

function showPublicToast(slug: string): void {
  const name = takeAwaited(slug);
  if (name === null || location.pathname === `/stream/${slug}`) return;
  toast({
    kind: "info",
    text: m.public_again_toast({ name }),
    link: { to: `/stream/${slug}`, text: m.profile_watch() },
    durationMs: paymentToastMs,
  });
}
