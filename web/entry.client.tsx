import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { STORAGE } from "#web/lib/constants.ts";
import { keepLatePresses } from "#web/lib/hydration/late-press.ts";
import { readDocumentLanguage } from "#web/lib/i18n/locale.ts";
import { loadCode } from "#web/lib/page/load-code.ts";
import { PageConfigProvider, readPageConfig } from "#web/lib/page/page-config.ts";
import { clearEndedSession } from "#web/lib/session/session.ts";

readDocumentLanguage();
clearEndedSession();

// A social login becomes the session first; the page is reloaded.
if (sessionStorage.getItem(STORAGE.socialToken) === null) begin();
else
  void loadCode(() => import("#web/lib/session/sign-in.ts"))
    .then(({ finishSocialLogin }) => finishSocialLogin())
    .then((leaves) => leaves || begin());

function begin(): void {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <PageConfigProvider value={readPageConfig()}>
          <Awake>
            <HydratedRouter />
          </Awake>
        </PageConfigProvider>
      </StrictMode>,
    );
  });
}

/** Presses again what somebody pressed before the page was alive, or a part of it that comes to life later. */
function Awake({ children }: { children: ReactNode }) {
  useEffect(() => {
    keepLatePresses();
    window.earlyPress?.take()?.click();
    delete window.earlyPress;
  }, []);
  return children;
}
