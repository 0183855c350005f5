import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ChatMessage } from "#contract/chat-message.ts";
import type { Language } from "#contract/common.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { useHydrated } from "#web/lib/page/lazy.tsx";
import { canTranslate, translate } from "#web/lib/translate/translator.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { toast } from "#web/ui/overlays/toast.ts";

/** The words of a message, marked with their language; those of the other language can be translated by the browser. */
export function MessageText({ message, mine }: { message: ChatMessage; mine: boolean }) {
  const locale = useLocale();
  const { body, language } = message;
  const [translated, setTranslated] = useState<string | null>(null);
  const isForeign = !mine && language !== null && language !== locale;
  return (
    <div className={cx("grid grid-cols-[minmax(0,1fr)]", mine && "justify-items-end")}>
      <p
        lang={translated === null ? (language ?? undefined) : locale}
        className={cx(
          "message-text max-w-[min(420px,82vw)] rounded-16 px-3.5 py-2 whitespace-pre-wrap wrap-anywhere",
          mine ? "message-mine rounded-br-[6px]" : "rounded-bl-[6px] bg-overlay",
        )}
      >
        {translated ?? body}
      </p>
      {isForeign && (
        <p className="flex items-center gap-1.5 px-1 text-12 text-text-3">
          <abbr title={languageNames[language]()} className="no-underline uppercase">
            {language}
          </abbr>
          <TranslateButton
            body={body}
            from={language}
            to={locale}
            isTranslated={translated !== null}
            onText={setTranslated}
          />
        </p>
      )}
    </div>
  );
}

const languageNames: Record<Language, () => string> = {
  en: () => m.inbox_in_english(),
  es: () => m.inbox_in_spanish(),
};

type TranslateButtonProps = {
  body: string;
  from: Language;
  to: Language;
  isTranslated: boolean;
  onText(text: string | null): void;
};

function TranslateButton({ body, from, to, isTranslated, onText }: TranslateButtonProps) {
  const { data: isOffered } = useQuery({
    queryKey: ["can-translate", from, to],
    queryFn: () => canTranslate(from, to),
    enabled: useHydrated(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [pending, setPending] = useState(false);
  if (!isOffered) return null;
  const press = async () => {
    if (pending) return;
    if (isTranslated) return onText(null);
    setPending(true);
    try {
      onText(await translate(body, from, to));
    } catch {
      toast({ kind: "error", text: m.inbox_translate_failed() });
    }
    setPending(false);
  };
  return (
    <button
      type="button"
      aria-busy={pending || undefined}
      aria-disabled={pending}
      onClick={() => void press()}
      className="min-h-9 font-semibold underline underline-offset-3"
    >
      {isTranslated ? m.inbox_show_original() : m.inbox_translate()}
    </button>
  );
}
