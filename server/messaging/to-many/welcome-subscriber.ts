import { inTransaction } from "#server/kit/database/transaction.ts";
import type { MessagingNeeds } from "#server/messaging/needs.ts";
import { insertRecipients } from "#server/messaging/store/mass-recipients-store.ts";
import { lockWelcome, updateMass } from "#server/messaging/store/mass-store.ts";
import { deliverSome, isListed } from "./deliver-mass-message.ts";

/**
 * Sends a model's welcome to a fan whose subscription began while it stood, unless its model is hidden or suspended by
 * now; each fan gets one welcome of a model. May be called twice with the same subscription.
 */
export function welcomeSubscriber(needs: MessagingNeeds) {
  return async (subscriber: { fanId: number; modelId: number; since: Date }): Promise<void> => {
    await inTransaction(needs.db, async (tx) => {
      const welcome = await lockWelcome(tx, subscriber.modelId);
      if (!welcome || subscriber.since < welcome.created_at) return;
      // A form that was open before staff hid or suspended its model may be paid afterwards.
      if (!(await isListed(tx, needs, subscriber.modelId))) return;
      if ((await insertRecipients(tx, welcome, [subscriber.fanId])) === 0) return;
      const recipients = welcome.recipients + 1;
      await deliverSome(tx, needs, await updateMass(tx, welcome.id, { recipients }));
    });
  };
}
