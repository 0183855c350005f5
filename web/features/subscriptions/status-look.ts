import { m } from "#web/paraglide/messages.js";

/** How a state is called and coloured. */
export function statusLook(status: "active" | "canceled" | "expired"): { text: string; colour: string } {
  switch (status) {
    case "active":
      return { text: m.sub_status_active(), colour: "bg-ok-soft text-ok" };
    case "canceled":
      return { text: m.sub_status_canceled(), colour: "bg-warn-soft text-warn" };
    case "expired":
      return { text: m.sub_status_expired(), colour: "bg-overlay text-text-2" };
  }
}
