import { useRevalidator } from "react-router";
import type { Language } from "#contract/common.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { speak } from "#web/lib/i18n/locale.ts";
import { profileQuery, useViewer } from "#web/lib/session/viewer.ts";

/** Changes the language without a reload: the routes render again, and the account remembers it. */
export function useLanguageSwitch(): (language: Language) => void {
  const { revalidate } = useRevalidator();
  const signedIn = useViewer() !== null;
  return (language) => {
    speak(language);
    void revalidate();
    if (signedIn) void remember(language);
  };
}

async function remember(language: Language): Promise<void> {
  const answer = await browserApi.call("POST /api/fan/set-language", { body: { language } });
  if (answer.status === 200) browserQueryClient().setQueryData(profileQuery.queryKey, answer.body);
}
