import type { CSSProperties } from "react";
import type { Room, RoomMessage } from "#contract/live.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { inLanguage } from "#web/lib/i18n/locale.ts";
import { useStore } from "#web/lib/store.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Coin } from "#web/ui/pictures/Coin.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import type { Reaction, ReactionQueue, ReactionSize } from "./reaction-queue.ts";

/** Tips, gifts and the goal over the picture, one at a time. Decorative: chat and goal bar say the same in words. */
export function ReactionOverlay({ queue }: { queue: ReactionQueue }) {
  const { current } = useStore(queue);
  if (current === null) return null;
  const { size } = current;
  return (
    <div
      key={keyOf(current)}
      aria-hidden="true"
      data-reaction={size}
      className="pointer-events-none absolute inset-0 z-4 overflow-hidden rounded-[inherit]"
    >
      {size === "stage" && <Confetti seed={"line" in current ? current.line.id : current.goal.target} />}
      <div className={cx("absolute left-1/2 -translate-x-1/2", places[size])}>
        {"line" in current ? (
          <Given line={current.line} side={sides[size]} />
        ) : (
          <Reached goal={current.goal} side={sides[size]} />
        )}
      </div>
    </div>
  );
}

function keyOf(reaction: Reaction): string {
  return "line" in reaction ? `line ${reaction.line.id}` : `goal ${reaction.goal.title.en}`;
}

function Given({ line, side }: { line: RoomMessage; side: number }) {
  return (
    <>
      <Mark line={line} side={side} />
      <span className="min-w-0">
        <b className="block truncate font-[650]">{nameOf(line)}</b>
        {line.menu_item && (
          <span className="mr-2 line-clamp-2 text-balance">{inLanguage(line.menu_item)}</span>
        )}
        <span className="font-[650] whitespace-nowrap text-[#FFC24B]">
          {m.chat_tokens_short({ count: tokens(line.tokens ?? 0) })}
        </span>
      </span>
    </>
  );
}

function Reached({ goal, side }: { goal: NonNullable<Room["goal"]>; side: number }) {
  return (
    <>
      <Icon name="star" size={side} className="reaction-mark flex-none text-[#FFC24B]" />
      <span className="min-w-0">
        <b className="block font-[650] text-[#FFC24B]">{m.room_goal_celebrate()}</b>
        <span className="line-clamp-2 text-balance">{inLanguage(goal.title)}</span>
      </span>
    </>
  );
}

const sides: Record<ReactionSize, number> = { chip: 24, banner: 40, stage: 132 };
const places: Record<ReactionSize, string> = {
  chip: "reaction-chip top-[172px] flex max-w-[80%] items-center gap-2.5 rounded-full bg-plate py-1.5 pr-4 pl-2.5 text-14 leading-tight [&_b]:inline [&_b]:mr-2",
  banner:
    "reaction-banner top-[172px] flex w-[78%] items-center gap-4 rounded-16 bg-[#2B1F10f2] px-5 py-3.5 text-16 leading-snug shadow-[inset_0_0_0_1.5px_#FFC24B99]",
  stage:
    "reaction-stage top-[26%] grid w-[82%] justify-items-center gap-3 rounded-20 bg-[#15121Df5] p-6 text-center text-20 leading-snug shadow-[inset_0_0_0_2px_#FFC24B]",
};

function Mark({ line, side }: { line: RoomMessage; side: number }) {
  if (line.gift_image) {
    return (
      <img src={line.gift_image} alt="" width={side} height={side} className="reaction-mark flex-none" />
    );
  }
  return <Coin size={side} className="reaction-mark flex-none" />;
}

const pieces = 36;
const paperColours = ["#FFC24B", "#FF5C93", "#A78BFA", "#5CE1E6", "#F4F1FA"];

/** Paper in five colours; where each piece falls follows from its number and the seed. */
function Confetti({ seed: first }: { seed: number }) {
  return Array.from({ length: pieces }, (_, piece) => {
    const seed = (piece * 7_919 + first * 104_729) % 1_000;
    const style = {
      left: `${(piece * 100) / pieces}%`,
      background: paperColours[piece % paperColours.length],
      animationDelay: `${seed % 700}ms`,
      "--drift": `${(seed % 160) - 80}px`,
      "--turn": `${seed}deg`,
    } as CSSProperties;
    return <i key={style.left as string} className="confetti" style={style} />;
  });
}

function nameOf({ author }: RoomMessage): string {
  return author.name === "" ? m.chat_someone() : author.name;
}
