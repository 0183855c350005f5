import { useState } from "react";
import type { Language } from "#contract/common.ts";
import type { RoomMessage } from "#contract/live.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { inLanguage, useLocale } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Coin } from "#web/ui/pictures/Coin.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import type { ChatLine } from "./chat-line.ts";
import { isSameName, messageParts, names } from "./mentions.ts";

export type ChatLineProps = {
  line: ChatLine;
  /** Shown once it is asked for: it has a word that its reader has muted. */
  isFolded: boolean;
  /** The login of who reads; empty for a guest. */
  reader: string;
  onRetry(key: string): void;
  /** Names the author in the composer; null while nobody can write. */
  onMention: ((author: RoomMessage["author"]) => void) | null;
  /** The author is a moderator of this room. */
  isModerator: boolean;
  /** The words for so many tokens, where "25 tk" is too little for who reads. */
  worth?: ((amount: number) => string) | undefined;
  /** Opens what the reader can do about a fan's line; null for who does not keep order here. */
  onModerate: ((line: RoomMessage) => void) | null;
};

/** One line of a room: plain for fans, on a plate for the model, tinted for tips, small and centred for notices of the system. */
export function ChatLineView(props: ChatLineProps) {
  const { line, isFolded } = props;
  const [unfolded, setUnfolded] = useState(false);
  const { kind } = line.line;
  if (isFolded && !unfolded) return <Folded onShow={() => setUnfolded(true)} />;
  if (kind === "system") {
    return <p className="text-center text-12 text-text-3 phone:text-left">{line.line.body}</p>;
  }
  return kind === "text" ? <Words {...props} /> : <Spent {...props} />;
}

function Folded({ onShow }: { onShow(): void }) {
  return (
    <p className="flex items-center gap-1.5 text-12 text-text-3">
      <Icon name="eyeOff" size={15} />
      {m.chat_muted_folded()}
      <button
        type="button"
        onClick={onShow}
        className="-my-2 min-h-9 px-1.5 font-semibold underline underline-offset-3"
      >
        {m.chat_muted_show()}
      </button>
    </p>
  );
}

function Words(props: ChatLineProps) {
  const { line, reader, onRetry } = props;
  const { author, body, language } = line.line;
  const isModel = author.role === "model";
  const namesReader = !line.mine && names(body, reader);
  return (
    <div
      className={cx(
        "chat-line",
        (isModel || namesReader) && plate,
        namesReader ? "bg-accent-soft" : isModel && "bg-overlay",
        line.delivery === "sending" && "opacity-70",
      )}
    >
      <b className={cx("mr-1.5 font-semibold", isModel || line.mine ? "text-accent" : "text-text-2")}>
        <Author {...props} />
        {language && !line.mine && <LanguageMark language={language} />}
      </b>
      <Body body={body} reader={reader} language={language} className="wrap-anywhere" />
      {line.delivery === "sending" && <span className="sr-only">{m.chat_sending()}</span>}
      {line.delivery === "failed" && <Failed onRetry={() => onRetry(line.key)} />}
    </div>
  );
}

/** Shows a reader of another language which one is written in; the words carry it too, for those who have them translated. */
function LanguageMark({ language }: { language: Language }) {
  if (useLocale() === language) return null;
  return (
    <span className="ml-1 rounded-[5px] bg-overlay px-1 text-12 font-semibold text-text-3">
      <span aria-hidden="true">{language.toUpperCase()}</span>
      <span className="sr-only">{language === "es" ? m.chat_in_spanish() : m.chat_in_english()}</span>
    </span>
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

function Spent(props: ChatLineProps) {
  const { line, reader, worth } = props;
  const { tokens: amount = 0, body, gift_image, menu_item } = line.line;
  return (
    <div className={cx("chat-line grid gap-0.5", plate, "bg-gold-soft")}>
      <span className="flex items-center gap-2">
        {gift_image ? (
          <img src={gift_image} alt="" width={22} height={22} className="size-[22px]" />
        ) : (
          <Coin />
        )}
        <b className="min-w-0 truncate font-semibold">
          <Author {...props} />
        </b>
        <em className="ml-auto font-[650] whitespace-nowrap text-gold not-italic phone:ml-1.5">
          {worth?.(amount) ?? m.chat_tokens_short({ count: tokens(amount) })}
        </em>
      </span>
      {menu_item && <span className="font-semibold wrap-anywhere">{inLanguage(menu_item)}</span>}
      {body !== "" && <Body body={body} reader={reader} className="wrap-anywhere text-text-2" />}
    </div>
  );
}

type BodyProps = { body: string; reader: string; language?: Language | undefined; className: string };

/** The words of a line, as text: a name that is the reader's own is marked, others stand out. */
function Body({ body, reader, language, className }: BodyProps) {
  let at = 0;
  return (
    <span className={className} lang={language}>
      {messageParts(body).map(({ text, name }) => {
        const key = at;
        at += text.length;
        if (name === null) return text;
        return isSameName(name, reader) ? (
          <mark key={key} className="bg-transparent font-semibold text-accent">
            {text}
          </mark>
        ) : (
          <b key={key} className="font-semibold">
            {text}
          </b>
        );
      })}
    </span>
  );
}

/**
 * The author of a message. Pressing another's name puts it into the composer, or, for the model and moderators, opens
 * a menu. The reader and anonymous authors cannot be named.
 */
function Author({ line, isModerator, onMention, onModerate }: ChatLineProps) {
  const { author, kind } = line.line;
  const ofFan = author.role === "fan" && line.delivery === "delivered";
  const moderate = ofFan && !line.mine && (kind === "text" || author.id !== null) ? onModerate : null;
  const canName = onMention !== null && !line.mine && author.name !== "";
  const press = moderate ? () => moderate(line.line) : canName ? () => onMention(author) : null;
  const name = authorName(line);
  return (
    <>
      {isModerator && <ModeratorBadge />}
      {press === null ? (
        name
      ) : (
        <button
          type="button"
          // By keyboard a name is typed: two hundred stops would lie between the lines and the field.
          tabIndex={moderate ? undefined : -1}
          onClick={press}
          title={moderate ? m.chat_moderate({ name }) : m.chat_mention({ name })}
          aria-haspopup={moderate ? "dialog" : undefined}
          className="max-w-full truncate align-bottom font-semibold hover:underline"
        >
          {name}
        </button>
      )}
    </>
  );
}

function ModeratorBadge() {
  return (
    <span className="mr-1 inline-block align-[-2px]" title={m.chat_moderator()}>
      <Icon name="shield" size={14} className="text-ok" />
      <span className="sr-only">{m.chat_moderator()}</span>
    </span>
  );
}

const plate = "chat-plate -mx-1 rounded-12 px-3 py-[9px]";

/** The name of a line's author for its reader. */
export function authorName({ line, mine }: Pick<ChatLine, "line" | "mine">): string {
  if (mine) return m.chat_you();
  return line.author.name === "" ? m.chat_someone() : line.author.name;
}
