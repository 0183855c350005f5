import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { isBlank } from "#contract/written-text.ts";
import { type ContentKind, contentKinds } from "#web/entities/content/content-item.ts";
import { purchasesQuery } from "#web/entities/content/content-query.ts";
import { readAt } from "#web/lib/page/list-age.ts";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { TabLinks } from "#web/ui/TabLinks.tsx";
import { ContentGrid } from "../ContentGrid.tsx";
import { kindLabels } from "../kind-labels.ts";
import { ChatContentList } from "./ChatContentList.tsx";
import { type PurchasePart, purchaseParts, purchaseTabs } from "./purchase-tabs.ts";
import { PurchaseFrame } from "./PurchaseFrame.tsx";

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

/** The videos or posts that the fan has bought, latest first. */
function PurchaseList({ kind }: { kind: ContentKind }) {
  const [text, setText] = useState("");
  const searching = !isBlank(text);
  const list = useInfiniteQuery({
    ...purchasesQuery(kind, text),
    placeholderData: searching ? keepPreviousData : undefined,
  });
  const items = (list.data?.pages ?? []).flatMap(({ data }) => data);
  const labels = kindLabels[kind];
  return (
    <PurchaseFrame
      part={kind}
      list={list}
      count={items.length}
      text={text}
      onText={setText}
      noMatch={{ title: labels.noMatchTitle(), text: labels.noMatchText() }}
      action={
        <ButtonLink to={contentKinds[kind].path} tone="primary">
          {labels.all()}
        </ButtonLink>
      }
    >
      <ContentGrid kind={kind} items={items} now={readAt(list)} />
    </PurchaseFrame>
  );
}
