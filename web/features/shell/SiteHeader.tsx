import { Link } from "react-router";
import { siteName } from "#contract/site-name.ts";
import { Bell } from "#web/entities/notification/Bell.tsx";
import { CheckoutForm } from "#web/entities/wallet/CheckoutForm.tsx";
import { HeldTokens } from "#web/entities/wallet/HeldTokens.tsx";
import { tokens } from "#web/lib/i18n/format.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { Coin } from "#web/ui/pictures/Coin.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { Logo } from "#web/ui/pictures/Logo.tsx";
import { MenuToggle } from "./drawer/MenuToggle.tsx";
import { SearchBox } from "./search/SearchBox.tsx";
import { LanguageMenu } from "./settings/LanguageMenu.tsx";
import { SettingsMenu } from "./settings/SettingsMenu.tsx";
import { ThemeButton } from "./settings/ThemeButton.tsx";

/**
 * The header of every page, 70 px. `search`: what the box says that searches the page's list; `clear`: it floats over a
 * picture.
 */
export function SiteHeader({ search = null, clear = false }: { search?: string | null; clear?: boolean }) {
  const viewer = useViewer();
  return (
    <header
      className={`sticky top-(--offline-bar) z-30 page-inset flex h-(--header) items-center gap-1 lg:gap-3 ${clear ? "" : "bg-bg"}`}
    >
      <Link to="/" aria-label={m.nav_home({ site: siteName() })} className="min-w-0 rounded-8">
        <Logo compact={viewer !== null} />
      </Link>
      {search !== null && <SearchBox words={search} />}
      <div className={`order-2 flex items-center lg:ml-auto lg:gap-1.5 ${search === null ? "ml-auto" : ""}`}>
        {viewer === null && <GuestDoors />}
        {viewer?.role === "fan" && <BalanceButton balance={viewer.balance} />}
        {viewer?.role === "fan" && <Bell />}
        <span className="hidden items-center gap-1 lg:flex">
          <span className="contents noscript:hidden">
            <LanguageMenu />
            <ThemeButton />
          </span>
          {viewer && <SettingsMenu viewer={viewer} />}
        </span>
        <MenuToggle />
      </div>
    </header>
  );
}

function GuestDoors() {
  return (
    <span className="flex items-center gap-1.5">
      <ButtonLink to="/login" tone="quiet" className="max-sm:min-h-10 max-sm:text-text">
        {m.nav_login()}
      </ButtonLink>
      <ButtonLink to="/register" tone="primary" className="max-lg:hidden">
        {m.nav_register()}
      </ButtonLink>
    </span>
  );
}

/** The fan's balance, and one tap to have more. */
function BalanceButton({ balance }: { balance: number }) {
  return (
    <div className="inline-flex h-11 items-center rounded-12 bg-raised light:bg-overlay max-lg:mx-1">
      <span className="inline-flex items-center gap-[7px] pr-1 pl-3">
        <Coin />
        <span className="flex gap-x-1 max-lg:flex-col max-lg:leading-tight lg:items-baseline">
          <span>
            <b className="font-[650]" data-testid="balance">
              {tokens(balance)}
            </b>{" "}
            <span className="sr-only">{m.nav_tokens()}</span>
          </span>
          <HeldTokens className="text-12 whitespace-nowrap text-text-2 tabular-nums" dot="max-lg:hidden" />
        </span>
      </span>
      <CheckoutForm>
        <button
          type="submit"
          aria-label={m.nav_buy_tokens()}
          title={m.nav_buy_tokens()}
          className="grid h-11 w-10 place-items-center rounded-12 text-gold hover:bg-overlay"
        >
          <Icon name="plus" size={18} className="[stroke-width:2.4]" />
        </button>
      </CheckoutForm>
    </div>
  );
}
