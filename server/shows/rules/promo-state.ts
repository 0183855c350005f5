import type { PromoLink } from "#contract/shows.ts";

type PromoTimes = {
  duration_s: number;
  used_s: number;
  fan_id: number | null;
  expires_at: Date;
  closed_at: Date | null;
  withdrawn: boolean;
};

/** The state of a promo link at this moment. A show that runs on it goes on past the link's last day. */
export function promoStateOf(link: PromoTimes, running: boolean, now: Date): PromoLink["state"] {
  if (running) return "running";
  if (link.withdrawn) return "withdrawn";
  if (link.used_s >= link.duration_s) return "used";
  if (link.closed_at || link.expires_at <= now) return "expired";
  return link.fan_id === null ? "new" : "open";
}
