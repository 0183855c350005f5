import type { PauseReason, ShowEnd, ShowState } from "#contract/show-state.ts";
import type { OverShow } from "#web/entities/show/fan-show.ts";
import { clock } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";

const pauses: Record<PauseReason, (name: string) => string> = {
  model_media_lost: (name) => m.show_paused_model_media_lost({ name }),
  fan_media_lost: () => m.show_paused_fan_media_lost(),
  model_paused: (name) => m.show_paused_model_paused({ name }),
};

/** The frame of a stage during a show: amber while it is paused, but not yet while it begins. */
export function frameOf({ pause }: Pick<ShowState, "pause">, beginning: number): "show" | "paused" {
  return pause && beginning === 0 ? "paused" : "show";
}

const whys: Record<PauseReason, (name: string) => string> = {
  model_media_lost: (name) => m.show_why_model_media_lost({ name }),
  fan_media_lost: () => m.show_why_fan_media_lost(),
  model_paused: (name) => m.show_why_model_paused({ name }),
};

/** Why nothing is charged, short enough for a meter that does not grow by it. */
export function whyText(pause: PauseReason, name: string): string {
  return whys[pause](name);
}

/** Why the time of a show stands still, and when it goes on, in two sentences. */
export function pauseText(pause: PauseReason, name: string): string {
  return pauses[pause](name);
}

const promoEnds: Partial<Record<ShowEnd, (name: string, time: string) => string>> = {
  fan_left: (_name, time) => m.show_over_fan_left({ time }),
  model_ended: (name, time) => m.show_over_model_ended({ name, time }),
  model_left: (name, time) => m.show_over_model_left({ name, time }),
};

const ends: Record<ShowEnd, (name: string) => string> = {
  used_up: () => m.show_over_used_up(),
  fan_left: () => m.paid_over_fan_left(),
  model_ended: (name) => m.paid_over_model_ended({ name }),
  model_left: (name) => m.paid_over_model_left({ name }),
  withdrawn: (name) => m.show_over_withdrawn({ name }),
  banned: (name) => m.show_over_banned({ name }),
  cap_reached: () => m.show_over_cap_reached(),
  out_of_tokens: () => m.show_over_out_of_tokens(),
  limit_reached: () => m.show_over_limit_reached(),
  price_declined: () => m.show_over_price_declined(),
  show_over: (name) => m.show_over_show_over({ name }),
  failed: () => m.show_over_failed(),
};

/** Why a show ended; of a promo also what is kept of it. */
export function endText({ show, reason }: OverShow, name: string): string {
  if (reason === "out_of_tokens" && show.role === "spy" && show.spent === 0) return m.show_over_look();
  const promo = show.role === "promo" ? promoEnds[reason] : undefined;
  return promo ? promo(name, clock(show.seconds_left ?? 0)) : ends[reason](name);
}

const unpaid: Partial<Record<string, () => string>> = {
  too_few_tokens: () => m.request_unpaid(),
  key_conflict: () => m.request_unpaid_failed(),
  frozen: () => m.request_unpaid_frozen(),
  limit_reached: () => m.request_unpaid_limit(),
  spending_paused: () => m.request_unpaid_paused(),
};

/** Why a show that was accepted could not be paid; null when its reason is none of our codes, but the model's words. */
export function unpaidText(reason: string | undefined): string | null {
  const text = reason !== undefined && Object.hasOwn(unpaid, reason) ? unpaid[reason] : undefined;
  return text?.() ?? null;
}

const lost: Partial<Record<string, (name: string) => string>> = {
  in_show: (name) => m.request_in_show({ name }),
  stream_not_started: (name) => m.request_off_air({ name }),
};

/** Why a show that was asked for cannot be any more without the model's having said no; null when its reason is another. */
export function lostText(reason: string | undefined, name: string): string | null {
  const text = reason !== undefined && Object.hasOwn(lost, reason) ? lost[reason] : undefined;
  return text?.(name) ?? null;
}

/** A spy's free seconds and no more, which end by themselves before anything is charged. */
export function isFreeLook({ role, cap, spent, free_seconds: free }: ShowState): boolean {
  return role === "spy" && cap?.seconds !== undefined && cap.seconds <= free && spent === 0;
}
