import { m } from "#web/paraglide/messages.js";
import { MenuButton, menuItemClass } from "#web/ui/buttons/MenuButton.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";

/** The kinds of gift from a fan to the model of a chat. */
export type Gift = "tip" | "gift";

/** Where a tip or a gift to the model of a chat is chosen and paid; null: closed. */
export type SpendingProps = {
  model: { id: number; artisticName: string; avatar: string };
  chatId: number;
  open: Gift | null;
  onClose(): void;
};

/** Offers a tip or a gift to the model of the chat. */
export function SpendButton({ onOpen }: { onOpen(what: Gift): void }) {
  return (
    <MenuButton label={m.inbox_spend()} trigger={<Icon name="tip" />} side="up">
      <li>
        <button type="button" className={menuItemClass} onClick={() => onOpen("tip")}>
          <Icon name="tip" size={18} className="text-text-2" />
          {m.inbox_spend_tip()}
        </button>
      </li>
      <li>
        <button type="button" className={menuItemClass} onClick={() => onOpen("gift")}>
          <Icon name="gift" size={18} className="text-text-2" />
          {m.inbox_spend_gift()}
        </button>
      </li>
    </MenuButton>
  );
}
