import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { TabLinks } from "#web/ui/TabLinks.tsx";

type StatementFrameProps = { shown: "tokens" | "subscriptions"; lead: string; children: ReactNode };

/** Around a fan's statement: what came and went in tokens, and what subscriptions cost in money. */
export function StatementFrame({ shown, lead, children }: StatementFrameProps) {
  const panelId = useId();
  const tabs = [
    { to: "/settings/statement", text: m.sub_payments_tokens(), current: shown === "tokens" },
    {
      to: "/settings/statement/subscriptions",
      text: m.nav_subscriptions(),
      current: shown === "subscriptions",
    },
  ];
  return (
    <main id="main" className="mx-auto max-w-[820px] px-4 pt-6 pb-14 lg:px-8 lg:pt-10">
      <Link
        to="/settings"
        className="-ml-1 inline-flex min-h-11 items-center gap-1 text-text-2 hover:text-text"
      >
        <Icon name="left" size={18} />
        {m.statement_back()}
      </Link>
      <h1 className="mb-2">{m.statement_title()}</h1>
      <TabLinks label={m.statement_title()} tabs={tabs} panelId={panelId} />
      <div id={panelId} role="tabpanel" aria-label={tabs.find(({ current }) => current)?.text}>
        <p className="mt-4 mb-5 text-text-2">{lead}</p>
        {children}
      </div>
    </main>
  );
}
