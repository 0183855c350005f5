import { useState } from "react";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { TextAreaField } from "#web/ui/Field.tsx";
import {
  keepMutedWords,
  MUTED_WORD_LENGTH_MAX,
  MUTED_WORDS_MAX,
  type TypedWords,
  typedWords,
} from "./muted-words.ts";

/** Where a reader says which words fold a message away. */
export function MutedWordsDialog({ words, onClose }: { words: readonly string[]; onClose(): void }) {
  const [text, setText] = useState(words.join("\n"));
  const [tried, setTried] = useState(false);
  const typed = typedWords(text);
  const save = () => {
    setTried(true);
    if (!typed.ok) return;
    keepMutedWords(typed.words);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.chat_muted_words()}
      foot={
        <Button tone="primary" className="ml-auto" onClick={save}>
          {m.chat_muted_save()}
        </Button>
      }
    >
      <p className="text-text-2">{m.chat_muted_text()}</p>
      <TextAreaField
        label={m.chat_muted_field()}
        rows={6}
        autoComplete="off"
        hint={m.chat_muted_hint({ count: MUTED_WORDS_MAX })}
        error={tried ? problemOf(typed) : null}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  );
}

function problemOf(typed: TypedWords): string | null {
  if (typed.ok) return null;
  return typed.problem === "too_many"
    ? m.chat_muted_too_many({ count: MUTED_WORDS_MAX })
    : m.chat_muted_too_long({ word: `${typed.word.slice(0, 20)}…`, count: MUTED_WORD_LENGTH_MAX });
}
