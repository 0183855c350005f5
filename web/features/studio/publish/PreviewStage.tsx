import { useEffect, useRef, useState } from "react";
import type { Studio } from "#contract/studio.ts";
import { clock, tokens } from "#web/lib/i18n/format.ts";
import { inLanguage, useLocale } from "#web/lib/i18n/locale.ts";
import type { Uplink } from "#web/lib/media/whip/uplink-stats.ts";
import { m } from "#web/paraglide/messages.js";
import { Badge, badgeModeOf, Pill } from "#web/ui/Badge.tsx";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { Spinner } from "#web/ui/Spinner.tsx";
import { goalPercent, type Onair } from "../studio-state.ts";
import { PreviewNotice } from "./PreviewNotice.tsx";
import type { Publisher } from "./use-publisher.ts";

type PreviewStageProps = { studio: Studio; publisher: Publisher; onair: Onair; seconds: number | null };

/** The model as their fans see them: always dark, its details on plates over the picture, the goal at its bottom. */
export function PreviewStage({ studio, publisher, onair, seconds }: PreviewStageProps) {
  const { cameraState, whipState } = publisher;
  return (
    <section
      data-theme="dark"
      aria-label={m.studio_preview()}
      className="relative size-full overflow-hidden bg-[#0b0a10] text-text lg:rounded-16 lg:shadow-[inset_0_0_0_1px_var(--line)]"
    >
      {cameraState.stream && <Mirror stream={cameraState.stream} hidden={!cameraState.cameraOn} />}
      <PreviewNotice publisher={publisher} onair={onair} paused={studio.paused} note={studio.pause_note} />
      <div className="pointer-events-none absolute inset-0 rounded-[inherit] bg-[linear-gradient(#0b0a10b3,#0b0a1000_20%,#0b0a1000_76%,#0b0a10b3)]" />
      <div className="pointer-events-none absolute inset-3.5 flex flex-col items-start gap-1.5 max-lg:inset-2.5">
        <div className="flex w-full flex-wrap items-center gap-1.5">
          <StateBadge studio={studio} onair={onair} attempt={whipState.attempt} />
          <Pill tone="video" className="h-7 px-2.5">
            <Icon name="eye" size={14} />
            <span aria-hidden="true">{tokens(studio.watchers)}</span>
            <span className="sr-only">{m.studio_watchers({ count: tokens(studio.watchers) })}</span>
          </Pill>
          {seconds !== null && (
            <Pill tone="video" className="h-7 px-2.5">
              <Icon name="clock" size={14} />
              <span aria-hidden="true">{clock(seconds)}</span>
              <span className="sr-only">{m.studio_live_for({ time: clock(seconds) })}</span>
            </Pill>
          )}
          <Pill tone="video" className={cx("ml-auto h-7 px-2.5", seconds !== null && "max-sm:hidden")}>
            {m.studio_preview()}
          </Pill>
        </div>
        <FlipButton publisher={publisher} />
        {whipState.uplink && <UplinkPill uplink={whipState.uplink} />}
        {studio.goal && <Goal goal={studio.goal} />}
      </div>
    </section>
  );
}

/** Turns to the next camera, on devices that have more than one. */
function FlipButton({ publisher: { camera, cameraState } }: { publisher: Publisher }) {
  if (cameraState.phase !== "ready" || cameraState.cameras.length < 2) return null;
  return (
    <IconButton
      icon="flip"
      variant="video"
      label={m.studio_flip_label()}
      onClick={() => void camera.flip()}
      className="pointer-events-auto z-1 self-end max-lg:order-last"
    />
  );
}

type MirrorProps = {
  stream: MediaStream;
  hidden: boolean;
};

/**
 * The model's own picture, mirrored as they know it; fans see it unmirrored. It is shown whole in a stage that keeps its
 * size, tall or wide; a phone's stage is tall, and a tall picture fills it.
 */
