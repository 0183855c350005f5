import { useRevalidator } from "react-router";
import type { Language } from "#contract/common.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { useLatestChange } from "#web/lib/api/use-latest-change.ts";
import { speak } from "#web/lib/i18n/locale.ts";
import { useSetViewer, useViewer } from "#web/lib/session/viewer.ts";
import { toastRefusal } from "#web/ui/overlays/toast.ts";

/**
 * Changes the language at once and without a reload: the routes render again, and the account of somebody signed in
 * remembers the last one chosen, also when the page is left before it answers.
 */
export function useLanguageSwitch(): (language: Language) => void {
  const { revalidate } = useRevalidator();
  const signedIn = useViewer() !== null;
  const setViewer = useSetViewer();
  const { run } = useCommand({
    call: (language: Language) =>
      browserApi.call("POST /api/fan/set-language", { body: { language }, keepalive: true }),
    onDone: ({ body }) => setViewer(body),
    onRefused: toastRefusal,
  });

  const { change } = useLatestChange(run);

  return (language) => {
    speak(language);
    void revalidate();
    if (signedIn) change(language);
  };
}
