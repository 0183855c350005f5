import { m } from "#web/paraglide/messages.js";
import type { IconName } from "#web/ui/pictures/Icon.tsx";

/** How a payment ended according to the address that the provider chose. It proves nothing and credits nothing. */
export type Reported = "completed" | "failed" | "cancelled";

/** How a result looks: a drawing (null: still waiting), its colour and two sentences. */
export type ResultVariant = { icon: IconName | null; colour: string; title: string; note: string };

/** The result as reported, for a payment that this browser cannot ask about. */
export function reportedVariant(reported: Reported): ResultVariant {
  if (reported === "completed")
    return {
      icon: "clock",
      colour: "bg-warn-soft text-warn",
      title: m.result_completed(),
      note: m.result_completed_note(),
    };
  if (reported === "cancelled")
    return {
      icon: "x",
      colour: "bg-overlay text-text-2",
      title: m.result_cancelled(),
      note: m.result_cancelled_note(),
    };
  return {
    icon: "alert",
    colour: "bg-error-soft text-error",
    title: m.result_failed(),
    note: m.result_failed_note(),
  };
}
