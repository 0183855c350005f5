import { inTransaction } from "#server/kit/database/transaction.ts";
import type { NotificationsNeeds } from "./needs.ts";
import { digestEmail } from "./rules/digest-email.ts";
import { isReachable } from "./rules/is-reachable.ts";
import { sentenceOf } from "./rules/push-text.ts";
import { localTime } from "./rules/quiet-hours.ts";
import type { UnsubscribeCodes } from "./rules/unsubscribe-codes.ts";
import { unreadSince } from "./store/items-store.ts";
import { claimDigest, fansWithDigest, type SettingsRow } from "./store/settings-store.ts";

const hourMs = 3_600_000;
/** Between two of a fan's mails: less than a day, for the days when clocks change. */
const apartMs = 20 * hourMs;
/** From nine in the morning on, where the fan is. */
const fromMinute = 9 * 60;
const batchSize = 200;
const itemsMax = 20;

/** Mails those who want it what they have not read of the last day, once a day. The job repeats it every few minutes. */
export function mailDigests(needs: NotificationsNeeds, codes: UnsubscribeCodes) {
  const { db, clock } = needs;
  return async (): Promise<void> => {
    const now = clock.now();
    const since = new Date(now.getTime() - apartMs);
    let afterFan = 0;
    for (;;) {
      const due = await fansWithDigest(db, { afterFan, since, limit: batchSize });
      for (const settings of due)
        if (localTime(now, settings.time_zone).minute >= fromMinute)
          await mailOne(needs, codes, settings, now);
      const last = due.at(-1);
      if (!last || due.length < batchSize) return;
      afterFan = last.fan_id;
    }
  };
}

/** The mail is enqueued in the transaction that claims the day, so that two who do this at once send one. */
async function mailOne(
  needs: NotificationsNeeds,
  codes: UnsubscribeCodes,
  settings: SettingsRow,
  now: Date,
): Promise<void> {
  const { db, accounts, catalog, mailer, publicOrigin } = needs;
  await inTransaction(db, async (tx) => {
    if (!(await claimDigest(tx, settings.fan_id, settings.digest_at, now))) return;
    const fan = await accounts.byId(tx, settings.fan_id);
    if (!fan || !isReachable(fan) || !fan.email || fan.validation !== "confirmed") return;
    const since = settings.digest_at ?? new Date(now.getTime() - 24 * hourMs);
    const items = await unreadSince(tx, fan.id, since, itemsMax);
    if (items.length === 0) return;
    const faces = await catalog.faces(
      tx,
      items.flatMap(({ model_id }) => model_id ?? []),
    );
    const lines = items.map(({ kind, model_id }) =>
      sentenceOf(kind, faces.get(model_id ?? 0)?.name, fan.language),
    );
    await mailer.enqueue(
      tx,
      digestEmail({
        to: { login: fan.login, email: fan.email, language: fan.language },
        lines,
        discreet: settings.discreet,
        publicOrigin,
        unsubscribeUrl: `${publicOrigin}/stop-notices/${codes.make({ fanId: fan.id, about: "digest" })}`,
      }),
    );
  });
}
