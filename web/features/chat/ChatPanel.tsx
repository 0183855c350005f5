import { useEffect, useRef, useState } from "react";
import type { RoomMessage } from "#contract/live.ts";
import type { Reportable } from "#web/entities/report/report-labels.ts";
import { ReportButton } from "#web/entities/report/ReportButton.tsx";
import { openedComponent } from "#web/lib/page/lazy.tsx";
import { useStore } from "#web/lib/store.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { cx } from "#web/ui/cx.ts";
import { dialogPlace } from "#web/ui/overlays/opening.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { useChatFilter } from "./chat-filter.ts";
import type { ChatLine } from "./chat-line.ts";
import { ChatFilterSelect } from "./ChatFilterSelect.tsx";
import { ChatLines } from "./ChatLines.tsx";
import { Composer } from "./Composer.tsx";
import { nameable, withMention } from "./mentions.ts";
import { useMutedWords } from "./muted-words.ts";
import { type ChatOptions, useChat } from "./use-chat.ts";

const ModerateDialog = openedComponent(
  () => import("./ModerateDialog.tsx").then((file) => file.ModerateDialog),
  dialogPlace,
);
const MutedWordsDialog = openedComponent(
  () => import("./MutedWordsDialog.tsx").then((file) => file.MutedWordsDialog),
  dialogPlace,
);

export type ChatPanelProps = ChatOptions & {
  /** On phones the chat floats over the picture: white on a fade, without a head. */
  overVideo?: boolean;
  /** The things that can be reported here beside the lines of others. */
  reportables?: readonly Reportable[];
  /** Why nobody can write here now, in words; null or absent when one can. */
  closed?: string | null;
  /** The text until the first line has come, when it is not that nobody has written anything. */
  opening?: string | undefined;
  /** The ids of the fans who keep order here; they have a badge. */
  moderators?: readonly number[];
  /** The words for so many tokens, beside what a fan reads: their money, for a model. */
  worth?: (amount: number) => string;
  className?: string;
};

/** The chat of a room: lines, and a field to write. Give it a `key` that changes with the room. */
export function ChatPanel({
  overVideo = false,
  closed = null,
  opening,
  reportables = [],
  moderators = [],
  worth,
  className,
  ...room
}: ChatPanelProps) {
  const chat = useChat(room);
  const state = useStore(chat);
  const filter = useChatFilter();
  useEffect(() => chat.setFilter(filter), [chat, filter]);
  const muted = useMutedWords();
  const [choosesWords, setChoosesWords] = useState(false);
  const [looksAt, lookAt] = useState<RoomMessage | null>(null);
  /** The fans whom this page has muted: moderators do not learn of other moderators' mutes. */
  const [mutedHere, setMutedHere] = useState<ReadonlySet<number>>(new Set());
  const isModel = room.me.role === "model";
  const moderates = isModel || moderators.includes(room.me.id);
  const field = useRef<HTMLTextAreaElement>(null);
  const mention = ({ name, role }: RoomMessage["author"]) => {
    chat.setDraft(withMention(chat.get().draft, role === "model" ? room.slug : name));
    field.current?.focus();
  };
  return (
    <section
      data-chat=""
      aria-label={m.chat_log()}
      className={cx(
        "flex min-h-0 flex-col overflow-hidden rounded-16 bg-surface text-text",
        overVideo && "chat-over-video",
        className,
      )}
    >
      <header className="chat-head flex min-h-14 items-center justify-between gap-2 px-4">
        <h2 className="text-16!">{m.chat_title()}</h2>
        {moderates && !isModel && (
          <span title={m.chat_moderating()} className="mr-auto text-ok">
            <Icon name="shield" size={18} />
            <span className="sr-only">{m.chat_moderating()}</span>
          </span>
        )}
        <span className="flex items-center">
          <ChatFilterSelect filter={filter} />
          <IconButton
            icon="eyeOff"
            iconSize={18}
            label={m.chat_muted_words()}
            aria-haspopup="dialog"
            onClick={() => setChoosesWords(true)}
          />
          <ReportButton variant="icon" targets={() => [...reportables, ...linesOf(state.lines)]} />
        </span>
      </header>
      {choosesWords && <MutedWordsDialog words={muted} onClose={() => setChoosesWords(false)} />}
      {looksAt && (
        <ModerateDialog
          slug={room.slug}
          line={looksAt}
          isModerator={looksAt.author.id !== null && moderators.includes(looksAt.author.id)}
          isModel={isModel}
          isMuted={looksAt.author.id !== null && mutedHere.has(looksAt.author.id)}
          onMuted={(fanId, isMuted) =>
            setMutedHere(
              (known) => new Set([...known].filter((id) => id !== fanId).concat(isMuted ? fanId : [])),
            )
          }
          onMention={closed === null ? () => mention(looksAt.author) : null}
          onClose={() => lookAt(null)}
        />
      )}
      <ChatLines
        chat={chat}
        state={state}
        muted={muted}
        // A model is named by the login of their room: a stage name may have spaces.
        reader={room.me.role === "model" ? room.slug : room.me.name}
        onMention={closed === null ? mention : null}
        worth={worth}
        opening={opening ?? (closed === null ? m.chat_empty() : m.chat_empty_closed())}
        moderators={moderators}
        onModerate={moderates ? lookAt : null}
      />
      <Composer
        field={field}
        chat={chat}
        state={state}
        closed={closed}
        role={room.me.role}
        people={nameable(state.lines, room.slug)}
        slowSeconds={room.slowSeconds ?? 0}
      />
    </section>
  );
}

const linesOffered = 30;

/** The lines of others, newest first, to be reported. */
const linesOf = (lines: readonly ChatLine[]): Reportable[] =>
  lines
    .filter(({ line, mine }) => line.kind === "text" && !mine)
    .slice(-linesOffered)
    .reverse()
    .map(({ line }) => ({ about: "line", id: line.id, text: `${line.author.name}: ${line.body}` }));
