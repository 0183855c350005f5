import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Studio } from "#contract/studio.ts";
import { decisionsQuery } from "#web/entities/report/decisions-query.ts";
import { studioQuery } from "#web/entities/studio/studio-queries.ts";
import { useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { hasFailed, PartFailed } from "#web/ui/states/PartFailed.tsx";
import { keepFocusInside } from "#web/ui/use-focus.ts";
import { BroadcastPanel } from "./BroadcastPanel.tsx";
import { EndStreamDialog } from "./EndStreamDialog.tsx";
import { FansPanel } from "./FansPanel.tsx";
import { GalleryPanel } from "./gallery/GalleryPanel.tsx";
import { ListingPanel } from "./listing/ListingPanel.tsx";
import { PagePanel } from "./listing/PagePanel.tsx";
import { ModeratorsPanel } from "./moderators/ModeratorsPanel.tsx";
import { useModerators } from "./moderators/use-moderators.ts";
import { CameraStillOn } from "./publish/CameraStillOn.tsx";
import { DeviceRefused } from "./publish/DeviceRefused.tsx";
import { LeaveDialog } from "./publish/LeaveDialog.tsx";
import { PauseNote } from "./publish/PauseNote.tsx";
import { PreviewControls } from "./publish/PreviewControls.tsx";
import { PreviewStage } from "./publish/PreviewStage.tsx";
import { SourcePanel } from "./publish/SourcePanel.tsx";
import { useLivePicture } from "./publish/use-live-picture.ts";
import { usePublisher } from "./publish/use-publisher.ts";
import { RatesPanel } from "./rates/RatesPanel.tsx";
import { RoomPanel } from "./room/RoomPanel.tsx";
import { SchedulePanel } from "./schedule/SchedulePanel.tsx";
import { PromosPanel } from "./shows/PromosPanel.tsx";
import { RequestsPanel } from "./shows/RequestsPanel.tsx";
import { ShowNow } from "./shows/ShowNow.tsx";
import { useRequests } from "./shows/use-requests.ts";
import { useStudioShows } from "./shows/use-studio-shows.ts";
import { liveSeconds, onairOf } from "./studio-state.ts";
import { StudioPanels } from "./StudioPanels.tsx";
import { SubscriptionPanel } from "./subscription/SubscriptionPanel.tsx";
import { TipMenuPanel } from "./tip-menu/TipMenuPanel.tsx";
import { useNow } from "./use-now.ts";

export type StudioScreenProps = {
  /** The room as it was when the page was opened. */
  entered: Studio;
  /** The room's chat. `moderators` are the ids of the fans who keep order in it. */
  chat(moderators: readonly number[]): ReactNode;
};

/** The model's room from their side: numbers and settings, their picture, their chat. */
export function StudioScreen({ entered, chat }: StudioScreenProps) {
  const studio = useStudio(entered);
  const publisher = usePublisher(studio);
  const shows = useStudioShows(studio.model.login);
  const queue = useRequests();
  const moderators = useModerators();
  const show = shows.data?.show ?? null;
  const live = studio.stream.status !== "stopped";
  const [ending, setEnding] = useState(false);
  const onair = onairOf(studio, publisher.whipState.phase);
  useLivePicture(studio, publisher, onair);
  const now = useNow();
  const seconds = now && liveSeconds(studio, now);
  return (
    <main ref={keepFocusInside} id="main">
      <h1 className="sr-only">{m.studio_title()}</h1>
      {studio.hidden && <HiddenNotice />}
      <DecisionsNotice />
      <div className={layout}>
        <div className="[grid-area:list] [&>section]:mb-4">
          <ListingPanel
            cameraReady={publisher.cameraState.phase === "ready"}
            onCamera={() => void publisher.camera.turnOn()}
          />
        </div>
        {/* What waits for an answer is never out of sight, wherever a narrow page is scrolled to, and leaves the rest in reach. */}
        <div
          data-focus-home=""
          className="z-20 [grid-area:requests] [&>section]:mb-4 max-xl:sticky max-xl:top-[calc(var(--header)+var(--offline-bar)+8px)] max-xl:max-h-[50dvh] max-xl:overflow-y-auto max-xl:rounded-16"
        >
          {show ? (
            <ShowNow show={show} busy={shows.busy} onEnd={() => void shows.change({ what: "end" })} />
          ) : (
            <RequestsPanel queue={queue} live={live} now={now} />
          )}
        </div>
        <StudioPanels
          live={
            <>
              <SourcePanel
                camera={publisher.camera}
                state={publisher.cameraState}
                publish={studio.publish}
                codec={publisher.whipState.uplink?.codec ?? null}
              />
              <BroadcastPanel studio={studio} seconds={seconds} />
              <RoomPanel studio={studio} />
              <FansPanel invite={live && show === null ? queue.invite : null} moderators={moderators} />
              <ModeratorsPanel moderators={moderators} slug={studio.model.login} now={now} />
            </>
          }
          prices={
            <>
              <TipMenuPanel />
              <RatesPanel />
              <SubscriptionPanel />
              <PromosPanel shows={shows} live={live} />
            </>
          }
          page={
            <>
              <PagePanel />
              <GalleryPanel />
              <SchedulePanel />
            </>
          }
        />
        <div className="mx-auto grid w-full max-w-[414px] content-start gap-4 pb-4 [grid-area:stage]">
          <PreviewStage studio={studio} publisher={publisher} onair={onair} seconds={seconds} />
          <PreviewControls
            publisher={publisher}
            studio={studio}
            onair={onair}
            onEnd={() => setEnding(true)}
          />
          <CameraStillOn publisher={publisher} />
          <DeviceRefused {...publisher.cameraState} />
          {studio.paused && <PauseNote note={studio.pause_note} />}
        </div>
        <div className="grid min-h-0 pb-4 [grid-area:chat]">{chat(studio.chat.moderators)}</div>
      </div>
      <LeaveDialog publishing={publisher.isPublishing} stop={publisher.end} />
      {ending && (
        <EndStreamDialog studio={studio} onEnding={publisher.end} onClose={() => setEnding(false)} />
      )}
    </main>
  );
}

const layout =
  "mx-auto grid w-full max-w-[1440px] gap-x-4 px-3 pt-2 pb-2 lg:px-8 " +
  "grid-cols-[minmax(0,1fr)] [grid-template-areas:'list'_'requests'_'stage'_'chat'_'tabs'_'side'_'more'] " +
  "md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] md:[grid-template-areas:'list_list'_'requests_requests'_'stage_chat'_'side_side'_'more_more'] " +
  "xl:grid-cols-[minmax(0,1fr)_414px_340px] xl:grid-rows-[auto_auto_1fr_auto] " +
  "xl:[grid-template-areas:'list_stage_chat'_'requests_stage_chat'_'side_stage_chat'_'more_more_more']";

/** The model's own room, kept fresh by live events; `entered`: as it was when the page was opened. */
function useStudio(entered: Studio): Studio {
  const studio = useQuery(studioQuery).data ?? entered;
  // Where the lines on show end: what is asked for later changes no line.
  useTopic(`room:${studio.model.login}`, [entered.live_from.room]);
  return studio;
}

/** The staff keeps the model out of sight: they would otherwise wonder why nobody comes. */
export function HiddenNotice() {
  return (
    <section aria-label={m.studio_hidden()} className="mx-auto w-full max-w-[1440px] px-3 pt-2 pb-1 lg:px-8">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-16 bg-warn-soft px-4 py-2.5">
        <Icon name="eyeOff" className="text-warn max-sm:hidden" />
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-semibold">{m.studio_hidden()}</p>
          <p className="text-text-2">{m.studio_hidden_text()}</p>
        </div>
        <ButtonLink to="/contact" tone="solid" size="sm">
          {m.studio_hidden_action()}
        </ButtonLink>
      </div>
    </section>
  );
}

const shownForMs = 7 * 24 * 3_600_000;

/**
 * The recent removals and decisions of staff: a model without a confirmed address would not learn of them otherwise.
 */
export function DecisionsNotice() {
  const read = useQuery(decisionsQuery);
  const { data, dataUpdatedAt } = read;
  const all = data ? [...data.removals, ...data.data] : [];
  const isNew = ({ at }: { at: string }) => Date.parse(at) > dataUpdatedAt - shownForMs;
  if (!hasFailed(read) && !all.some(isNew)) return null;
  return (
    <section aria-label={m.decisions_own()} className="mx-auto w-full max-w-[1440px] px-3 pt-2 pb-1 lg:px-8">
      {hasFailed(read) ? (
        <PartFailed read={read} text={m.decisions_failed()} className="rounded-16 bg-surface px-4 py-2.5" />
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-16 bg-warn-soft px-4 py-2.5">
          <Icon name="shield" className="text-warn max-sm:hidden" />
          <p className="min-w-0 flex-1 basis-60 font-semibold">{m.removal_studio()}</p>
          <ButtonLink to="/model/settings#decisions" tone="solid" size="sm">
            {m.removal_studio_link()}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}
