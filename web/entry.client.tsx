import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { STORAGE } from "#web/lib/constants.ts";
import { readDocumentLanguage } from "#web/lib/i18n/locale.ts";
import { guardDoublePresses } from "#web/lib/page/double-press.ts";
import { loadCode } from "#web/lib/page/load-code.ts";
import { clearEndedSession } from "#web/lib/session/session.ts";

readDocumentLanguage();
guardDoublePresses();

// A social login becomes the session first, and the page is reloaded. Storage that is blocked throws, and is replaced first.
let isReady = false;
try {
  clearEndedSession();
  isReady = sessionStorage.getItem(STORAGE.socialToken) === null;
} catch {}
if (isReady) hydrate();
else
  void loadCode(() => import("#web/lib/page/before-life.ts"))
    .then(({ prepareLife }) => prepareLife())
    .then((leaves) => leaves || hydrate());

function hydrate(): void {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
}
