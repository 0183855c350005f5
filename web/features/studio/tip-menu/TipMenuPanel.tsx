import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTokensAndMoney } from "#web/entities/studio/payout.ts";
import { inLanguage } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Panel, PanelFailed } from "../Panel.tsx";
import { menuQuery } from "./menu-query.ts";
import { TipMenuDialog } from "./TipMenuDialog.tsx";

/** The model's offers for a tip, to be edited together. */
export function TipMenuPanel() {
  const read = useQuery(menuQuery);
  const items = read.data;
  const paid = useTokensAndMoney();
  const [editing, setEditing] = useState(false);
  return (
    <Panel
      title={m.studio_menu_items()}
      end={
        <Button
          size="sm"
          tone="quiet"
          className="min-h-11"
          disabled={!items}
          aria-label={`${m.studio_edit()}: ${m.studio_menu()}`}
          onClick={() => setEditing(true)}
        >
          {m.studio_edit()}
        </Button>
      }
    >
      <PanelFailed read={read} />
      {items?.length === 0 && <p className="px-4 pb-4 text-text-3">{m.studio_menu_none()}</p>}
      <ul className="pb-1">
        {items?.map(({ id, title, price }) => (
          <li
            key={id}
            className="flex min-h-11 items-center justify-between gap-3 border-t border-line px-4 py-2"
          >
            <span className="min-w-0 truncate">{inLanguage(title)}</span>
            <span className="font-[650] whitespace-nowrap text-gold">{paid(price)}</span>
          </li>
        ))}
      </ul>
      {items && editing && <TipMenuDialog items={items} onClose={() => setEditing(false)} />}
    </Panel>
  );
}
