import { useSyncExternalStore } from "react";
import { cookieNames, preferenceCookieSeconds } from "#web/lib/constants.ts";
import { writeCookie } from "#web/lib/cookies.ts";
import { type Theme, usePageConfig } from "#web/lib/page/page-config.ts";

const listeners = new Set<() => void>();

/** Changes the theme of the page at once and for later visits. The server writes it into the next document. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  writeCookie(cookieNames.theme, theme, preferenceCookieSeconds);
  for (const listener of listeners) listener();
}

/** The theme of the page. */
export function useTheme(): Theme {
  const { theme } = usePageConfig();
  return useSyncExternalStore(
    subscribe,
    () => (document.documentElement.dataset.theme === "light" ? "light" : "dark"),
    () => theme,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
