import { m } from "#web/paraglide/messages.js";
import { CHAT_FILTERS, type ChatFilter, keepFilter } from "./chat-filter.ts";

/** Chooses which lines of the chat are shown. */
export function ChatFilterSelect({ filter }: { filter: ChatFilter }) {
  return (
    <select
      aria-label={m.chat_filter()}
      value={filter}
      autoComplete="off"
      onChange={({ currentTarget }) => {
        const chosen = CHAT_FILTERS.find((one) => one === currentTarget.value);
        if (chosen) keepFilter(chosen);
      }}
      className="chat-filter min-h-9 rounded-12 bg-raised px-2.5 text-14 text-text-2"
    >
      {CHAT_FILTERS.map((one) => (
        <option key={one} value={one}>
          {texts[one]()}
        </option>
      ))}
    </select>
  );
}

const texts = {
  all: m.chat_filter_all,
  people: m.chat_filter_people,
  tips: m.chat_filter_tips,
  notices: m.chat_filter_notices,
} satisfies Record<ChatFilter, () => string>;
