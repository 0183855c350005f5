import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PurchasedChatMedia } from "#contract/messaging.ts";
import { isBlank } from "#contract/written-text.ts";
import { chatContentQuery } from "#web/entities/content/chat-content-query.ts";
import { readAt } from "#web/lib/page/list-age.ts";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { Film } from "../Film.tsx";
import { WholePicture } from "../WholePicture.tsx";
import { ChatContentTile, chatContentTitle } from "./ChatContentTile.tsx";
import { PurchaseFrame } from "./PurchaseFrame.tsx";

/** The pictures and videos that the fan has bought in chats, latest first. */
export function ChatContentList() {
  const [text, setText] = useState("");
  const [openId, setOpenId] = useState<number | null>(null);
  const searching = !isBlank(text);
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

type ChatContentDialogProps = {
  item: PurchasedChatMedia;
  /** Asks for the list again, whose files then have fresh addresses. */
  renew(): Promise<unknown>;
  onClose(): void;
};

/** A picture or video out of a chat, large, with the way to where it was sent. */
function ChatContentDialog({ item, renew, onClose }: ChatContentDialogProps) {
  const title = chatContentTitle(item);
  const file = { title, src: item.watchUrl ?? "", renew, focus: false };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      maxWidth={860}
      footer={<ButtonLink to={`/chat/${item.chat_id}`}>{m.purchases_chat_open()}</ButtonLink>}
    >
      <div
        data-theme="dark"
        className="relative grid h-[64dvh] place-items-center overflow-hidden rounded-12 bg-black text-text"
      >
        {item.type === "video" ? (
          <Film {...file} poster={item.thumb ?? undefined} />
        ) : (
          <WholePicture {...file} />
        )}
      </div>
    </Dialog>
  );
}
