import { useId } from "react";
import type { ChatContentPage } from "#web/entities/content/chat-content-query.ts";
import type { ContentKind } from "#web/entities/content/content-item.ts";
import type { PurchasesPage as ItemsPage } from "#web/entities/content/content-query.ts";
import { m } from "#web/paraglide/messages.js";
import { TabLinks } from "#web/ui/TabLinks.tsx";
import { ChatContentList } from "./ChatContentList.tsx";
import { PurchaseList } from "./PurchaseList.tsx";
import { purchaseParts, purchaseTabs } from "./purchase-tabs.ts";

/** The part on show with its first page as the server rendered it; null when it could not be had. */
export type PurchasesPageProps = { now: string } & (
  | { part: ContentKind; first: ItemsPage | null }
  | { part: "chat"; first: ChatContentPage | null }
);

/** Everything a fan has bought to keep, in parts. */
export function PurchasesPage(props: PurchasesPageProps) {
  const panelId = useId();
  const tabs = purchaseParts.map((part) => ({
    to: purchaseTabs[part].to,
    text: purchaseTabs[part].name(),
    current: part === props.part,
  }));
  return (
    <main id="main" className="mx-auto w-full max-w-[1440px] px-3 pt-3 pb-7 lg:px-8 lg:pt-7 lg:pb-14">
      <h1 className="mb-2 max-lg:mx-1 max-lg:text-[22px]">{m.nav_my_videos()}</h1>
      <TabLinks label={m.nav_my_videos()} tabs={tabs} panelId={panelId} />
      <div
        id={panelId}
        role="tabpanel"
        aria-label={purchaseTabs[props.part].name()}
        className="min-h-[50dvh]"
      >
        {props.part === "chat" ? (
          <ChatContentList first={props.first} now={props.now} />
        ) : (
          <PurchaseList key={props.part} kind={props.part} first={props.first} now={props.now} />
        )}
      </div>
    </main>
  );
}
