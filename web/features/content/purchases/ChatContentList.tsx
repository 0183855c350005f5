import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { chatContentQuery } from "#web/entities/content/chat-content-query.ts";
import { readAt } from "#web/lib/page/list-age.ts";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/Button.tsx";
import { ChatContentDialog } from "./ChatContentDialog.tsx";
import { ChatContentTile } from "./ChatContentTile.tsx";
import { PurchaseFrame } from "./PurchaseFrame.tsx";

/** The pictures and videos that the fan has bought in chats, latest first. */
export function ChatContentList() {
  const [text, setText] = useState("");
  const [openId, setOpenId] = useState<number | null>(null);
  const searching = text.trim() !== "";
  const list = useInfiniteQuery({
    ...chatContentQuery(text),
    placeholderData: searching ? keepPreviousData : undefined,
  });
  const items = (list.data?.pages ?? []).flatMap(({ data }) => data);
  const open = items.find(({ id }) => id === openId);
  return (
    <PurchaseFrame
      part="chat"
      list={list}
      count={items.length}
      text={text}
      onText={setText}
      noMatch={{ title: m.purchases_chat_no_match(), text: m.content_no_match_text() }}
      action={
        <ButtonLink to="/chat" tone="primary">
          {m.chat_all()}
        </ButtonLink>
      }
    >
      {items.length > 0 && (
        <ul className="content-grid">
          {items.map((item) => (
            <ChatContentTile key={item.id} item={item} now={readAt(list)} onOpen={() => setOpenId(item.id)} />
          ))}
        </ul>
      )}
      {open && <ChatContentDialog item={open} renew={list.refetch} onClose={() => setOpenId(null)} />}
    </PurchaseFrame>
  );
}
