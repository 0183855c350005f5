import { OpenThread } from "#web/features/inbox/OpenThread.tsx";
import type { Route } from "./+types/chat.ts";
import { ChatSpending } from "./ChatSpending.tsx";
import { loadThread, loadThreadInBrowser } from "./inbox-loaders.ts";

/** On phones an open chat has the whole screen. */
export const handle = { footer: false, tabs: false, head: false };

export const loader = (args: Route.LoaderArgs) => loadThread(args, args.params.id);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadThreadInBrowser(params.id);

/** One chat of the fan. */
export default function Chat() {
  return <OpenThread spending={ChatSpending} />;
}
