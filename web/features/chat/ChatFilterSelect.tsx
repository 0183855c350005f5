import { useRef } from "react";
import { m } from "#web/paraglide/messages.js";
import { usePrehydrationValue } from "#web/ui/fields/use-prehydration-value.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { chatFilters, type ChatFilter, keepFilter } from "./chat-filter.ts";

/** Chooses which lines of the chat are shown. */
export function ChatFilterSelect({ filter }: { filter: ChatFilter }) {
  const field = useRef<HTMLSelectElement>(null);
  const choose = ({ value }: HTMLSelectElement) => {
    const chosen = chatFilters.find((one) => one === value);
    if (chosen) keepFilter(chosen);
  };
  usePrehydrationValue(() => field.current, filter, choose);
  return (
    <span className="relative grid items-center">
      <select
        ref={field}
        aria-label={m.chat_filter()}
        value={filter}
        autoComplete="off"
        onChange={({ currentTarget }) => choose(currentTarget)}
        className="chat-filter min-h-9 appearance-none rounded-12 bg-raised pr-8 pl-2.5 text-14 text-text-2 [&>option]:bg-raised [&>option]:text-text"
      >
        {chatFilters.map((one) => (
          <option key={one} value={one}>
            {texts[one]()}
          </option>
        ))}
      </select>
      <Icon name="down" size={16} className="pointer-events-none absolute right-2 text-text-3" />
    </span>
  );
}

const texts = {
  all: m.chat_filter_all,
  people: m.chat_filter_people,
  tips: m.chat_filter_tips,
  notices: m.chat_filter_notices,
} satisfies Record<ChatFilter, () => string>;
