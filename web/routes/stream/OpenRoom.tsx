import { useCallback, useEffect, useRef, useState } from "react";
import type { Room } from "#contract/live.ts";
import type { ShowState } from "#contract/show-state.ts";
import type { RoomEntry } from "#web/entities/room/room-entry.ts";
import type { OverShow } from "#web/entities/show/fan-show.ts";
import { useBeginning } from "#web/entities/show/use-show-clock.ts";
import { useTip } from "#web/entities/wallet/use-tip.ts";
import { LatencyChip, PhoneBar, PlayerBar } from "#web/features/player/PlayerBar.tsx";
import { PlayerNotice } from "#web/features/player/PlayerNotice.tsx";
import { PlayerPicture } from "#web/features/player/PlayerPicture.tsx";
import { RoomPlayer } from "#web/features/player/RoomPlayer.tsx";
import { UnmuteOverlay } from "#web/features/player/UnmuteOverlay.tsx";
import { EarlyLayers } from "#web/features/room/EarlyLayers.tsx";
import { GoalBar } from "#web/features/room/GoalBar.tsx";
import { NeighbourButtons } from "#web/features/room/NeighbourButtons.tsx";
import { ReactionOverlay } from "#web/features/room/ReactionOverlay.tsx";
import { RoomActions, RoomDiscs, ShowChat } from "#web/features/room/RoomActions.tsx";
import { RoomSidebar } from "#web/features/room/RoomSidebar.tsx";
import { LayerPlace, RoomFooter, RoomLayout, RoomPreview, RoomStage } from "#web/features/room/RoomStage.tsx";
import { RoomTop } from "#web/features/room/RoomTop.tsx";
import { useKeyboardInset } from "#web/features/room/use-keyboard-inset.ts";
import { useDrag, useNeighbours } from "#web/features/room/use-neighbours.ts";
import { useReactions } from "#web/features/room/use-reactions.ts";
import { useSwipe } from "#web/features/room/use-swipe.ts";
import { WallLink } from "#web/features/room/WallLink.tsx";
import { LowTokens } from "#web/features/show/LowTokens.tsx";
import { frameOf, isFreeLook } from "#web/features/show/show-texts.ts";
import { ShowBar } from "#web/features/show/ShowBar.tsx";
import { useFanShow } from "#web/features/show/use-fan-show.ts";
import { useShowAction } from "#web/features/show/use-show-action.ts";
import { onFirstInteraction } from "#web/lib/page/first-interaction.ts";
import { openedComponent, useEver } from "#web/lib/page/lazy.tsx";
import { useBalance } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { stageSheetPlace } from "#web/ui/overlays/sheet-opening.tsx";
import { useElement } from "#web/ui/use-element.ts";
import { RoomChat } from "./RoomChat.tsx";

const loadTip = () => import("#web/features/tip/TipSheet.tsx");
const loadGifts = () => import("#web/features/gifts/GiftTray.tsx");
const loadLayers = () => import("#web/features/show/ShowLayers.tsx");
const loadMenu = () => import("#web/features/tip/MenuSheet.tsx");
const TipSheet = openedComponent(() => loadTip().then((file) => file.TipSheet), stageSheetPlace);
const MenuSheet = openedComponent(() => loadMenu().then((file) => file.MenuSheet), stageSheetPlace);
const GiftTray = openedComponent(() => loadGifts().then((file) => file.GiftTray));
const ShowLayers = openedComponent(
  () => loadLayers().then((file) => file.ShowLayers),
  ({ consent }) => stageSheetPlace({ open: consent !== null }),
);
const ShowOver = openedComponent(() =>
  import("#web/features/show/ShowOver.tsx").then((file) => file.ShowOver),
);
const FanCameraBox = openedComponent(() =>
  import("#web/features/show/camera/FanCameraBox.tsx").then((file) => file.FanCameraBox),
);

/** What lies over the stage now; one at a time. */
type Layer = "none" | "tip" | "menu" | "gifts" | "private" | "vip";

type OpenRoomProps = {
  room: Room;
  reload(): Promise<RoomEntry>;
  /** Where to go on once the fan has read that a show is over; without it the page stays. */
  afterShow?(over: OverShow): void;
};

