import { memo } from "react";
import type { RoomMessage } from "#contract/live.ts";
import type { RoomEntry } from "#web/entities/room/room-entry.ts";
import { ChatPanel, type ChatPanelProps } from "#web/features/chat/ChatPanel.tsx";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";

type RoomChatProps = Pick<
  ChatPanelProps,
  "slug" | "history" | "slowSeconds" | "moderators" | "opening" | "closed"
> & {
  modelId: number;
  reload(): Promise<RoomEntry>;
  onLine(line: RoomMessage): void;
  className: string;
};

/**
 * The chat beside, and on phones over, the picture. It renders again by what changes in it alone: the room around it
 * follows the wallet and every event.
 */
export const RoomChat = memo(function RoomChat({ modelId, reload, className, ...chat }: RoomChatProps) {
  const viewer = useViewer();
  useLocale();
  return (
    <ChatPanel
      {...chat}
      me={{ id: viewer?.id ?? 0, name: viewer?.login ?? "", role: "fan" }}
      loadHistory={async () => {
        // A view that could not be read again is as old as the visit.
        const entry = await reload();
        return entry.kind === "open" ? entry.room.chat.history : null;
      }}
      reportables={[{ about: "room", id: modelId, text: m.report_this_stream() }]}
      overVideo
      className={cx(
        "sticky top-[calc(78px+var(--offline-bar))] h-[min(960px,calc(100dvh-94px-var(--offline-bar)-var(--strip,0px)))] w-[300px] phone:fixed phone:inset-x-0 phone:top-auto phone:bottom-(--keyboard,0px) phone:z-5 phone:mx-auto phone:h-(--chat-height) phone:w-(--stage-width)",
        "phone:transition-transform phone:duration-(--sheet)",
        className,
      )}
    />
  );
});
