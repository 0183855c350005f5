import { useState } from "react";
import { typedWords } from "#web/entities/message/typed-words.ts";
import { WordsField } from "#web/entities/message/WordsField.tsx";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { NotKept } from "#web/ui/states/NotKept.tsx";
import { keepMutedWords } from "./muted-words.ts";

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
      footer={
        <Button tone="primary" className="ml-auto" onClick={save}>
          {m.chat_muted_save()}
        </Button>
      }
    >
      <p className="text-text-2">{m.chat_muted_text()}</p>
      <NotKept />
      <WordsField text={text} problem={tried ? typed : null} onChange={setText} />
    </Dialog>
  );
}
