import { useState } from "react";
import type { StudioListing } from "#contract/listing.ts";
import { filterBounds, roomTags, spokenLanguages } from "#contract/room-values.ts";
import { isBlank } from "#contract/written-text.ts";
import { tagName } from "#web/entities/room/tag-names.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusedField } from "#web/lib/forms/field-errors.ts";
import { nameOf } from "#web/lib/i18n/names.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Chip } from "#web/ui/Chip.tsx";
import { Field, TextAreaField } from "#web/ui/fields/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { useListingCommand } from "./use-listing-command.ts";

type Texts = {
  /** Left out once it is checked: it stays what it is. */
  artistic_name?: string;
  bio: { en: string; es: string };
  tags: string[];
  languages: string[];
};

const nameMax = 60;
const textMax = 2_000;

/** Name and texts of the page, in both languages. */
export function TextsDialog({ page, onClose }: { page: StudioListing; onClose(): void }) {
  const [name, setName] = useState(page.artistic_name);
  const [bio, setBio] = useState(page.bio);
  const [tags, setTags] = useState(page.tags);
  const [languages, setLanguages] = useState(page.languages);
  const [tried, setTried] = useState(false);
  const isChecked = page.state === "approved";
  const save = useListingCommand(
    (body: Texts) => browserApi.call("POST /api/studio/listing", { body }),
    m.studio_page_saved,
    ["artistic_name", "bio"],
  );
  const errorOf = (text: string, field: keyof Texts) =>
    tried && isBlank(text) ? m.studio_error_required() : refusedField(save.refusal, field);
  const send = async () => {
    setTried(true);
    if ([name, bio.en, bio.es].some((text) => isBlank(text))) return;
    const named = isChecked ? {} : { artistic_name: name };
    if (await save.run({ ...named, bio, tags, languages })) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.studio_step_texts()}
      footer={
        <Button tone="primary" className="ml-auto" busy={save.pending} onClick={() => void send()}>
          {m.studio_save()}
        </Button>
      }
    >
      <Field
        label={m.studio_page_name()}
        hint={isChecked ? m.studio_page_name_fixed() : m.studio_page_name_hint()}
        readOnly={isChecked}
        maxLength={nameMax}
        value={name}
        error={errorOf(name, "artistic_name")}
        onChange={(event) => setName(event.target.value)}
      />
      <TextAreaField
        label={m.studio_page_bio_en()}
        rows={4}
        maxLength={textMax}
        value={bio.en}
        error={errorOf(bio.en, "bio")}
        onChange={(event) => setBio({ ...bio, en: event.target.value })}
      />
      <TextAreaField
        label={m.studio_page_bio_es()}
        rows={4}
        maxLength={textMax}
        value={bio.es}
        error={errorOf(bio.es, "bio")}
        onChange={(event) => setBio({ ...bio, es: event.target.value })}
      />
      <Choices
        title={m.studio_page_tags()}
        options={roomTags}
        nameOf={tagName}
        chosen={tags}
        max={filterBounds.tagsMax}
        onChange={setTags}
      />
      <Choices
        title={m.studio_page_languages()}
        options={spokenLanguages}
        nameOf={(code) => nameOf("language", code)}
        chosen={languages}
        max={filterBounds.languagesMax}
        onChange={setLanguages}
      />
    </Dialog>
  );
}

type ChoicesProps = {
  title: string;
  options: readonly string[];
  nameOf(option: string): string;
  chosen: string[];
  max: number;
  onChange(chosen: string[]): void;
};

/** Some of many; once there are as many as may be, no more can be added. */
function Choices({ title, options, nameOf, chosen, max, onChange }: ChoicesProps) {
  const toggle = (option: string) =>
    chosen.includes(option) ? chosen.filter((each) => each !== option) : [...chosen, option];
  return (
    <fieldset>
      <legend className="mb-2 text-12 font-[550] text-text-2">{title}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <Chip
            key={option}
            selected={chosen.includes(option)}
            disabled={chosen.length >= max && !chosen.includes(option)}
            className="disabled:opacity-60"
            onClick={() => onChange(toggle(option))}
          >
            {nameOf(option)}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}
