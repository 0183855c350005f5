import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { siteName } from "#contract/site-name.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { browserClock } from "#web/lib/clock.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { hourOrDay } from "#web/lib/page/local-time.ts";
import { currentSession } from "#web/lib/session/session.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { useStore } from "#web/lib/store.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, ButtonLink } from "#web/ui/buttons/Button.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { Spinner } from "#web/ui/Spinner.tsx";
import { storedReturnPath } from "../payment/return-path.ts";
import { type ResultVariant, type Reported, reportedVariant } from "./reported-variant.ts";
import { createReturnSession, type ReturnState } from "./return-session.ts";

type PaymentReturnProps = {
  /** The transaction that the address names. */
  id: string | null;
  /** The outcome in the address; shown only while the payment itself cannot be asked about. */
  reported: Reported | null;
};

/** The outcome of a payment that went through a processor's own page. */
export function PaymentReturn({ id, reported }: PaymentReturnProps) {
  const client = useQueryClient();
  const [session] = useState(() =>
    createReturnSession({
      clock: browserClock,
      id,
      hasToken: () => currentSession() !== null,
      status: (of) => browserApi.call("GET /api/payments/status/{id}", { params: { id: of } }),
      decided: (state) => {
        void client.invalidateQueries({ queryKey: profileQuery.queryKey });
        notifyOpener(id, state);
      },
    }),
  );
  useEffect(() => {
    session.check();
    return session.dispose;
  }, [session]);
  const state = useStore(session);
  const isUnknown = state.phase === "missing" || state.phase === "login";
  const variant = isUnknown && reported !== null ? reportedVariant(reported) : variantOf(state);
  return (
    <div role="status" className="grid max-w-[44ch] justify-items-center gap-2 px-6 py-10 text-center">
      <span className={`mb-3 grid size-16 place-items-center rounded-full ${variant.colour}`}>
        {variant.icon ? <Icon name={variant.icon} size={30} /> : <Spinner size={28} />}
      </span>
      <h1 className="text-20!">{variant.title}</h1>
      <p className="text-text-2">{variant.note}</p>
      <Ways phase={state.phase} onCheck={session.check} />
    </div>
  );
}

function Ways({ phase, onCheck }: { phase: ReturnState["phase"]; onCheck(): void }) {
  if (phase === "checking") return null;
  return (
    <div className="mt-4 flex flex-wrap justify-center gap-2">
      {phase === "stalled" && (
        <Button tone="outline" onClick={onCheck}>
          <Icon name="refresh" size={18} />
          {m.pay_return_again()}
        </Button>
      )}
      <WayOn phase={phase} />
    </div>
  );
}

/** To where the fan was before, if this tab knows. */
function WayOn({ phase }: { phase: ReturnState["phase"] }) {
  const path = storedReturnPath();
  const [to, text] =
    phase === "login"
      ? ["/login", m.pay_return_login()]
      : path === null
        ? ["/", m.pay_return_back({ site: siteName() })]
        : [path, m.pay_return_place()];
  return (
    <ButtonLink to={to} tone="primary" target="_top">
      {text}
    </ButtonLink>
  );
}

function variantOf({ phase, balance, message, retryAt }: ReturnState): ResultVariant {
  switch (phase) {
    case "checking":
      return {
        icon: null,
        colour: "bg-overlay text-accent",
        title: m.pay_return_pending(),
        note: m.pay_return_pending_note(),
      };
    case "completed":
      return {
        icon: "check",
        colour: "bg-ok-soft text-ok",
        title: m.pay_return_completed(),
        note: m.pay_return_completed_note({ count: balance ?? 0, balance: tokens(balance ?? 0) }),
      };
    case "failed":
      return {
        icon: "alert",
        colour: "bg-error-soft text-error",
        title: m.pay_return_failed(),
        note: [message ?? m.pay_return_failed_note(), retryAt && waitNote(retryAt)].filter(Boolean).join(" "),
      };
    case "cancelled": {
      const variant = reportedVariant("cancelled");
      return { ...variant, note: message ?? variant.note };
    }
    case "returned":
      return {
        icon: "info",
        colour: "bg-overlay text-text-2",
        title: m.pay_return_returned(),
        note: message ?? "",
      };
    case "stalled":
      return {
        icon: "clock",
        colour: "bg-warn-soft text-warn",
        title: m.pay_return_stalled(),
        note: m.pay_return_stalled_note(),
      };
    case "missing":
      return {
        icon: "info",
        colour: "bg-overlay text-text-2",
        title: m.pay_return_missing(),
        note: m.pay_return_missing_note(),
      };
    case "login":
      return { icon: "login", colour: "bg-overlay text-text-2", title: m.pay_return_login(), note: "" };
  }
}

const waitNote = (retryAt: Date) => m.pay_wait({ time: hourOrDay(retryAt, new Date()) });

/** Inside the payment's own frame the page around it closes the frame; no other origin is notified. */
function notifyOpener(id: string | null, { phase, balance }: ReturnState): void {
  if (window.parent === window) return;
  window.parent.postMessage({ kind: "payment-decided", id, phase, balance }, location.origin);
}
