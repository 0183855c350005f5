import { useState } from "react";
import { searchNameMax } from "#contract/field-bounds.ts";
import { written } from "#contract/written-text.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Field } from "#web/ui/fields/Field.tsx";

type SearchNameFormProps = {
  name: string;
  /** The search's description, which is its name until it has one. */
  words: string;
  busy: boolean;
  onSave(name: string): Promise<void>;
  onCancel(): void;
};

/** Asks for the name of a search. Typed text stays while saving it is refused. */
export function SearchNameForm({ name, words, busy, onSave, onCancel }: SearchNameFormProps) {
  const [typed, setTyped] = useState(name);
  return (
    <form
      className="grid gap-2 pb-2"
      onSubmit={(event) => {
        event.preventDefault();
        void onSave(written(typed));
      }}
    >
      <Field
        label={m.saved_search_name()}
        placeholder={words}
        value={typed}
        maxLength={searchNameMax}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens where a button was pressed, to be typed into
        autoFocus
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onCancel();
        }}
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm" tone="solid" busy={busy}>
          {m.saved_search_name_save()}
        </Button>
        <Button size="sm" tone="quiet" onClick={onCancel}>
          {m.saved_search_name_cancel()}
        </Button>
      </div>
    </form>
  );
}
