import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { typedWords } from "#web/entities/message/typed-words.ts";
import { wordFilterQuery } from "#web/entities/message/word-filter.ts";
import { WordsField } from "#web/entities/message/WordsField.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";
import { SettingsSection } from "./SettingsSection.tsx";

/** The words that the person does not want to be sent in chats. */
export function WordFilterSection() {
  const { data: words, refetch } = useQuery(wordFilterQuery);
  return (
    <SettingsSection title={m.word_filter()} anchor="words">
      <p className="mb-3 text-text-2">{m.word_filter_text()}</p>
      {words ? (
        <WordsForm words={words} />
      ) : (
        <Button onClick={() => void refetch()}>{m.common_retry()}</Button>
      )}
    </SettingsSection>
  );
}

function WordsForm({ words }: { words: readonly string[] }) {
  const client = useQueryClient();
  const saved = words.join("\n");
  const [known, setKnown] = useState(saved);
  const [text, setText] = useState(saved);
  // A list that was saved elsewhere is shown, unless something else is being written here.
  if (saved !== known) {
    setKnown(saved);
    if (text === known) setText(saved);
  }
  const [tried, setTried] = useState(false);
  const typed = typedWords(text);
  const { pending, run } = useCommand({
    call: (chosen: string[]) => browserApi.call("POST /api/chat/word-filter", { body: { words: chosen } }),
    onDone({ body }, chosen) {
      // Text that was typed while it was on its way stays.
      setText((now) => (isTyped(now, chosen) ? body.words.join("\n") : now));
      client.setQueryData(wordFilterQuery.queryKey, body.words);
      toast({ kind: "success", text: m.word_filter_saved() });
    },
    onRefused: toastRefusal,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (typed.ok) void run(typed.words);
  };
  return (
    <form method="dialog" onSubmit={submit} className="grid gap-3">
      <WordsField text={text} problem={tried ? typed : null} onChange={setText} />
      <Button type="submit" busy={pending} className="justify-self-start">
        {m.chat_muted_save()}
      </Button>
    </form>
  );
}

function isTyped(text: string, words: readonly string[]): boolean {
  const typed = typedWords(text);
  return typed.ok && typed.words.join("\n") === words.join("\n");
}
