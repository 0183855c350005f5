import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { SavedCardView } from "#contract/saved-cards.ts";
import { cardName, savedCardsQuery } from "#web/entities/wallet/saved-cards.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { goneIsDone, refusalText } from "#web/lib/api/refusal.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { FormAlert } from "#web/ui/fields/Field.tsx";
import { toast } from "#web/ui/overlays/toast.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { SettingsSection, StatusBadge } from "./SettingsSection.tsx";

/** The cards that the fan has had kept for one-press purchases; nothing where there are none. */
export function SavedCardsSection() {
  const { data } = useQuery(savedCardsQuery);
  if (!data || data.length === 0) return null;
  return (
    <SettingsSection title={m.settings_cards()} anchor="cards">
      <p className="mb-2 text-text-2">{m.settings_cards_note()}</p>
      <ul className="grid">
        {data.map((card) => (
          <SavedCardRow key={card.id} card={card} />
        ))}
      </ul>
    </SettingsSection>
  );
}

function SavedCardRow({ card }: { card: SavedCardView }) {
  const client = useQueryClient();
  const name = cardName(card);
  const { run, pending, refusal } = useCommand({
    call: async (id: number) =>
      goneIsDone(await browserApi.call("DELETE /api/payments/saved-cards/{id}", { params: { id } })),
    async onDone() {
      await client.invalidateQueries({ queryKey: savedCardsQuery.queryKey });
      toast({ kind: "success", text: m.settings_cards_removed({ card: name }) });
    },
  });
  const expiry = `${String(card.expiry_month).padStart(2, "0")}/${String(card.expiry_year % 100).padStart(2, "0")}`;
  return (
    <li className="grid gap-2 border-line py-2 not-first:border-t">
      <div className="flex min-h-10 items-center gap-3">
        <Icon name="card" className="flex-none text-text-3" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-[550]">{name}</p>
          <p className="text-12 text-text-3">{m.settings_cards_expiry({ expiry })}</p>
        </div>
        {card.expired && <StatusBadge tone="warn">{m.settings_cards_expired()}</StatusBadge>}
        <Button
          tone="quiet"
          size="sm"
          busy={pending}
          aria-label={m.settings_cards_remove_named({ card: name })}
          onClick={() => void run(card.id)}
        >
          {m.settings_cards_remove()}
        </Button>
      </div>
      {refusal && <FormAlert text={refusalText(refusal)} />}
    </li>
  );
}
