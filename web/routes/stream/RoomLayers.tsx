import { useEffect } from "react";
import type { Room } from "#contract/live.ts";
import type { OverShow } from "#web/entities/show/fan-show.ts";
import { isFreeLook } from "#web/features/show/show-texts.ts";
import { onFirstInteraction } from "#web/lib/page/first-interaction.ts";
import { openedComponent, useLatch } from "#web/lib/page/lazy.tsx";
import { stageSheetPlace } from "#web/ui/overlays/sheet-opening.tsx";
import type { RoomControls } from "./room-controls.ts";

const loadTip = () => import("#web/features/tip/TipSheet.tsx");
const loadGifts = () => import("#web/features/gifts/GiftTray.tsx");
const loadLayers = () => import("#web/features/show/ShowLayers.tsx");
const loadMenu = () => import("#web/features/tip/MenuSheet.tsx");
const TipSheet = openedComponent(() => loadTip().then((file) => file.TipSheet), stageSheetPlace);
const MenuSheet = openedComponent(() => loadMenu().then((file) => file.MenuSheet), stageSheetPlace);
export const GiftTray = openedComponent(() => loadGifts().then((file) => file.GiftTray));
const ShowLayers = openedComponent(
  () => loadLayers().then((file) => file.ShowLayers),
  ({ consent }) => stageSheetPlace({ open: consent !== null }),
);
const ShowOver = openedComponent(() =>
  import("#web/features/show/ShowOver.tsx").then((file) => file.ShowOver),
);

type RoomLayersProps = {
  room: Room;
  controls: RoomControls;
  /** Where to go on once the fan has read that a show is over; without it the page stays. */
  afterShow?: ((over: OverShow) => void) | undefined;
};

/** The sheets over the stage; each is loaded when it is first opened. */
export function RoomLayers({ room, controls, afterShow }: RoomLayersProps) {
  const { model } = room;
  const { layer, openLayer, closeLayer, fan, inShow, asked, balance, closed, layerHost } = controls;
  usePrefetchLayers();
  const tips = useLatch(layer === "tip");
  const offers = useLatch(layer === "menu");
  const consents = layer === "private" || layer === "vip";
  const asks = useLatch(inShow || asked !== null || consents);
  const spending = {
    onClose: closeLayer,
    model: { id: model.id, artisticName: model.artisticName, avatar: model.pictures.portrait_small },
    balance,
    closed,
    container: layerHost,
  };
  // After a free look the show goes on: the room that is shut next asks whether to go on for tokens.
  const looked = fan.over !== null && isFreeLook(fan.over.show) && room.stream.type !== "public";
  const over = looked ? null : fan.over;
  const closeEnd = () => {
    if (fan.over) afterShow?.(fan.over);
    fan.forgetOver();
  };
  return (
    <>
      {tips && <TipSheet {...spending} open={layer === "tip"} />}
      {offers && (
        <MenuSheet {...spending} open={layer === "menu"} items={room.tip_menu} wanted={controls.wanted} />
      )}
      {over && <ShowOver over={over} name={model.artisticName} onClose={closeEnd} />}
      {asks && (
        <ShowLayers
          room={room}
          fan={fan}
          beginning={controls.beginning}
          leaving={controls.leaving}
          onLeaving={controls.askLeaving}
          balance={balance}
          container={layerHost}
          consent={consents ? layer : null}
          onConsent={(kind) => openLayer(kind ?? "none")}
        />
      )}
    </>
  );
}

/**
 * The code of what is opened by a press is fetched as soon as somebody first touches the page, so that it opens at once.
 * One after the other: the first touch may be that press, and what it opens has not to wait for the rest.
 */
function usePrefetchLayers(): void {
  useEffect(
    () =>
      onFirstInteraction(async () => {
        // A part that cannot be had now is asked for again when it is opened.
        for (const load of [loadTip, loadMenu, loadGifts, loadLayers]) await load().catch(() => {});
      }),
    [],
  );
}
