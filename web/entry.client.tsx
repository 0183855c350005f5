import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { defaultSiteName, nameSite } from "#contract/site-name.ts";
import { storageKeys } from "#web/lib/constants.ts";
import { readDocumentLanguage } from "#web/lib/i18n/locale.ts";
import { pageLeaving } from "#web/lib/leaving.ts";
import { loadCode } from "#web/lib/load-code.ts";
import { guardDoublePresses } from "#web/lib/page/double-press.ts";
import { sessionStore } from "#web/lib/platform/storage.ts";
import { clearEndedSession } from "#web/lib/session/session.ts";

readDocumentLanguage();
nameSite(document.documentElement.dataset.site ?? defaultSiteName);
pageLeaving();
guardDoublePresses();

// A social login becomes the session first, and the page is reloaded.
clearEndedSession();
if (sessionStore.getItem(storageKeys.socialToken) === null) hydrate();
else
  void loadCode(() => import("#web/lib/session/sign-in.ts"))
    .then(({ finishSocialLogin }) => finishSocialLogin())
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
