import type { RemovalReason } from "#contract/field-bounds.ts";
import { m } from "#web/paraglide/messages.js";

const names: Record<RemovalReason, () => string> = {
  minor: () => m.support_reason_minor(),
  nonconsensual: () => m.support_reason_nonconsensual(),
  danger: () => m.support_reason_danger(),
  privacy: () => m.support_reason_privacy(),
  copyright: () => m.support_reason_copyright(),
  other: () => m.support_reason_other(),
};

/** A reason in the words of the page. */
export const reasonName = (reason: RemovalReason): string => names[reason]();
