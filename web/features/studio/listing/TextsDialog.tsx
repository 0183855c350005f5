import { useState } from "react";
import type { StudioListing } from "#contract/listing.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { Field, TextAreaField } from "#web/ui/Field.tsx";
import { useListingCommand } from "./use-listing-command.ts";

const nameMax = 60;
const textMax = 2_000;

/** Name and texts of the page, in both languages. */
export function TextsDialog({ page, onClose }: { page: StudioListing; onClose(): void }) {
  const [name, setName] = useState(page.artistic_name);
  const [bio, setBio] = useState(page.bio);
  const [tried, setTried] = useState(false);
  const save = useListingCommand(
    (body: { artistic_name: string; bio: { en: string; es: string } }) =>
      browserApi.call("POST /api/studio/listing", { body }),
    m.studio_page_saved,
  );
  const errorOf = (text: string) => (tried && text.trim() === "" ? m.studio_error_required() : null);
  const send = async () => {
    setTried(true);
    if ([name, bio.en, bio.es].some((text) => text.trim() === "")) return;
    if (await save.run({ artistic_name: name, bio })) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.studio_step_texts()}
      foot={
        <Button tone="primary" className="ml-auto" busy={save.pending} onClick={() => void send()}>
          {m.studio_save()}
        </Button>
      }
    >
      <Field
        label={m.studio_page_name()}
        hint={m.studio_page_name_hint()}
        maxLength={nameMax}
        value={name}
        error={errorOf(name)}
        onChange={(event) => setName(event.target.value)}
      />
      <TextAreaField
        label={m.studio_page_bio_en()}
        rows={4}
        maxLength={textMax}
        value={bio.en}
        error={errorOf(bio.en)}
        onChange={(event) => setBio({ ...bio, en: event.target.value })}
      />
      <TextAreaField
        label={m.studio_page_bio_es()}
        rows={4}
        maxLength={textMax}
        value={bio.es}
        error={errorOf(bio.es)}
        onChange={(event) => setBio({ ...bio, es: event.target.value })}
      />
    </Dialog>
  );
}
