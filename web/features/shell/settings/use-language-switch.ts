import { useRevalidator } from "react-router";
import type { Language } from "#contract/common.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { speak } from "#web/lib/i18n/locale.ts";
import { useSetViewer, useViewer } from "#web/lib/session/viewer.ts";

/** Changes the language without a reload: the routes render again, and the account remembers it. */
export function useLanguageSwitch(): (language: Language) => void {
  const { revalidate } = useRevalidator();
  const signedIn = useViewer() !== null;
  const setViewer = useSetViewer();
  const { run: remember } = useCommand({
    call: (language: Language) => browserApi.call("POST /api/fan/set-language", { body: { language } }),
    onDone: ({ body }) => setViewer(body),
    lane: (language) => language,
  });
  return (language) => {
    speak(language);
    void revalidate();
    if (signedIn) void remember(language);
  };
}
