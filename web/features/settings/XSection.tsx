import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router";
import type { FanProfile } from "#contract/accounts.ts";
import { buildPath } from "#web/lib/api-path.ts";
import { browserApi } from "#web/lib/browser-api.ts";
import { useLocale } from "#web/lib/locale.ts";
import { profileQuery } from "#web/lib/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { buttonLook } from "#web/ui/button-look.ts";
import { toast } from "#web/ui/toast.ts";
import { SettingsSection } from "./SettingsSection.tsx";
import { sayRefusal } from "./say-refusal.ts";

/** The account's link to X: connecting leads there and back, disconnecting happens here. */
export function XSection({ viewer }: { viewer: FanProfile }) {
  const { busy, disconnect } = useDisconnect();
  const query = { connect: "1", route: useLocation().pathname, language: useLocale() };
  return (
    <SettingsSection title={m.settings_x()}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className={viewer.twitter ? "font-[550]" : "text-text-2"}>
          {viewer.twitter ? m.settings_x_connected({ handle: viewer.twitter }) : m.settings_x_none()}
        </p>
        {viewer.twitter ? (
          <Button tone="outline" busy={busy} onClick={() => void disconnect()}>
            {m.settings_x_disconnect()}
          </Button>
        ) : (
          <a href={buildPath("GET /auth/twitter", {}, query)} className={buttonLook("outline")}>
            {m.settings_x_connect()}
          </a>
        )}
      </div>
    </SettingsSection>
  );
}

function useDisconnect() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const disconnect = async () => {
    setBusy(true);
    const answer = await browserApi.call("POST /api/fan/disconnect-twitter");
    setBusy(false);
    if (answer.status === 200) {
      client.setQueryData(profileQuery.queryKey, answer.body);
      toast({ kind: "success", text: m.settings_x_disconnected() });
    } else if (answer.status === 409) toast({ kind: "error", text: answer.body.message });
    else sayRefusal(answer);
  };
  return { busy, disconnect };
}
