import type { PromoStreamData } from "#contract/catalog.ts";
import { clock } from "#web/lib/i18n/format.ts";

/** The free minutes that a model gives the viewer: the page where they are waited for, and what is left of them: 5, or 04:20. */
export type PromoOffer = { path: string; minutes: string };

export function promoOffer(promo: PromoStreamData | null): PromoOffer | null {
  if (!promo) return null;
  const left = promo.duration - promo.time_used;
  return { path: `/promo-stream/${promo.token}`, minutes: left % 60 === 0 ? String(left / 60) : clock(left) };
}
