import type { PurchasedChatMedia } from "#contract/messaging.ts";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { Film } from "../Film.tsx";
import { WholePicture } from "../WholePicture.tsx";
import { chatContentTitle } from "./ChatContentTile.tsx";

type ChatContentDialogProps = {
  item: PurchasedChatMedia;
  /** Asks for the list again, whose files then have fresh addresses. */
  renew(): Promise<unknown>;
  onClose(): void;
};

/** A picture or video out of a chat, large, with the way to where it was sent. */
export function ChatContentDialog({ item, renew, onClose }: ChatContentDialogProps) {
  const title = chatContentTitle(item);
  const file = { title, src: item.watchUrl ?? "", renew, focus: false };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      maxWidth={860}
      foot={<ButtonLink to={`/chat/${item.chat_id}`}>{m.purchases_chat_open()}</ButtonLink>}
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
