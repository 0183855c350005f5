import type { Room } from "#contract/live.ts";
import type { RoomEntry } from "#web/entities/room/room-entry.ts";
import { RoomDiscs, ShowChat } from "#web/features/room/RoomActions.tsx";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { type RoomControls, roomActions } from "./room-controls.ts";
import { RoomChat } from "./RoomChat.tsx";

type RoomSideProps = { room: Room; controls: RoomControls; reload(): Promise<RoomEntry> };

/** Beside the stage, on phones over it: the chat, and the buttons within a thumb's reach. */
export function RoomSide({ room, controls, reload }: RoomSideProps) {
  const { model, chat } = room;
  const { show, covered, chatHidden, hideChat, drag, rooms, reactions, isTyping } = controls;
  const stopped = room.stream.status === "stopped";
  return (
    <>
      <RoomChat
        slug={model.login}
        modelId={model.id}
        history={chat.history}
        slowSeconds={chat.slow_seconds}
        moderators={chat.moderators}
        opening={show && show.role !== "spy" ? m.chat_show_opening() : undefined}
        closed={stopped ? m.chat_stopped() : show?.role === "spy" ? m.spy_chat_closed() : null}
        reload={reload}
        onLine={reactions.offer}
        className={cx(
          drag.preview && "phone:opacity-0",
          chatHidden && "phone:invisible phone:translate-x-full",
          covered && "phone:invisible",
        )}
      />
      <RoomDiscs
        {...roomActions(room, controls)}
        next={rooms.next}
        onPrepareNext={rooms.loadAhead}
        onNext={() => void drag.leave("up")}
        hidden={covered || isTyping}
      />
      {chatHidden && !covered && <ShowChat onClick={() => hideChat(false)} />}
    </>
  );
}
