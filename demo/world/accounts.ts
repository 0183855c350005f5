import { type Account, hashPassword, type Identity } from "#server/identity/identity.ts";
import type { Database } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { demoModels } from "../models.ts";
import { openedDaysAgo } from "../past/plan.ts";
import { regulars } from "../past/regulars.ts";
import { keptShows } from "./kept-shows.ts";
import { moderatorFan } from "./moderator.ts";
import { tippingFans } from "./tips.ts";

/** The password of every account of the demo world; the README names it too. */
export const demoPassword = "fanlight-demo";

type Resident = {
  login: string;
  role: Account["role"];
  language: "en" | "es";
  country: string | null;
  confirmed: boolean;
  /** The demo plays their part, so that nobody reads their mails: their address cannot exist. */
  simulated: boolean;
};

const resident = (login: string, overrides: Partial<Resident> = {}): Resident => ({
  login,
  role: "fan",
  language: "en",
  country: null,
  confirmed: true,
  simulated: false,
  ...overrides,
});

const residents: readonly Resident[] = [
  resident("nico", { country: "US" }),
  resident("sofia", { language: "es", country: "CO" }),
  resident("guestfan", { confirmed: false }),
  ...keptShows.map(({ fan }) => resident(fan, { country: "US", simulated: true })),
  resident(moderatorFan, { country: "GB", simulated: true }),
  ...regulars.map(({ login, ...rest }) => resident(login, { ...rest, simulated: true })),
  ...tippingFans.map(({ login, ...rest }) => resident(login, { ...rest, simulated: true })),
  resident("staff", { role: "admin" }),
  ...demoModels.map(({ login, country }) => resident(login, { role: "model", country })),
];

/** Opens the accounts of the demo world that are not there yet; answers the id of each login. */
export async function seedAccounts(
  db: Database,
  { identity }: { identity: Identity },
): Promise<ReadonlyMap<string, number>> {
  const passwordHash = await hashPassword(demoPassword);
  const ids = new Map<string, number>();
  for (const person of residents) {
    const known = await identity.byName(db, person.login);
    ids.set(person.login, known?.id ?? (await settle(db, identity, person, passwordHash)));
  }
  return ids;
}

/** The address of an account of the demo world. */
export const emailOf = (login: string): string =>
  `${login}@${residents.find((one) => one.login === login)?.simulated ? "simulated.invalid" : "demo.fanlight.example"}`;

function settle(
  db: Database,
  identity: Identity,
  { login, role, language, country, confirmed }: Resident,
  passwordHash: string,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const account = await identity.open(tx, {
      ...{ login, role, language, country, confirmed, email: emailOf(login) },
      passwordHash,
      address: "127.0.0.1",
      demo: true,
      openedAt: new Date(Date.now() - openedDaysAgo * 86_400_000),
    });
    return account.id;
  });
}
