import type { QuotedMessage } from "#contract/chat-message.ts";
import { m } from "#web/paraglide/messages.js";
import { useInbox } from "../inbox.ts";
import { tipSummary } from "../message-summary.ts";

/** The message that another one answers, in short. `name`: the person at the other end. */
export function Quote({ quoted, name }: { quoted: QuotedMessage; name: string }) {
  const { me } = useInbox();
  return (
    <span className="grid min-w-0 border-l-2 border-accent pl-2 text-left text-12 text-text-2">
      <span className="truncate font-semibold">{quoted.author_id === me ? m.inbox_you_said() : name}</span>
      <span className="truncate">{quoted.body || kindOf(quoted)}</span>
    </span>
  );
}

/** The text in place of a message without words. */
function kindOf({ media, tip }: QuotedMessage): string {
  if (tip !== null) return tipSummary({ tokens: tip, gift: null });
  if (media === null) return "";
  return media === "picture" ? m.inbox_picture() : m.inbox_video();
}
