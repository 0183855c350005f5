import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ContentKind, contentKinds } from "#web/entities/content/content-item.ts";
import { purchasesQuery } from "#web/entities/content/content-query.ts";
import { readAt } from "#web/lib/page/list-age.ts";
import { ButtonLink } from "#web/ui/Button.tsx";
import { ContentGrid } from "../ContentGrid.tsx";
import { kindLabels } from "../kind-labels.ts";
import { PurchaseFrame } from "./PurchaseFrame.tsx";

/** The videos or posts that the fan has bought, latest first. */
export function PurchaseList({ kind }: { kind: ContentKind }) {
  const [text, setText] = useState("");
  const searching = text.trim() !== "";
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
