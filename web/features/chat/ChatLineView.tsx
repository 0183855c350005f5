import type { RoomLine } from "#contract/live.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Coin } from "#web/ui/Coin.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/Icon.tsx";
import type { ChatLine } from "./chat-line.ts";

/** One line of a room: plain for fans, on a plate for the model, tinted for tips, small and centred for notices of the system. */
export function ChatLineView({ line, onRetry }: { line: ChatLine; onRetry(key: string): void }) {
  const { kind } = line.line;
  if (kind === "system") {
    return <p className="text-center text-12 text-text-3 phone:text-left">{line.line.body}</p>;
  }
  return kind === "text" ? <Words line={line} onRetry={onRetry} /> : <Spent line={line} />;
}

function Words({ line, onRetry }: { line: ChatLine; onRetry(key: string): void }) {
  const { author, body } = line.line;
  const isModel = author.role === "model";
  return (
    <div
      className={cx(
        "chat-line",
        isModel && `${plate} bg-overlay`,
        line.delivery === "sending" && "opacity-70",
      )}
    >
      <b className={cx("mr-1.5 font-semibold", isModel || line.mine ? "text-accent" : "text-text-2")}>
        {authorName(line)}
      </b>
      <span className="wrap-anywhere">{body}</span>
      {line.delivery === "sending" && <span className="sr-only">{m.chat_sending()}</span>}
      {line.delivery === "failed" && <Failed onRetry={() => onRetry(line.key)} />}
    </div>
  );
}

function Failed({ onRetry }: { onRetry(): void }) {
  return (
    <span className="mt-0.5 flex items-center gap-1.5 text-12 text-error">
      <Icon name="alert" size={15} />
      {m.chat_failed()}
      <button
        type="button"
        onClick={onRetry}
        className="-my-2 min-h-9 px-1.5 font-semibold underline underline-offset-3"
      >
        {m.chat_retry()}
      </button>
    </span>
  );
}

function Spent({ line }: { line: ChatLine }) {
  const { tokens: amount = 0, body, gift_image } = line.line;
  return (
    <div className={cx("chat-line grid gap-0.5", plate, "bg-gold-soft")}>
      <span className="flex items-center gap-2">
        {gift_image ? (
          <img src={gift_image} alt="" width={22} height={22} className="size-[22px]" />
        ) : (
          <Coin />
        )}
        <b className="min-w-0 truncate font-semibold">{authorName(line)}</b>
        <em className="ml-auto font-[650] whitespace-nowrap text-gold not-italic phone:ml-1.5">
          {m.chat_tokens_short({ count: tokens(amount) })}
        </em>
      </span>
      {body !== "" && <span className="wrap-anywhere text-text-2">{body}</span>}
    </div>
  );
}

const plate = "chat-plate -mx-1 rounded-12 px-3 py-[9px]";

function authorName({ line, mine }: { line: RoomLine; mine: boolean }): string {
  if (mine) return m.chat_you();
  return line.author.name === "" ? m.chat_someone() : line.author.name;
}
