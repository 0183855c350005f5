import { type FormEvent, useState } from "react";
import { pauseNoteMax, trimmedLength } from "#contract/field-bounds.ts";
import { written } from "#contract/written-text.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusedField } from "#web/lib/forms/field-errors.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Field } from "#web/ui/fields/Field.tsx";
import { useStudioCommand } from "../use-studio-command.ts";

/** The text that the room reads during a break in place of the usual words; with an empty field, it reads those. */
export function PauseNote({ note }: { note: string | null }) {
  const [typed, type] = useState(note ?? "");
  const save = useStudioCommand(
    (words: string) => browserApi.call("POST /api/studio/pause", { body: { paused: true, note: words } }),
    m.studio_break_saved,
    ["note"],
  );
  const isTooLong = trimmedLength(typed) > pauseNoteMax;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isTooLong) void save.run(written(typed));
  };
  return (
    <form method="dialog" onSubmit={submit} className="flex items-start gap-2">
      <Field
        className="flex-1"
        label={m.studio_break_note()}
        labelNote={m.studio_optional()}
        placeholder={m.studio_break_example()}
        value={typed}
        onChange={(event) => {
          type(event.target.value);
          save.reset();
        }}
        error={isTooLong ? m.studio_error_max_120() : refusedField(save.refusal, "note")}
      />
      <Button type="submit" tone="solid" busy={save.pending} className="mt-[23px] min-h-12 flex-none">
        {m.studio_break_show()}
      </Button>
    </form>
  );
}
