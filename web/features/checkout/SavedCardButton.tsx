import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FanProfile } from "#contract/profile.ts";
import type { SavedCardView } from "#contract/saved-cards.ts";
import { ReauthDialog, useReauthCommand } from "#web/entities/account/ReauthDialog.tsx";
import { cardName, savedCardsQuery } from "#web/entities/wallet/saved-cards.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { money } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { NewTabLink } from "#web/ui/buttons/NewTabLink.tsx";
import type { Offer } from "./offers.ts";

type SavedCardButtonProps = {
  card: SavedCardView;
  offer: Offer;
  viewer: FanProfile;
  disabled: boolean;
  pay(): Promise<void>;
};

/** Buys with a saved card by one press; where the card is new to the session, its owner re-authenticates first. */
export function SavedCardButton({ card, offer, viewer, disabled, pay }: SavedCardButtonProps) {
  const [asks, setAsks] = useState(false);
  const price = money(offer.charged);
  return (
    <div className="grid gap-2">
      <Button
        tone="primary"
        size="lg"
        wide
        disabled={disabled}
        onClick={() => (card.confirm ? setAsks(true) : void pay())}
      >
        {m.pay_saved_card({ price, card: cardName(card) })}
      </Button>
      <p className="text-12 text-text-3 [&_a]:underline">
        {m.pay_saved_card_terms()} <NewTabLink to="/terms-of-service" text={m.pay_terms_link()} />
        {m.pay_saved_card_terms_after()}
      </p>
      {asks && (
        <ConfirmCard
          card={card}
          viewer={viewer}
          onClose={() => setAsks(false)}
          onDone={() => {
            setAsks(false);
            void pay();
          }}
        />
      )}
    </div>
  );
}

type ConfirmCardProps = Pick<SavedCardButtonProps, "card" | "viewer"> & { onClose(): void; onDone(): void };

function ConfirmCard({ card, viewer, onClose, onDone }: ConfirmCardProps) {
  const client = useQueryClient();
  const asked = useReauthCommand(viewer, {
    call: (body) =>
      browserApi.call("POST /api/payments/saved-cards/{id}/confirm", { params: { id: card.id }, body }),
    async onDone() {
      onDone();
      await client.invalidateQueries({ queryKey: savedCardsQuery.queryKey });
    },
  });
  return (
    <ReauthDialog
      viewer={viewer}
      asked={asked}
      title={m.pay_saved_card_confirm({ card: cardName(card) })}
      cancel={m.pay_saved_card_cancel()}
      confirm={m.pay_saved_card_confirm_pay()}
      tone="primary"
      onClose={onClose}
    >
      <p className="text-text-2">{m.pay_saved_card_confirm_why()}</p>
    </ReauthDialog>
  );
}
