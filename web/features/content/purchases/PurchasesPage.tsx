import { useId } from "react";
import { m } from "#web/paraglide/messages.js";
import { TabLinks } from "#web/ui/TabLinks.tsx";
import { ChatContentList } from "./ChatContentList.tsx";
import { PurchaseList } from "./PurchaseList.tsx";
import { type PurchasePart, purchaseParts, purchaseTabs } from "./purchase-tabs.ts";

/** Everything a fan has bought to keep; `shown` of its parts. */
export function PurchasesPage({ shown }: { shown: PurchasePart }) {
  const panelId = useId();
  const tabs = purchaseParts.map((part) => ({
    to: purchaseTabs[part].to,
    text: purchaseTabs[part].name(),
    current: part === shown,
  }));
  return (
    <main
      id="main"
      className="list-page mx-auto w-full max-w-(--column) px-3 pt-3 pb-7 lg:px-8 lg:pt-7 lg:pb-14"
    >
      <h1 className="mb-2 max-lg:mx-1 max-lg:text-[22px]">{m.nav_my_videos()}</h1>
      <TabLinks label={m.nav_my_videos()} tabs={tabs} panelId={panelId} />
      <div id={panelId} role="tabpanel" aria-label={purchaseTabs[shown].name()} className="min-h-[50dvh]">
        {shown === "chat" ? <ChatContentList /> : <PurchaseList key={shown} kind={shown} />}
      </div>
    </main>
  );
}
