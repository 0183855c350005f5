import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { STORAGE } from "#web/lib/constants.ts";
import { DocumentProvider, readDocumentFacts } from "#web/lib/document.ts";
import { finishEndedSession } from "#web/lib/ended-session.ts";
import { keepLatePresses } from "#web/lib/late-press.ts";
import { adoptDocumentLanguage } from "#web/lib/locale.ts";
import { reloadOnceForLostChunk } from "#web/lib/lost-chunk.ts";

adoptDocumentLanguage();
finishEndedSession();
window.addEventListener("vite:preloadError", (event) => {
  if (reloadOnceForLostChunk()) event.preventDefault();
});

// A social login becomes the session first; its page is loaded anew.
if (sessionStorage.getItem(STORAGE.socialToken) === null) begin();
else
  void import("#web/lib/social-token.ts")
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
