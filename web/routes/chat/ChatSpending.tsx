import { useTip } from "#web/entities/wallet/use-tip.ts";
import type { SpendingProps } from "#web/features/inbox/thread/SpendButton.tsx";
import { openedComponent } from "#web/lib/page/lazy.tsx";
import { useBalance } from "#web/lib/session/viewer.ts";
import { sheetPlace } from "#web/ui/overlays/sheet-opening.tsx";

const TipSheet = openedComponent(
  () => import("#web/features/tip/TipSheet.tsx").then((file) => file.TipSheet),
  sheetPlace,
);
const GiftTray = openedComponent(() =>
  import("#web/features/gifts/GiftTray.tsx").then((file) => file.GiftTray),
);

/** The tips and gifts of the room, in a chat: live or not, the model can be given something, which stands in the chat. */
export function ChatSpending({ model, chatId, open, onClose }: SpendingProps) {
  const balance = useBalance() ?? 0;
  const gift = useTip({ model, kind: "gift", chatId });
  return (
    <>
      {open === "tip" && (
        <TipSheet
          open
          onClose={onClose}
          model={model}
          chatId={chatId}
          balance={balance}
          closed={null}
          container={null}
        />
      )}
      {open === "gift" && (
        <div className="px-2 pt-2 lg:px-3">
          <GiftTray tip={gift} balance={balance} closed={null} onClose={onClose} />
        </div>
      )}
    </>
  );
}
