import { type ReactNode, useState } from "react";
import type { Studio } from "#contract/studio.ts";
import { useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { keepFocusInside } from "#web/ui/use-focus.ts";
import { BroadcastPanel } from "./BroadcastPanel.tsx";
import { EndStreamDialog } from "./EndStreamDialog.tsx";
import { FansPanel } from "./FansPanel.tsx";
import { ListingPanel } from "./listing/ListingPanel.tsx";
import { ModeControl } from "./ModeControl.tsx";
import { ModeratorsPanel } from "./moderators/ModeratorsPanel.tsx";
import { type ModeratorsView, useModerators } from "./moderators/use-moderators.ts";
import { CameraStillOn } from "./publish/CameraStillOn.tsx";
import { DeviceRefused } from "./publish/DeviceRefused.tsx";
import { PauseNote } from "./publish/PauseNote.tsx";
import { PreviewControls } from "./publish/PreviewControls.tsx";
import { PreviewStage } from "./publish/PreviewStage.tsx";
import { SourcePanel } from "./publish/SourcePanel.tsx";
import { RoomPanel } from "./room/RoomPanel.tsx";
import { AlertsPanel } from "./session/AlertsPanel.tsx";
import { useStudioSession } from "./session/studio-session.tsx";
import { ShowNow } from "./shows/ShowNow.tsx";
import { liveSeconds } from "./studio-state.ts";
import { DecisionsNotice, HiddenNotice } from "./StudioNotices.tsx";
import { useNow } from "./use-now.ts";

export type StudioScreenProps = {
  /** The room as it was when the page was opened. */
  entered: Studio;
  /** The room's chat. `moderators` are the ids of the fans who keep order in it. */
  chat(moderators: readonly number[]): ReactNode;
};

/**
 * The model's room from their side, on one screen: the picture, the chat, the show's meter and one row of controls, with
 * the numbers and the fans beside them. On small screens the chat lies over the picture, and the rest is below.
 */
export function StudioScreen({ entered, chat }: StudioScreenProps) {
  const session = useStudioSession();
  const { publisher, onair, shows } = session;
  const studio = session.studio ?? entered;
  // Where the lines on show end: what is asked for later changes no line.
  useTopic(`room:${studio.model.login}`, [entered.live_from.room]);
  const show = shows.data?.show ?? null;
  const [ending, setEnding] = useState(false);
  const now = useNow();
  const seconds = now && liveSeconds(studio, now);
  const moderators = useModerators();
  return (
    <main
      ref={keepFocusInside}
      id="main"
      className="flex flex-col max-lg:pb-[92px] lg:min-h-0 lg:flex-1 [&>section]:flex-none"
    >
      <h1 className="sr-only">{m.studio_title()}</h1>
      {studio.hidden && <HiddenNotice />}
      <DecisionsNotice />
      <div className={layout}>
        <div
          className={cx(
            first,
            show ? "[--chat-height:min(27dvh,200px)]" : "[--chat-height:min(42dvh,330px)]",
          )}
        >
          {show && (
            <div className="min-h-0 flex-none [grid-area:show] max-lg:max-h-[56%] max-lg:overflow-y-auto max-lg:px-3 max-lg:pb-2 lg:pb-3">
              <ShowNow show={show} busy={shows.busy} onEnd={() => void shows.change({ what: "end" })} />
            </div>
          )}
          <div className="relative min-h-0 [grid-area:stage] max-lg:flex-1">
            <PreviewStage studio={studio} publisher={publisher} onair={onair} seconds={seconds} />
          </div>
          <div className="z-1 grid min-h-0 grid-cols-[minmax(0,1fr)] [grid-area:chat] max-lg:-mt-(--chat-height) max-lg:h-(--chat-height) max-lg:flex-none">
            {chat(studio.chat.moderators)}
          </div>
          <div className="grid flex-none gap-2 [grid-area:notes] max-lg:px-3 [&>*]:mt-2">
            <CameraStillOn publisher={publisher} />
            <DeviceRefused {...publisher.cameraState} />
            {studio.paused && <PauseNote note={studio.pause_note} />}
          </div>
        </div>
        <div className="z-20 [grid-area:controls] max-lg:fixed max-lg:inset-x-0 max-lg:bottom-[calc(58px+env(safe-area-inset-bottom))] max-lg:bg-bg max-lg:px-3 max-lg:py-1.5 lg:pt-2">
          <PreviewControls
            publisher={publisher}
            studio={studio}
            mode={<ModeControl studio={studio} />}
            onair={onair}
            onEnd={() => setEnding(true)}
          />
        </div>
        <Beside studio={studio} now={now} moderators={moderators} />
      </div>
      {ending && (
        <EndStreamDialog studio={studio} onEnding={publisher.end} onClose={() => setEnding(false)} />
      )}
    </main>
  );
}

type BesideProps = { studio: Studio; now: Date | null; moderators: ModeratorsView };

/**
 * The panels that a model looks at now and then during a broadcast: they scroll by themselves, and move nothing else.
 */
function Beside({ studio, now, moderators }: BesideProps) {
  const { publisher, queue, shows } = useStudioSession();
  const mayInvite = studio.stream.status !== "stopped" && !shows.data?.show;
  return (
    <div className="relative grid min-h-0 grid-cols-[minmax(0,1fr)] content-start gap-3 [grid-area:side] max-lg:mt-4 max-lg:px-3 lg:overflow-y-auto lg:rounded-16 lg:[scrollbar-width:thin]">
      <ListingPanel
        cameraReady={publisher.cameraState.phase === "ready"}
        onCamera={() => void publisher.camera.turnOn()}
      />
      <BroadcastPanel studio={studio} />
      <FansPanel invite={mayInvite ? queue.invite : null} moderators={moderators} />
      <RoomPanel studio={studio} />
      <SourcePanel
        camera={publisher.camera}
        state={publisher.cameraState}
        publish={studio.publish}
        codec={publisher.whipState.uplink?.codec ?? null}
      />
      <AlertsPanel />
      <ModeratorsPanel moderators={moderators} slug={studio.model.login} now={now} />
    </div>
  );
}

const layout =
  "lg:grid lg:min-h-0 lg:flex-1 lg:gap-x-4 lg:px-4 lg:pt-2 lg:pb-3 " +
  "lg:grid-cols-[clamp(250px,26vw,420px)_minmax(0,1fr)_clamp(280px,24vw,360px)] " +
  "lg:grid-rows-[auto_minmax(0,1fr)_auto_auto] " +
  "lg:[grid-template-areas:'show_stage_chat'_'side_stage_chat'_'side_notes_chat'_'side_controls_chat']";

/** The part that a small screen shows before it is scrolled, above the controls and the bar. */
const first =
  "flex flex-col lg:contents max-lg:h-[calc(100dvh-var(--header)-var(--offline-bar)-58px-76px-env(safe-area-inset-bottom))] max-lg:min-h-[440px]";
