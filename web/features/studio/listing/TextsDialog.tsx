import { useState } from "react";
import type { StudioListing } from "#contract/listing.ts";
import { eachFact, type FactName, factNames, type Facts, modelFacts } from "#contract/model-facts.ts";
import { isBlank } from "#contract/written-text.ts";
import { factLabels } from "#web/entities/room/fact-labels.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusedField } from "#web/lib/forms/field-errors.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Chip } from "#web/ui/Chip.tsx";
import { Field, TextAreaField } from "#web/ui/fields/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { useListingCommand } from "./use-listing-command.ts";

type Texts = Facts & {
  /** Left out once it is checked: it stays what it is. */
  artistic_name?: string;
  bio: { en: string; es: string };
};

const nameMax = 60;
const textMax = 2_000;

/** Name and texts of the page, in both languages. */
export function TextsDialog({ page, onClose }: { page: StudioListing; onClose(): void }) {
  const [name, setName] = useState(page.artistic_name);
  const [bio, setBio] = useState(page.bio);
  const [facts, setFacts] = useState<Facts>(() => eachFact((name) => page[name]));
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
    if (await save.run({ ...named, bio, ...facts })) onClose();
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
      {factNames.map((name) => (
        <Choices
          key={name}
          fact={name}
          chosen={facts[name]}
          onChange={(chosen) => setFacts({ ...facts, [name]: chosen })}
        />
      ))}
    </Dialog>
  );
}

type ChoicesProps = { fact: FactName; chosen: string[]; onChange(chosen: string[]): void };

/** The model chooses some values of a fact; once there are as many as may be, no more can be added. */
function Choices({ fact, chosen, onChange }: ChoicesProps) {
  const { values, max } = modelFacts[fact];
  const { own, nameOf } = factLabels[fact];
  const toggle = (option: string) =>
    chosen.includes(option) ? chosen.filter((each) => each !== option) : [...chosen, option];
  return (
    <fieldset>
      <legend className="mb-2 text-12 font-[550] text-text-2">{own()}</legend>
      <div className="flex flex-wrap gap-2">
        {values.map((option) => (
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
