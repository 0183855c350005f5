import type { ModelCard } from "#contract/catalog.ts";
import { useUnseen } from "#web/entities/show/unseen.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Icon, type IconName } from "#web/ui/pictures/Icon.tsx";
import { type EarlyLayer, earlyOpener } from "./EarlyLayers.tsx";

export type RoomActionsProps = {
  giftsOpen: boolean;
  /** In a one-to-one show there is nothing more to ask for. */
  inShow: boolean;
  rate: number;
  /** Opens the tip menu; null while the model has none. */
  onMenu: (() => void) | null;
  onTip(): void;
  onGifts(): void;
  onPrivate(): void;
};

/** Under the picture on wide screens: tip leads, private shows its rate. */
export function RoomActions({
  giftsOpen,
  inShow,
  rate,
  onMenu,
  onTip,
  onGifts,
  onPrivate,
}: RoomActionsProps) {
  const unseen = useUnseen();
  return (
    <div className="flex gap-2 phone:hidden">
      <button
        type="button"
        {...earlyOpener("tip")}
        onClick={onTip}
        aria-haspopup="dialog"
        className={cx(wide, "bg-accent-fill hover:bg-accent-press")}
      >
        <Icon name="tip" size={18} />
        {m.room_tip()}
      </button>
      {onMenu && (
        <button
          type="button"
          data-unless-beside=""
          {...earlyOpener("menu")}
          onClick={onMenu}
          aria-haspopup="dialog"
          title={m.room_tip_menu_open()}
          className={cx(wide, "bg-[#2A2536] hover:bg-[#363046]")}
        >
          <Icon name="post" size={18} />
          {m.room_tip_menu()}
        </button>
      )}
      <button
        type="button"
        {...earlyOpener("gifts")}
        onClick={onGifts}
        aria-expanded={giftsOpen}
        className={cx(
          wide,
          "bg-[#2A2536] hover:bg-[#363046]",
          giftsOpen && "shadow-[inset_0_0_0_2px_#F4F1FA]",
        )}
      >
        <Icon name="gift" size={18} />
        {m.room_gifts()}
      </button>
      {!inShow && unseen === null && (
        <button
          type="button"
          {...earlyOpener("private")}
          onClick={onPrivate}
          aria-haspopup="dialog"
          title={m.room_private_open()}
          className={cx(
            wide,
            "grow-[1.5] bg-[#2D2350] shadow-[inset_0_0_0_1.5px_#A78BFA] hover:bg-[#3A2D66]",
          )}
        >
          <Icon name="lock" size={18} className="text-[#C4B1FF]" />
          {m.room_private()}
          <small className="text-12 font-medium opacity-90">{m.room_per_minute({ count: rate })}</small>
        </button>
      )}
    </div>
  );
}

const wide =
  "inline-flex min-h-12 flex-auto items-center justify-center gap-2 rounded-[14px] px-3 font-semibold whitespace-nowrap text-white transition-colors duration-(--hover)";

type RoomDiscsProps = RoomActionsProps & {
  next: ModelCard | null;
  onPrepareNext(next: ModelCard): void;
  onNext(): void;
  hidden: boolean;
};

/**
 * The actions at the right edge of a phone's room, within a thumb's reach: 48 px discs with their words. Discs that a
 * low window has no place for above the others, under the cross that leaves the room, stand in further columns beside
 * them.
 */
export function RoomDiscs({
  giftsOpen,
  inShow,
  rate,
  onMenu,
  onTip,
  onGifts,
  onPrivate,
  next,
  onPrepareNext,
  onNext,
  hidden,
}: RoomDiscsProps) {
  const unseen = useUnseen();
  return (
    <div
      className={cx(
        "pointer-events-none *:pointer-events-auto",
        hidden && "invisible",
        "fixed right-[calc((100%-var(--stage-width))/2+12px)] bottom-[calc(88px+env(safe-area-inset-bottom)+var(--keyboard,0px))] z-6 flex h-[calc(100dvh-152px-env(safe-area-inset-top)-env(safe-area-inset-bottom)-var(--offline-bar)-var(--keyboard,0px))] flex-col flex-wrap-reverse items-center justify-end gap-3 desktop:hidden [@media(max-height:700px)]:gap-1",
      )}
    >
      {next && !inShow && (
        <Disc
          icon="down"
          text={m.room_next()}
          label={m.room_next_named({ name: next.artisticName })}
          onPrepare={() => onPrepareNext(next)}
          onClick={onNext}
        />
      )}
      {!inShow && unseen === null && (
        <Disc
          icon="lock"
          early="private"
          text={m.room_per_minute({ count: rate })}
          label={m.room_private_open()}
          onClick={onPrivate}
          color="bg-[#6A45D6]"
        />
      )}
      <Disc icon="gift" early="gifts" text={m.room_gifts()} onClick={onGifts} expanded={giftsOpen} />
      {onMenu && (
        <Disc
          icon="post"
          early="menu"
          text={m.room_tip_menu()}
          label={m.room_tip_menu_open()}
          onClick={onMenu}
        />
      )}
      <Disc icon="tip" early="tip" text={m.room_tip()} onClick={onTip} color="bg-accent-fill" />
    </div>
  );
}

/** Brings the chat of a phone's room back after it was swiped away. */
export function ShowChat({ onClick }: { onClick(): void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="fixed bottom-[calc(12px+env(safe-area-inset-bottom))] left-[calc((100%-var(--stage-width))/2+12px)] z-6 inline-flex h-12 items-center gap-2 rounded-full bg-plate px-4 font-semibold text-white shadow-[inset_0_0_0_1px_#fff3] desktop:hidden"
    >
      <Icon name="chat" />
      {m.room_show_chat()}
    </button>
  );
}

type DiscProps = {
  icon: IconName;
  text: string;
  label?: string;
  color?: string;
  expanded?: boolean;
  /** The layer that it opens, and the browser before the page is hydrated. */
  early?: EarlyLayer;
  /** A finger or the focus is on it: it will perhaps be pressed. */
  onPrepare?(): void;
  onClick(): void;
};

function Disc({ icon, text, label, color, expanded, early, onPrepare, onClick }: DiscProps) {
  return (
    <button
      type="button"
      {...(early && earlyOpener(early))}
      onClick={onClick}
      onPointerDown={onPrepare}
      onFocus={onPrepare}
      title={label}
      aria-label={label && `${text}. ${label}`}
      aria-expanded={expanded}
      className="grid justify-items-center gap-1 text-11 font-semibold text-white [text-shadow:0_1px_2px_#000c]"
    >
      <span
        className={cx(
          "grid size-12 place-items-center rounded-full",
          color ?? "bg-plate shadow-[inset_0_0_0_1px_#fff3]",
        )}
      >
        <Icon name={icon} size={23} />
      </span>
      {text}
    </button>
  );
}
