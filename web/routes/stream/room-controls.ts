import { useCallback, useRef, useState } from "react";
import type { MenuItem, Room } from "#contract/live.ts";
import { useBeginning } from "#web/entities/show/use-show-clock.ts";
import { useTip } from "#web/entities/wallet/use-tip.ts";
import { useKeyboardInset } from "#web/features/room/use-keyboard-inset.ts";
import { useDrag, useNeighbours } from "#web/features/room/use-neighbours.ts";
import { useReactions } from "#web/features/room/use-reactions.ts";
import { useSwipe } from "#web/features/room/use-swipe.ts";
import { useFanShow } from "#web/features/show/use-fan-show.ts";
import { useShowAction } from "#web/features/show/use-show-action.ts";
import { useBalance } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { useElement } from "#web/ui/use-element.ts";

/** The layer over the stage; one at a time. */
type Layer = "none" | "tip" | "menu" | "gifts" | "private" | "vip";

export type RoomControls = ReturnType<typeof useRoomControls>;

/** The state that the parts of a room share: the fan's show, what is open over the stage, and the rooms beside it. */
export function useRoomControls(room: Room) {
  const { model } = room;
  const page = useRef<HTMLElement>(null);
  const stage = useRef<HTMLElement>(null);
  const [layerHost, layerPlace] = useElement();
  const [layer, openLayer] = useState<Layer>("none");
  const closeLayer = useCallback(() => openLayer("none"), []);
  const [wanted, want] = useState<MenuItem | null>(null);
  const [chatHidden, hideChat] = useState(false);
  const rooms = useNeighbours(model.login, model.gender_id);
  const drag = useDrag(stage, rooms);
  const fan = useFanShow(model.login);
  const show = room.show && (fan.show ?? room.show);
  const [leaving, askLeaving] = useState(false);
  const inShow = show !== null;
  const asked = fan.request ?? fan.invitation;
  const covered = layer !== "none" || asked !== null || leaving || Boolean(show?.offer);
  useShowAction((kind) => !inShow && kind !== "spy" && openLayer(kind));
  useSwipe(page, {
    onDrag: (px) => !covered && !inShow && drag.drag(px),
    onSwipe(to) {
      if (covered) return;
      if (to === "up" || to === "down") void (inShow || drag.leave(to));
      else hideChat(to === "right");
    },
  });
  return {
    page,
    stage,
    layerHost,
    layerPlace,
    layer,
    openLayer,
    closeLayer,
    /** The chosen item of the menu beside the stage. */
    wanted,
    openItem(item: MenuItem) {
      want(item);
      openLayer("menu");
    },
    /** Something is open over the stage. */
    covered,
    chatHidden,
    hideChat,
    isTyping: useKeyboardInset(page),
    rooms,
    drag,
    fan,
    /** The fan's show here. */
    show,
    inShow,
    asked,
    beginning: useBeginning(show),
    leaving,
    askLeaving,
    balance: useBalance() ?? room.balance,
    reactions: useReactions(room.goal),
    gift: useTip({ model, kind: "gift" }),
    /** Why nothing can be given; null while it can. */
    closed: room.stream.status === "stopped" ? m.room_stopped_tip({ name: model.artisticName }) : null,
  };
}

/** The actions of a room's buttons, wherever they stand. */
export function roomActions(room: Room, { layer, openLayer, inShow }: RoomControls) {
  return {
    giftsOpen: layer === "gifts",
    inShow,
    rate: room.rates.private,
    onMenu: room.tip_menu.length > 0 ? () => openLayer("menu") : null,
    onTip: () => openLayer("tip"),
    onGifts: () => openLayer(layer === "gifts" ? "none" : "gifts"),
    onPrivate: () => openLayer("private"),
  };
}
