import type { ReactNode } from "react";
import { accountFlags } from "#web/entities/account/account-flags.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, ButtonLink } from "#web/ui/buttons/Button.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";

/** Why a confirmation link did nothing. */
export type DeadLink = "already" | "expired" | "unknown";

const texts: Record<DeadLink, () => { title: string; text: string }> = {
  already: () => ({ title: m.email_link_already_title(), text: m.email_link_already_text() }),
  expired: () => ({ title: m.email_link_expired_title(), text: m.email_link_expired_text() }),
  unknown: () => ({ title: m.email_link_unknown_title(), text: m.email_link_unknown_text() }),
};

/** Where a confirmation link leads that does nothing any more: why, and the way on. */
export function LinkOutcome({ link }: { link: DeadLink }) {
  const { title, text } = texts[link]();
  const done = link === "already";
  return (
    <LinkCard
      icon={done ? "check" : "mail"}
      tone={done ? "bg-ok-soft text-ok" : "bg-warn-soft text-warn"}
      title={title}
      text={text}
    >
      <WayOn done={done} />
    </LinkCard>
  );
}

type CardProps = { icon: "check" | "mail"; tone: string; title: string; text: string; children: ReactNode };

/** The card of a page that a mailed link leads to, with the way on. */
export function LinkCard({ icon, tone, title, text, children }: CardProps) {
  return (
    <main id="main" className="grid place-items-center px-4 py-12 lg:py-20">
      <section className="grid w-full max-w-[440px] justify-items-center gap-3 rounded-20 bg-surface p-8 text-center shadow-[inset_0_0_0_1px_var(--line)]">
        <span className={`grid size-14 place-items-center rounded-full ${tone}`}>
          <Icon name={icon} size={28} />
        </span>
        <h1>{title}</h1>
        <p className="text-text-2">{text}</p>
        <div className="mt-3 flex w-full flex-wrap justify-center gap-2">{children}</div>
      </section>
    </main>
  );
}

function WayOn({ done }: { done: boolean }) {
  const viewer = useViewer();
  if (done || viewer?.validation === "confirmed")
    return (
      <ButtonLink to="/" tone="primary">
        {m.email_link_home()}
      </ButtonLink>
    );
  if (viewer === null)
    return (
      <ButtonLink to="/login" tone="primary">
        {m.email_link_login()}
      </ButtonLink>
    );
  return (
    <Button tone="primary" onClick={() => accountFlags.set({ resendEmail: true })}>
      {m.email_link_new()}
    </Button>
  );
}
