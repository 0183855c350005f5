import { useQueryClient } from "@tanstack/react-query";
import { regionalMethodsQuery } from "#web/entities/wallet/regional-methods.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { useSetViewer } from "#web/lib/session/viewer.ts";

/** Stores where the fan lives; the ways to pay and their prices follow it. */
export function useSetCountry(onStored?: () => void) {
  const setViewer = useSetViewer();
  const client = useQueryClient();
  const { run, open, refusal } = useCommand({
    call: (country: string) => browserApi.call("POST /api/fan/set-country", { body: { country } }),
    onDone({ body }) {
      setViewer(body);
      void client.invalidateQueries({ queryKey: regionalMethodsQuery.queryKey });
      void client.invalidateQueries({ queryKey: ["packages"] });
      onStored?.();
    },
  });
  return { choose: run, open, refusal };
}
