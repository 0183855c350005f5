import { type ReactNode, type Ref, useEffect, useEffectEvent, useRef } from "react";
import { useNavigation } from "react-router";
import type { Shape } from "#web/entities/room/room-shape.ts";
import { CheckoutBeside } from "#web/entities/wallet/checkout-beside.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { useTheatre } from "./theatre.ts";
import type { Preview } from "./use-neighbours.ts";

export type RoomLayoutProps = {
  /** The still picture that, blurred, lights the page behind the stage. */
  backdrop: string | null;
  sidebar: ReactNode;
  stage: ReactNode;
  /** Without it the stage stands alone, in the middle. */
  chat?: ReactNode;
  /** The room's offers, beside or below the stage of wide screens. */
  offers?: ReactNode;
  /** The shape that the picture has, or is likely to have. */
  shape?: Shape;
  ref?: Ref<HTMLElement>;
};

/**
 * Stage, chat, offers and other rooms in `stage.css`'s places on wide screens; on phones the stage fills the screen, or what a
 * keyboard leaves of it, and all else floats.
 */
export function RoomLayout({ backdrop, sidebar, stage, chat, offers, shape = "tall", ref }: RoomLayoutProps) {
  const theatre = useTheatre();
  return (
    <main
      ref={ref}
      id="main"
      data-shape={shape}
      data-theatre={theatre ? "" : undefined}
      // Said here and not found by CSS, which would also find it while the page's HTML is still coming.
      data-alone={chat ? undefined : ""}
      className="room relative isolate grid [--chat-height:calc((100dvh-var(--keyboard,0px)-var(--pushed-up,0px))*.45)] [--stage-width:min(100%,max(56.25dvh,360px))] min-h-[calc(100dvh-var(--header))] items-start justify-center gap-4 px-8 pt-2 pb-6 phone:block phone:min-h-dvh phone:p-0"
    >
      <Backdrop picture={backdrop} />
      {/* As they stand, from the left and from above: a page is shown while it is still read, and what came first would move. */}
      {stage}
      {chat}
      {offers}
      {sidebar}
    </main>
  );
}

function Backdrop({ picture }: { picture: string | null }) {
  return (
    <div
      aria-hidden="true"
      className="absolute inset-x-0 -top-(--header) h-dvh -z-1 overflow-hidden opacity-50 after:absolute after:inset-0 after:bg-[linear-gradient(var(--bg)_2%,transparent_30%,var(--bg))] after:opacity-90 light:opacity-30 phone:fixed phone:inset-0 phone:bg-black phone:opacity-60 phone:after:hidden"
    >
      {picture && (
        <img
          src={picture}
          alt=""
          className="absolute -inset-[12%] size-[124%] max-w-none object-cover blur-[70px] saturate-130"
        />
      )}
    </div>
  );
}

export type RoomStageProps = {
  name: string;
  /** A sheet is open: on phones the stage comes before the chat. */
  raised?: boolean;
  /** A one-to-one show has a frame of its own colour, amber while it is paused. */
  frame?: "show" | "paused" | null;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
};

/** The video and all that floats on it: 540 × 960 on desktops, the whole screen at 9:16 on phones; always dark. */
export function RoomStage({ name, raised = false, frame = null, ref, children }: RoomStageProps) {
  return (
    <section
      ref={ref}
      data-theme="dark"
      data-stage=""
      aria-label={m.room_stage_label({ name })}
      className={cx(
        "relative h-[960px] w-[540px] rounded-16 bg-black text-white",
        "phone:fixed phone:top-[calc(var(--offline-bar)+var(--pushed-up,0px))] phone:left-1/2 phone:h-[calc(100dvh-var(--offline-bar)-var(--keyboard,0px)-var(--pushed-up,0px))] phone:w-(--stage-width) phone:-translate-x-1/2 phone:translate-y-[var(--drag,0px)] phone:touch-pinch-zoom phone:rounded-none",
        raised && "phone:z-20",
      )}
    >
      <CheckoutBeside value={frame !== null}>{children}</CheckoutBeside>
      {frame && (
        <div
          aria-hidden="true"
          className={cx(
            "pointer-events-none absolute inset-0 z-7 rounded-[inherit] border-3",
            frame === "paused" ? "border-[#FFB020]" : "border-[#A78BFA]",
          )}
        />
      )}
    </section>
  );
}

/**
 * The lower part of the stage. Where the window is lower than the stage it stays in sight, in a box as high as what is in
 * sight: what it holds grows upwards from the lower edge, and nothing that stood there moves.
 */
export function RoomFooter({ children }: { children: ReactNode }) {
  return (
    <div className="pointer-events-none absolute inset-0 z-3 flex flex-col justify-end rounded-[inherit]">
      <div
        data-controls=""
        className="sticky bottom-0 grid h-[min(100%,calc(100dvh-78px-var(--offline-bar)-var(--strip,0px)))] content-end gap-3 rounded-[inherit] px-4 pb-3 *:pointer-events-auto phone:h-full phone:px-2 phone:pb-[calc(8px+env(safe-area-inset-bottom))]"
      >
        <div
          aria-hidden="true"
          data-footer-shade=""
          className="pointer-events-none! absolute inset-x-0 bottom-0 -z-1 rounded-b-16 bg-[linear-gradient(transparent,#0b0a10d9_28%)] phone:hidden"
        />
        {children}
      </div>
    </div>
  );
}

/** Where sheets rise: the part of the stage that is in sight when the window is lower than the stage. */
export function LayerPlace({ ref }: { ref: Ref<HTMLDivElement> }) {
  return (
    <div className="pointer-events-none absolute inset-0 z-8 flex flex-col justify-end rounded-[inherit]">
      <div
        ref={ref}
        className="sticky bottom-0 h-[min(100%,calc(100dvh-78px-var(--offline-bar)-var(--strip,0px)))] rounded-[inherit] *:pointer-events-auto phone:h-full"
      />
    </div>
  );
}

/** Where notices stand: the part of the stage that is in sight when the window is lower than the stage. */
export function InSight({ children }: { children: ReactNode }) {
  return (
    <div className="pointer-events-none absolute inset-0">
      <div
        data-in-sight=""
        className="sticky top-(--header) h-[min(100%,calc(100dvh-94px-var(--offline-bar)-var(--strip,0px)))] phone:h-full"
      >
        {children}
      </div>
    </div>
  );
}

type RoomPreviewProps = Preview & {
  /** The move to its room was given up. */
  onStay(): void;
};

/** The picture of the room before or after this one, at the edge of the stage, until its room is there. */
export function RoomPreview({ card, after, onStay }: RoomPreviewProps) {
  const { state } = useNavigation();
  const before = useRef(state);
  const stay = useEffectEvent(onStay);
  useEffect(() => {
    if (before.current !== "idle" && state === "idle") stay();
    before.current = state;
  }, [state]);
  return (
    <div
      aria-hidden="true"
      data-testid="room-preview"
      className={`absolute inset-x-0 h-full overflow-hidden bg-black desktop:hidden ${after ? "top-full" : "bottom-full"}`}
    >
      <img src={card.pictures.tall} alt="" className="size-full object-cover" />
      <b className="absolute inset-x-0 top-[calc(24px+env(safe-area-inset-top))] text-center text-20 [text-shadow:0_1px_3px_#000]">
        {card.artisticName}
      </b>
    </div>
  );
}
