import { ChatPanel } from "#web/features/chat/ChatPanel.tsx";
import { StudioScreen } from "#web/features/studio/StudioScreen.tsx";
import { studioQuery } from "#web/features/studio/use-studio.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { serverApi } from "#web/lib/page/request-context.ts";
import { m } from "#web/paraglide/messages.js";
import { ErrorCard } from "#web/ui/ErrorCard.tsx";
import type { Route } from "./+types/studio.ts";

export const meta: Route.MetaFunction = () => [{ title: m.studio_document() }];

export async function loader({ context }: Route.LoaderArgs) {
  const answer = await serverApi(context).call("GET /api/studio");
  return { studio: answer.status === 200 ? answer.body : null };
}

export async function clientLoader() {
  return {
    studio: await browserQueryClient()
      .fetchQuery(studioQuery)
      .catch(() => null),
  };
}

export const shouldRevalidate = () => false;

/** The studio: the screen of the model's room beside its chat. */
export default function StudioPage({ loaderData }: Route.ComponentProps) {
  const { studio } = loaderData;
  if (studio === null)
    return (
      <main id="main" className="grid flex-1 place-items-center">
        <ErrorCard headingLevel="h1" title={m.studio_load_failed()} onRetry={() => location.reload()} />
      </main>
    );
  return (
    <StudioScreen
      key={studio.model.id}
      initial={studio}
      chat={(keepLine) => (
        <ChatPanel
          slug={studio.model.login}
          me={{ id: studio.model.id, name: studio.model.artisticName, role: "model" }}
          history={studio.chat.history}
          loadHistory={loadHistory}
          onLine={keepLine}
          className="h-[min(816px,calc(100dvh-94px))] min-h-[420px] shadow-[inset_0_0_0_1px_var(--line)]"
        />
      )}
    />
  );
}

async function loadHistory() {
  const answer = await browserApi.call("GET /api/studio");
  return answer.status === 200 ? answer.body.chat.history : null;
}
