import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/Icon.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";

type SearchFieldProps = { label: string; value: string; onChange(value: string): void };

/** The search of a list inside the page: every input counts at once. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <search className="block w-full sm:w-[320px]">
      <form
        onSubmit={(event) => event.preventDefault()}
        className="flex h-11 items-center gap-2 rounded-12 bg-raised px-3 text-text-3 focus-within:shadow-[inset_0_0_0_2px_var(--accent)] light:bg-overlay"
      >
        <Icon name="search" size={18} className="flex-none" />
        <input
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={100}
          value={value}
          aria-label={label}
          placeholder={label}
          onChange={(event) => onChange(event.target.value)}
          className="min-w-0 flex-1 bg-transparent text-text outline-none max-lg:text-16"
        />
        {value !== "" && (
          <IconButton
            icon="x"
            label={m.home_clear_search()}
            iconSize={16}
            className="-mr-2 size-9"
            onClick={() => onChange("")}
          />
        )}
      </form>
    </search>
  );
}
