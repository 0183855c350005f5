import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { DocumentProvider, readDocumentFacts } from "#web/lib/document.ts";
import { finishEndedSession } from "#web/lib/ended-session.ts";
import { adoptDocumentLanguage } from "#web/lib/locale.ts";
import { reloadOnceForLostChunk } from "#web/lib/lost-chunk.ts";

adoptDocumentLanguage();
finishEndedSession();
window.addEventListener("vite:preloadError", (event) => {
  if (reloadOnceForLostChunk()) event.preventDefault();
});

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <DocumentProvider value={readDocumentFacts()}>
        <HydratedRouter />
      </DocumentProvider>
    </StrictMode>,
  );
});
