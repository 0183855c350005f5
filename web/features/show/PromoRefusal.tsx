import { accountFlags } from "#web/entities/account/account-flags.ts";
import type { PromoEntry } from "#web/entities/show/enter-promo.ts";
import { homeOf } from "#web/lib/navigation/guards.ts";
import { saveRoute } from "#web/lib/navigation/saved-route.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, ButtonLink } from "#web/ui/buttons/Button.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";

type Refused = Exclude<PromoEntry, { kind: "open" }>;

/**
 * The message over the stage of a promo link that opens nothing; OK leads to where this person begins, or to sign in. From a
 * promo that is withdrawn or has expired, also while its page waited, the way leads to the model's public room, or to who
 * is live.
 */
export function PromoRefusal({ entry }: { entry: Refused }) {
  return (
    <div className="over-stage p-6">
      <div
        role="alertdialog"
        aria-labelledby="promo-refused-title"
        aria-describedby="promo-refused-text"
        className="grid w-full max-w-[400px] justify-items-center gap-2 rounded-20 bg-raised px-6 py-8 text-center text-text shadow-high"
      >
        <span className="mb-3 grid size-14 place-items-center rounded-full bg-overlay text-text-2">
          <Icon name="alert" size={26} />
        </span>
        <div role="alert" className="grid justify-items-center gap-2">
          <h1 id="promo-refused-title" className="text-20!">
            {m.promo_refused_title()}
          </h1>
          <p id="promo-refused-text" className="max-w-[32ch] text-text-2">
            {wordsOf(entry)}
          </p>
        </div>
        <WayOn entry={entry} />
      </div>
    </div>
  );
}

function wordsOf(entry: Refused): string {
  if (entry.kind === "refused") return entry.message;
  return entry.kind === "signed_out" ? m.promo_refused_signed_out() : m.promo_refused_failed();
}

function WayOn({ entry }: { entry: Refused }) {
  const role = useViewer()?.role ?? "fan";
  const button = { tone: "solid", className: "mt-4 min-w-[120px]" } as const;
  if (entry.kind === "failed") {
    return (
      <Button {...button} onClick={() => location.reload()}>
        {m.common_retry()}
      </Button>
    );
  }
  if (entry.kind === "refused" && entry.code === "promo_unconfirmed") {
    return (
      <Button {...button} tone="primary" onClick={() => accountFlags.set({ resendEmail: true })}>
        {m.email_resend()}
      </Button>
    );
  }
  if (entry.kind === "refused" && entry.room !== undefined) {
    return (
      <ButtonLink {...button} to={entry.room === null ? "/" : `/stream/${entry.room}`} replace>
        {entry.room === null ? m.room_not_started_action() : m.promo_public_room()}
      </ButtonLink>
    );
  }
  if (entry.kind === "refused") {
    return (
      <ButtonLink {...button} to={homeOf(role)} replace>
        {m.common_ok()}
      </ButtonLink>
    );
  }
  return (
    <ButtonLink {...button} to="/login" replace onClick={() => saveRoute(location.pathname)}>
      {m.common_ok()}
    </ButtonLink>
  );
}