/** A room one is in: the features side by side, each knowing nothing of the others. */
export function OpenRoom({ room, reload, afterShow }: OpenRoomProps) {
  const { model } = room;
  const balance = useBalance() ?? room.balance;
  const page = useRef<HTMLElement>(null);
  const stage = useRef<HTMLElement>(null);
  const [layerHost, layerPlace] = useElement();
  const [layer, setLayer] = useState<Layer>("none");
  const close = useCallback(() => setLayer("none"), []);
  const reactions = useReactions(room.goal);
  const gift = useTip({ model, kind: "gift" });
  const [chatHidden, hideChat] = useState(false);
  const isTyping = useKeyboardInset(page);
  const rooms = useNeighbours(model.login, model.gender_id);
  const drag = useDrag(stage, rooms);
  const fan = useFanShow(model.login);
  const show = room.show && (fan.show ?? room.show);
  const beginning = useBeginning(show);
  const [leaving, askLeaving] = useState(false);
  const inShow = show !== null;
  const asked = fan.request ?? fan.invitation;
  const covered = layer !== "none" || asked !== null || leaving || Boolean(show?.offer);
  useShowAction((kind) => !inShow && kind !== "spy" && setLayer(kind));
  useSwipe(page, {
    onDrag: (px) => !covered && !inShow && drag.drag(px),
    onSwipe(to) {
      if (covered) return;
      if (to === "up" || to === "down") void (inShow || drag.leave(to));
      else hideChat(to === "right");
    },
  });
  const stopped = room.stream.status === "stopped";
  const closed = stopped ? m.room_stopped_tip({ name: model.artisticName }) : null;
  const actions = {
    giftsOpen: layer === "gifts",
    inShow,
    rate: room.rates.private,
    onMenu: room.tip_menu.length > 0 ? () => setLayer("menu") : null,
    onTip: () => setLayer("tip"),
    onGifts: () => setLayer(layer === "gifts" ? "none" : "gifts"),
    onPrivate: () => setLayer("private"),
  };
  const tray = layer === "gifts" && <GiftTray tip={gift} balance={balance} closed={closed} onClose={close} />;
  const spending = {
    onClose: close,
    model: { id: model.id, artisticName: model.artisticName, avatar: model.pictures.portrait_small },
    balance,
    closed,
    container: layerHost,
  };
  const meter = (className: string, silent = false) =>
    show && (
      <ShowBar
        show={show}
        name={model.artisticName}
        silent={silent}
        onLeave={() => askLeaving(true)}
        className={className}
      >
        <LowTokens show={show} />
      </ShowBar>
    );
  const { pause, pause_note: note } = room;
  const noticed = { slug: model.login, name: model.artisticName, show, pause, note };
  useAtHand();
  const tips = useEver(layer === "tip");
  const offers = useEver(layer === "menu");
  const consents = layer === "private" || layer === "vip";
  const asks = useEver(inShow || asked !== null || consents);
  // After a free look the show goes on: the room that is shut next asks whether to go on for tokens.
  const looked = fan.over !== null && isFreeLook(fan.over.show) && room.stream.type !== "public";
  const over = looked ? null : fan.over;
  const closeEnd = () => {
    if (fan.over) afterShow?.(fan.over);
    fan.forgetOver();
  };
  return (
    <RoomPlayer slug={model.login} room={room}>
      <RoomLayout
        ref={page}
        backdrop={model.pictures.tall}
        sidebar={<RoomSidebar slug={model.login} gender={model.gender_id} />}
        stage={
          <RoomStage
            ref={stage}
            name={model.artisticName}
            raised={covered}
            frame={show && frameOf(show, beginning)}
          >
            <PlayerPicture slug={model.login} poster={model.pictures.tall} />
            <RoomTop
              room={room}
              balance={balance}
              onVip={() => setLayer("vip")}
              latency={<LatencyChip short className="ml-auto desktop:hidden" />}
              meter={meter("desktop:hidden", true)}
              notice={show && <PlayerNotice {...noticed} below />}
              corner={mayShowCamera(room, show) && <FanCameraBox key={show?.id} name={model.artisticName} />}
            >
              <PhoneBar />
              {!inShow && (
                <WallLink
                  slug={model.login}
                  className="rounded-full bg-[rgb(11_10_16/.62)] hover:bg-[rgb(11_10_16/.82)]"
                />
              )}
            </RoomTop>
            {drag.preview && <RoomPreview {...drag.preview} onStay={drag.stay} />}
            <UnmuteOverlay low={inShow} />
            <PlayerNotice {...noticed} />
            <ReactionOverlay queue={reactions} />
            {/* Before the buttons: a page is shown while it is still being read, and they would open nothing. */}
            <EarlyLayers onOpen={setLayer} />
            <RoomFooter>
              {tray}
              <div className="grid gap-3 phone:hidden">
                {room.goal && !inShow && <GoalBar goal={room.goal} />}
                {meter("")}
                <RoomActions {...actions} />
                <PlayerBar stage={stage}>
                  {!inShow && <NeighbourButtons rooms={rooms} />}
                  {!inShow && <WallLink slug={model.login} className="rounded-12 hover:bg-[#fff2]" />}
                </PlayerBar>
              </div>
            </RoomFooter>
            <LayerPlace ref={layerPlace} />
            {tips && <TipSheet {...spending} open={layer === "tip"} />}
            {offers && <MenuSheet {...spending} open={layer === "menu"} items={room.tip_menu} />}
            {over && <ShowOver over={over} name={model.artisticName} onClose={closeEnd} />}
            {asks && (
              <ShowLayers
                room={room}
                fan={fan}
                beginning={beginning}
                leaving={leaving}
                onLeaving={askLeaving}
                balance={balance}
                container={layerHost}
                consent={consents ? layer : null}
                onConsent={(kind) => setLayer(kind ?? "none")}
              />
            )}
          </RoomStage>
        }
        chat={
          <>
            <RoomChat
              slug={model.login}
              modelId={model.id}
              history={room.chat.history}
              slowSeconds={room.chat.slow_seconds}
              moderators={room.chat.moderators}
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
              {...actions}
              next={rooms.next}
              onPrepareNext={rooms.loadAhead}
              onNext={() => void drag.leave("up")}
              hidden={covered || isTyping}
            />
            {chatHidden && !covered && <ShowChat onClick={() => hideChat(false)} />}
          </>
        }
      />
    </RoomPlayer>
  );
}

/**
 * The code of what is opened by a press is fetched as soon as somebody first touches the page, so that it opens at once.
 * One after the other: the first touch may be that press, and what it opens has not to wait for the rest.
 */
function useAtHand(): void {
  useEffect(
    () =>
      onFirstInteraction(async () => {
        // What cannot be had now is asked for again when it is opened.
        for (const load of [loadTip, loadMenu, loadGifts, loadLayers]) await load().catch(() => {});
      }),
    [],
  );
}

/** Who pays for a show may show their camera, where the model takes one. */
function mayShowCamera({ terms }: Room, show: ShowState | null): boolean {
  return show !== null && show.role === "payer" && show.state !== "ended" && terms.two_way_allowed;
}
