import { useId } from "react";
import { m } from "#web/paraglide/messages.js";
import { TabLinks } from "#web/ui/TabLinks.tsx";
import { PurchaseList, type PurchaseListProps } from "./PurchaseList.tsx";
import { purchaseTabs } from "./purchase-tabs.ts";

/** Everything a fan has bought to keep, in parts. */
export function PurchasesPage(props: PurchaseListProps) {
  const panelId = useId();
  const tabs = Object.entries(purchaseTabs).map(([kind, { to, name }]) => ({
    to,
    text: name(),
    current: kind === props.kind,
  }));
  return (
    <main id="main" className="mx-auto w-full max-w-[1440px] px-3 pt-3 pb-7 lg:px-8 lg:pt-7 lg:pb-14">
      <h1 className="mb-2 max-lg:mx-1 max-lg:text-[22px]">{m.nav_my_videos()}</h1>
      <TabLinks label={m.nav_my_videos()} tabs={tabs} panelId={panelId} />
      <div
        id={panelId}
        role="tabpanel"
        aria-label={purchaseTabs[props.kind].name()}
        className="min-h-[50dvh]"
      >
        <PurchaseList key={props.kind} {...props} />
      </div>
    </main>
  );
}
