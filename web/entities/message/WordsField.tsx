import { filteredWords } from "#contract/field-bounds.ts";
import { m } from "#web/paraglide/messages.js";
import { TextAreaField } from "#web/ui/fields/Field.tsx";
import type { TypedWords } from "./typed-words.ts";

type WordsFieldProps = { text: string; problem: TypedWords | null; onChange(text: string): void };

/** Where words are written, one a line. `problem`: what became of them when they were to be saved. */
export function WordsField({ text, problem, onChange }: WordsFieldProps) {
  return (
    <TextAreaField
      label={m.chat_muted_field()}
      rows={6}
      autoComplete="off"
      hint={m.chat_muted_hint({ count: filteredWords.countMax })}
      error={problem && problemOf(problem)}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function problemOf(typed: TypedWords): string | null {
  if (typed.ok) return null;
  return typed.problem === "too_many"
    ? m.chat_muted_too_many({ count: filteredWords.countMax })
    : m.chat_muted_too_long({ word: `${typed.word.slice(0, 20)}…`, count: filteredWords.lengthMax });
}
