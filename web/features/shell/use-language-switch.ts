import { useRevalidator } from "react-router";
import type { Language } from "#contract/common.ts";
import { browserApi } from "#web/lib/browser-api.ts";
import { speak } from "#web/lib/locale.ts";
import { browserQueryClient } from "#web/lib/query-client.ts";
import { profileQuery, useViewer } from "#web/lib/viewer.ts";

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
