import { useQuery, useQueryClient } from "@tanstack/react-query";
import { chatRulesQuery } from "#web/entities/message/chat-rules.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Switch } from "#web/ui/fields/Switch.tsx";
import { toastRefusal } from "#web/ui/overlays/toast.ts";
import { SettingsSection } from "./SettingsSection.tsx";

/** The choice of who may write in a model's chats; stored as soon as it is changed. */
export function ChatRulesSection() {
  const client = useQueryClient();
  const { data: rules, refetch } = useQuery(chatRulesQuery);
  const { run } = useCommand({
    call: (subscribers_only: boolean) =>
      browserApi.call("POST /api/studio/chat-rules", { body: { subscribers_only }, keepalive: true }),
    changes: [chatRulesQuery.queryKey],
    optimistic(subscribers_only) {
      client.setQueryData(chatRulesQuery.queryKey, { subscribers_only });
      return () => client.setQueryData(chatRulesQuery.queryKey, rules);
    },
    onDone: ({ body }) => client.setQueryData(chatRulesQuery.queryKey, body),
    onRefused: toastRefusal,
  });
  return (
    <SettingsSection title={m.chat_rules()} anchor="chat-rules">
      {rules ? (
        <Switch
          label={m.chat_rules_subscribers()}
          checked={rules.subscribers_only}
          onChange={(on) => void run(on)}
        />
      ) : (
        <Button onClick={() => void refetch()}>{m.common_retry()}</Button>
      )}
      <p className="max-w-[56ch] text-12 text-text-3">{m.chat_rules_hint()}</p>
    </SettingsSection>
  );
}
