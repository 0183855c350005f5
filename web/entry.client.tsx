import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { STORAGE } from "#web/lib/constants.ts";
import { DocumentProvider, readDocumentFacts } from "#web/lib/document.ts";
import { finishEndedSession } from "#web/lib/ended-session.ts";
import { keepLatePresses } from "#web/lib/late-press.ts";
import { loadCode } from "#web/lib/load-code.ts";
import { adoptDocumentLanguage } from "#web/lib/locale.ts";

adoptDocumentLanguage();
finishEndedSession();

// A social login becomes the session first; its page is loaded anew.
if (sessionStorage.getItem(STORAGE.socialToken) === null) begin();
else
  void loadCode(() => import("#web/lib/social-token.ts"))
    .then(({ finishSocialLogin }) => finishSocialLogin())
    .then((leaves) => leaves || begin());

function begin(): void {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <DocumentProvider value={readDocumentFacts()}>
          <Awake>
            <HydratedRouter />
          </Awake>
        </DocumentProvider>
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