function Mirror({ stream, hidden }: MirrorProps) {
  const [isWide, setWide] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
    <video
      ref={video}
      autoPlay
      muted
      playsInline
      aria-label={m.studio_preview()}
      onResize={({ currentTarget: { videoWidth, videoHeight } }) => setWide(videoWidth > videoHeight)}
      className={cx(
        "absolute inset-0 size-full lg:object-contain",
        isWide ? "object-contain object-top" : "object-cover",
        "lg:object-center",
        facesHer(stream) && "-scale-x-100",
        hidden && "invisible",
      )}
    />
  );
}

/** Like a mirror, for the model alone: fans see them as they are. A camera that looks away from them shows the room as it is. */
function facesHer(stream: MediaStream): boolean {
  return stream.getVideoTracks()[0]?.getSettings().facingMode !== "environment";
}

function StateBadge({ studio, onair, attempt }: { studio: Studio; onair: Onair; attempt: number }) {
  if (onair === "connecting" || onair === "reconnecting") {
    return (
      <Pill tone="video" className="h-7 px-2.5">
        <Spinner size={14} />
        {onair === "connecting"
          ? m.studio_connecting()
          : m.studio_reconnecting({ attempt: Math.max(1, attempt) })}
      </Pill>
    );
  }
  if (studio.paused || (studio.stream.status === "paused" && onair !== "here" && onair !== "silent")) {
    return <Badge mode="off" text={m.studio_paused()} className="h-7" />;
  }
  if (onair === "silent") return <Badge mode="off" text={m.studio_silent()} className="h-7" />;
  if (onair === "off") return <Badge mode="off" text={m.studio_not_live()} className="h-7" />;
  const mode = badgeModeOf(studio.stream);
  return <Badge mode={mode === "off" ? "live" : mode} className="h-7" />;
}

function Goal({ goal }: { goal: NonNullable<Studio["goal"]> }) {
  return (
    <div className="grid w-full gap-1.5 text-12 text-[#DAD4E6] lg:mt-auto">
      <div className="flex justify-between gap-3">
        <span className="min-w-0 truncate">
          <b className="font-semibold text-white">{m.studio_goal()}:</b> {inLanguage(goal.title)}
        </span>
        <b className="font-semibold whitespace-nowrap text-white">
          {m.studio_goal_progress({ reached: tokens(goal.reached), target: tokens(goal.target) })}
        </b>
      </div>
      <div className="h-1.5 overflow-hidden rounded-full bg-[#ffffff2e]">
        <div className="h-full rounded-full bg-[#FFC24B]" style={{ width: `${goalPercent(goal)}%` }} />
      </div>
    </div>
  );
}

/** How the picture leaves: resolution, frames, megabits; amber and in words when something holds it down. */
function UplinkPill({ uplink }: { uplink: Uplink }) {
  const language = useLocale();
  const limit = limitText(uplink.limitedBy);
  return (
    <>
      <Pill tone="video" className={`h-7 px-2.5 ${limit ? "text-[#FFB020]!" : "text-[#34D399]!"}`}>
        <Icon name="signal" size={14} />
        {uplinkText(uplink, language)}
      </Pill>
      {limit && (
        <Pill tone="video" className="h-7 px-2.5 text-[#FFB020]!">
          <Icon name="alert" size={14} />
          {limit}
        </Pill>
      )}
    </>
  );
}

function limitText(limitedBy: Uplink["limitedBy"]): string | null {
  if (limitedBy === "cpu") return m.studio_limited_cpu();
  return limitedBy === "bandwidth" ? m.studio_limited_bandwidth() : null;
}

function uplinkText({ width, height, framesPerSecond: fps, kilobitsPerSecond }: Uplink, language: string) {
  if (kilobitsPerSecond === null) return m.studio_uplink_start({ width, height, fps });
  const rate = (kilobitsPerSecond / 1000).toLocaleString(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return m.studio_uplink({ width, height, fps, rate });
}
