import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Membership } from "#demo/gateways/commercegate/membership.ts";
import { noticeBody } from "#demo/gateways/commercegate/notices.ts";
import { systemClock } from "#server/kit/clock.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { type Member, registerMember } from "#testing/app/members.ts";
import { lockBarrier } from "#testing/database/lock-barrier.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { startFakeCommerceGate, startFakeDirecta24, startFakeNmi } from "#testing/payments/fakes.ts";
import { cards, newOrderId, validRequest } from "#testing/payments/requests.ts";
import { appProcesses, type NamedApp } from "#testing/processes/app-processes.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const apps = appProcesses(database);
const wallet = createWallet();
const balance = ({ id }: Member) => wallet.balance(database.db, { kind: "fan", id });

/** The gateways, each a server of its own that the application finds again after each death. */
async function startGateways(app: () => NamedApp | undefined) {
  const origin = () => app()?.origin ?? "http://127.0.0.1:9";
  const [nmi, directa24, form] = await Promise.all([
    startFakeNmi(origin, systemClock, { webhookCopies: 0 }),
    startFakeDirecta24(origin, systemClock, { notificationCopies: 0 }),
    startFakeCommerceGate(origin, systemClock),
  ]);
  form.provider.setKnobs({ copies: 0 });
  return {
    ...{ nmi, directa24, form },
    settings: { nmi: nmi.settings, directa24: directa24.settings, tokensForm: form.settings },
    close: () => Promise.all([nmi, directa24, form].map((server) => server.app.close())),
  };
}

/** The notice of a payment in the form, which its provider sends until it is answered. */
const formNotice = (app: NamedApp, noticeKey: string, { packid, amount, op1, op2 }: Membership) =>
  fetch(`${app.origin}/service/payments/callback/commercegate?key=${noticeKey}`, {
    method: "POST",
    headers: { "content-type": "text/xml" },
    body: noticeBody({
      ...{ TransactionType: "SALE", TransactionID: `sale of ${op1}`, OfferID: packid },
      ...{ Amount: amount, Currency: "USD", WebsiteID: "23", op1, op2 },
    }),
  }).catch(() => null);

test(
  "R-OPEN-34, R-OPEN-35: kill -9 while payments by NMI, by a bank's confirmation, by PSE and by the form are credited, and again afterwards: none is lost, none counts twice",
  {
    timeout: 180_000,
  },
  async () => {
    let app: NamedApp | undefined;
    const { nmi, directa24, form, settings, close } = await startGateways(() => app);
    const first = await apps.start(settings);
    app = first;
    const { body: shop } = await first.call("GET", "/api/token-packages");
    const [pack] = (shop.data as { packages: { id: number; price: number; tokens: number }[] }).packages;
    if (!pack) throw new Error("nothing is on sale");
    const fans = await Promise.all(Array.from({ length: 4 }, () => registerMember(first)));
    const [byCard, byBank, byPse, byForm] = fans as [Member, Member, Member, Member];
    const order = (as: Member, card_number: string) => ({
      as,
      body: { ...validRequest(pack), email: as.email, orderid: newOrderId(), card_number },
    });

    const asked = await first.call("POST", "/api/payments/process", order(byBank, cards.redirect));
    const page = new URL(String(asked.body.checkout_url));
    const { cavv, eci, cardHolderAuth } = nmi.simulator.banks.confirm();
    const confirm = ({ origin }: NamedApp) =>
      fetch(`${origin}${page.pathname}${page.search}`, {
        method: "POST",
        body: new URLSearchParams({ result: "confirmed", cavv, eci, cardholder_auth: cardHolderAuth }),
        redirect: "manual",
      }).catch(() => null);
    await first.call("POST", "/api/fan/set-country", { as: byPse, body: { country: "CO" } });
    const regional = { as: byPse, body: { id: pack.id, paymentMethodCode: "PC" } };
    expect((await first.call("POST", "/api/directa24/buy-tokens", regional)).status).toBe(200);
    const [deposit] = directa24.provider.books.all();
    const notify = ({ origin }: NamedApp) =>
      fetch(`${origin}/service/payments/callback/directa24`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ deposit_id: deposit?.deposit_id }),
      }).catch(() => null);
    await first.call("POST", "/api/fan/card-gateway/buy-tokens", { as: byForm, body: { id: pack.id } });
    const [opened] = form.provider.store.all();
    if (!deposit || !opened) throw new Error("a page was not opened");
    directa24.provider.settle(deposit.deposit_id, "COMPLETED");
    form.provider.decide(opened.token, true);

    // All four have been paid; the accounts that the tokens go to are locked when the process dies.
    const stop = await lockBarrier(database.owner, (tx) =>
      sql`select from wallet.account where kind = 'fan' and owner_id = any(${fans.map(({ id }) => id)}) for update`.execute(
        tx,
      ),
    );
    const cut = [
      first.call("POST", "/api/payments/process", order(byCard, cards.approved)).catch(() => null),
      ...[confirm(first), notify(first), formNotice(first, form.settings.noticeKey, opened)],
    ];
    await stop.reached(first.name, 4);
    const killed = first.kill();
    await stop.release();
    await killed;
    await Promise.all(cut);
    expect(await Promise.all(fans.map(balance))).toEqual([0, 0, 0, 0]);

    // The next one finds three by asking; the form's gateway cannot be asked and notifies again.
    const second = await apps.start({ ...settings, clockAheadMs: 2 * 60_000 });
    app = second;
    await formNotice(second, form.settings.noticeKey, opened);
    const all = fans.map(() => pack.tokens);
    await until(
      async () => (await Promise.all(fans.map(balance))).join() === all.join(),
      "all tokens",
      60_000,
    );
    await second.kill();

    const third = await apps.start({ ...settings, clockAheadMs: 4 * 60_000 });
    app = third;
    await Promise.all([confirm(third), notify(third), formNotice(third, form.settings.noticeKey, opened)]);
    expect(await Promise.all(fans.map(balance))).toEqual(all);
    const charged = nmi.simulator.books.all().filter(({ condition }) => condition === "pendingsettlement");
    expect(charged).toHaveLength(2);
    await close();
  },
);
