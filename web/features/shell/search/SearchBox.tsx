import {
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useLocation } from "react-router";
import { filterNames } from "#web/entities/room/list-filters.ts";
import { openedComponent } from "#web/lib/page/lazy.tsx";
import { listSearch, useListSearch } from "#web/lib/page/list-search.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { cx } from "#web/ui/cx.ts";
import { KeptFields } from "#web/ui/fields/KeptFields.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import type { Popup, PopupKeys } from "./SuggestionList.tsx";

const SuggestionList = openedComponent(() =>
  import("./SuggestionList.tsx").then((file) => file.SuggestionList),
);

/** The lists whose search is given suggestions: what stands in them is everybody's. */
const suggesting = /^\/(trending|videos|allposts)?\/?$/i;

const comboboxOf = (popup: Popup) =>
  ({
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": popup !== null,
    "aria-controls": popup?.listId,
    "aria-activedescendant": popup?.activeId,
  }) as const;

/** The parameters that a search leaves as they are: gender and filters. */
const keptNames = ["gender", ...filterNames];

/**
 * The search of the list pages: in the header on desktop, over the header on phones once it is opened. Plain forms, whose
 * address the server searches for.
 */
export function SearchBox({ words }: { words: string }) {
  const { pathname, search } = useLocation();
  const { text, open, submitted } = useListSearch();
  const [typed, setTyped] = useState<string | null>(null);
  const [popup, setPopup] = useState<Popup>(null);
  const keys = useRef<PopupKeys>(null);
  const input = useRef<HTMLInputElement>(null);
  // Leaving the list ends its search, for another list too: with the move itself, so that nothing typed after it is lost.
  // The path is what one leaves
  useLayoutEffect(
    () => () => {
      listSearch.leave();
      setTyped(null);
    },
    [pathname],
  );
  const takeEarlyText = useEffectEvent(() => {
    const typed = input.current?.value ?? "";
    if (typed !== text) listSearch.type(typed);
  });
  // The text that was typed before the page was hydrated.
  useEffect(() => takeEarlyText(), []);
  const opener = useRef<HTMLButtonElement>(null);
  /** On phones the field goes, and with it the focus: that goes back to what opened it. */
  const close = () => {
    listSearch.close();
    // Where it is not shown it takes no focus.
    requestAnimationFrame(() => opener.current?.focus());
  };
  const expand = () => {
    listSearch.open();
    requestAnimationFrame(() => input.current?.focus());
  };
  return (
    <>
      <form action={pathname} className="order-1 ml-auto lg:hidden">
        <KeptFields query={search} names={keptNames} />
        <IconButton
          ref={opener}
          type="submit"
          name="search"
          icon="search"
          label={m.nav_search()}
          onClick={(event) => {
            event.preventDefault();
            expand();
          }}
        />
      </form>
      <search
        className={cx(
          "max-lg:absolute max-lg:inset-x-0 max-lg:top-0 max-lg:z-10 max-lg:h-[70px] max-lg:items-center max-lg:bg-bg max-lg:px-3 lg:ml-6 lg:block",
          open ? "max-lg:flex" : "max-lg:hidden",
        )}
      >
        <form
          action={pathname}
          onSubmit={(event) => {
            event.preventDefault();
            keys.current?.close();
            listSearch.submit();
          }}
          onClick={expand}
          onKeyDown={(event) => event.key === "Escape" && close()}
          className={cx(
            "relative flex h-11 items-center gap-2 rounded-12 bg-raised pl-1 text-text-3 transition-[width] duration-(--sheet) focus-within:shadow-[inset_0_0_0_2px_var(--accent)] hover:shadow-[inset_0_0_0_1px_var(--line)] light:bg-overlay max-lg:w-full",
            open ? "lg:w-[360px]" : "lg:w-[280px]",
            submitted && "shadow-[inset_0_0_0_2px_var(--accent)]",
          )}
        >
          <KeptFields query={search} names={keptNames} />
          <button
            type="submit"
            aria-label={m.nav_search_submit()}
            className="grid size-9 place-items-center rounded-[10px] hover:text-text"
          >
            <Icon name="search" size={18} />
          </button>
          <SearchInput
            ref={input}
            words={words}
            text={text}
            combobox={suggesting.test(pathname) ? comboboxOf(popup) : {}}
            keys={keys}
            onTyped={setTyped}
          />
          {open && (
            <IconButton
              icon="x"
              label={m.nav_search_close()}
              iconSize={16}
              className="size-9 noscript:hidden"
              onClick={(event) => {
                event.stopPropagation();
                setTyped("");
                close();
              }}
            />
          )}
          {typed !== null && suggesting.test(pathname) && (
            <SuggestionList typed={typed} keys={keys} onPopup={setPopup} />
          )}
        </form>
      </search>
    </>
  );
}

type SearchInputProps = {
  ref: Ref<HTMLInputElement>;
  words: string;
  text: string;
  combobox: Partial<ReturnType<typeof comboboxOf>>;
  /** The reaction of the list of suggestions to a key. */
  keys: RefObject<PopupKeys | null>;
  onTyped(text: string): void;
};

function SearchInput({ ref, words, text, combobox, keys, onTyped }: SearchInputProps) {
  return (
    <input
      ref={ref}
      type="text"
      {...combobox}
      name="search"
      inputMode="search"
      enterKeyHint="search"
      autoComplete="off"
      maxLength={100}
      value={text}
      aria-label={words}
      placeholder={words}
      onChange={(event) => {
        listSearch.type(event.target.value);
        onTyped(event.target.value);
      }}
      onFocus={() => listSearch.open()}
      onBlur={() => keys.current?.close()}
      onKeyDown={(event) => {
        if (!keys.current?.onKey(event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      className="min-w-0 flex-1 bg-transparent text-text outline-none max-lg:text-16"
    />
  );
}
