import { type KeyboardEvent, type RefObject, useEffect, useId, useImperativeHandle, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { genderText } from "#contract/room-values.ts";
import { useGender } from "#web/entities/room/gender.ts";
import { genderAt, noFilters, withFilters } from "#web/entities/room/list-filters.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { browserClock } from "#web/lib/clock.ts";
import { listSearch } from "#web/lib/page/list-search.ts";
import { isOfInputMethod } from "#web/lib/platform/enter-key.ts";
import { useStore } from "#web/lib/store.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { Icon, type IconName } from "#web/ui/pictures/Icon.tsx";
import { createSuggester, type Suggestion } from "./suggestions.ts";

/**
 * The field's attributes for its list: the id of the list while it is open, and that of the line that Enter chooses.
 */
export type Popup = { listId: string; activeId: string | undefined } | null;

/** The keys that the field passes to its list. */
export type PopupKeys = {
  /** Answers whether the key was meant for the list. */
  onKey(event: KeyboardEvent): boolean;
  close(): void;
};

type SuggestionListProps = {
  /** The latest typed text; null until somebody types. */
  typed: string | null;
  keys: RefObject<PopupKeys | null>;
  onPopup(popup: Popup): void;
};

/**
 * The suggestions of the search field, after the pattern of a combobox with a list (ARIA Authoring Practices): the
 * focus stays in the field.
 */
export function SuggestionList({ typed, keys, onPopup }: SuggestionListProps) {
  const listId = useId();
  const gender = useGender();
  const [suggester] = useState(() => createSuggester(ask, browserClock));
  const { suggestions, active } = useStore(suggester);
  const choose = useChoose(suggester.close);
  useEffect(() => {
    if (typed !== null) suggester.type(typed, gender);
  }, [suggester, typed, gender]);
  useEffect(() => suggester.close, [suggester]);
  const open = suggestions.length > 0;
  const activeId = active === null ? undefined : `${listId}-${active}`;
  useEffect(() => onPopup(open ? { listId, activeId } : null), [onPopup, open, listId, activeId]);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  useImperativeHandle(keys, () => ({
    close: suggester.close,
    onKey({ key, nativeEvent }) {
      const chosen = suggester.chosen();
      if (
        !open ||
        isOfInputMethod(nativeEvent) ||
        !(["ArrowDown", "ArrowUp", "Escape"].includes(key) || (key === "Enter" && chosen))
      )
        return false;
      if (key === "Escape") suggester.close();
      else if (key === "Enter" && chosen) choose(chosen);
      else suggester.move(key === "ArrowDown" ? 1 : -1);
      return true;
    },
  }));
  return (
    <>
      <p role="status" className="sr-only">
        {open && m.suggest_count({ count: suggestions.length })}
      </p>
      {open && (
        <div
          id={listId}
          role="listbox"
          aria-label={m.suggest_title()}
          className="absolute inset-x-0 top-full z-40 mt-2 max-h-[60dvh] overflow-y-auto rounded-12 bg-raised py-1.5 text-text shadow-[var(--shadow-3),inset_0_0_0_1px_var(--line)]"
        >
          {suggestions.map((suggestion, place) => (
            <Line
              key={suggestion.key}
              id={`${listId}-${place}`}
              suggestion={suggestion}
              selected={place === active}
              onChoose={() => choose(suggestion)}
            />
          ))}
        </div>
      )}
    </>
  );
}

async function ask({ signal, search, gender }: { search: string; gender: number; signal: AbortSignal }) {
  const query = { search, gender: genderText(gender) };
  const answer = await browserApi.call("GET /api/search-suggestions", { query, signal });
  return answer.status === 200 ? answer.body : null;
}

/** Goes where a suggestion leads: to a page, to the rooms of a tag, or to what a search for its words finds. */
function useChoose(close: () => void) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isRooms = /^\/(trending\/?)?$/.test(pathname);
  return (suggestion: Suggestion) => {
    close();
    if ("search" in suggestion && isRooms) return listSearch.type(suggestion.search);
    listSearch.close();
    void navigate(addressOf(suggestion, { rooms: isRooms ? pathname : "/", gender: genderAt(search) }));
  };
}

function addressOf(
  suggestion: Suggestion,
  { rooms, gender }: { rooms: string; gender: number | null },
): string {
  if ("to" in suggestion) return suggestion.to;
  const kept = gender === null ? [] : [["gender", genderText(gender)]];
  if ("tag" in suggestion)
    return rooms + withFilters(`?${new URLSearchParams(kept)}`, { ...noFilters, tags: [suggestion.tag] });
  return `${rooms}?${new URLSearchParams([...kept, ["search", suggestion.search]])}`;
}

const icons: Record<Suggestion["kind"], IconName> = {
  name: "user",
  tag: "filter",
  topic: "search",
  video: "play",
};
const kinds: Record<Suggestion["kind"], () => string> = {
  name: m.suggest_name,
  tag: m.suggest_tag,
  topic: m.suggest_topic,
  video: m.suggest_video,
};

type LineProps = { id: string; suggestion: Suggestion; selected: boolean; onChoose(): void };

function Line({ id, suggestion, selected, onChoose }: LineProps) {
  const { kind, text, face } = suggestion;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the focus and the keys are the field's
    <div
      id={id}
      role="option"
      aria-selected={selected}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.stopPropagation();
        onChoose();
      }}
      className={cx(
        "flex min-h-11 cursor-pointer items-center gap-3 px-3.5 py-1 hover:bg-overlay",
        selected && "bg-overlay shadow-[inset_3px_0_0_var(--accent)]",
      )}
    >
      <span className="grid size-8 flex-none place-items-center text-text-3">
        {face ? <Avatar src={face.avatar} name={text} size={32} /> : <Icon name={icons[kind]} size={18} />}
      </span>
      <span className="min-w-0 flex-1 truncate font-[550]">{text}</span>
      <span className={cx("text-12", face?.isStream ? "text-accent" : "text-text-3")}>
        {face?.isStream ? m.suggest_live() : kinds[kind]()}
      </span>
    </div>
  );
}
