import { chatFile } from "#contract/field-bounds.ts";
import { createCatalog } from "#server/catalog/catalog.ts";
import { type Content, createContent } from "#server/content/content.ts";
import { createMailer } from "#server/email/email.ts";
import { createIdentity, legalVersion } from "#server/identity/identity.ts";
import { breachedPasswords } from "#server/identity/password/breached-passwords.ts";
import type { Limits } from "#server/kit/http/limits.ts";
import type { Nodes } from "#server/kit/nodes/nodes.ts";
import { onlyNode } from "#server/kit/nodes/ownership.ts";
import type { Pressure } from "#server/kit/overload/pressure.ts";
import { contactDetailsRule } from "#server/kit/text-rules/contact-details.ts";
import { iceServersOf } from "#server/media/ice-servers.ts";
import { liveMedia } from "#server/media/live-media.ts";
import { createPlaybackTokens } from "#server/media/playback-token.ts";
import { createMessaging, type Messaging } from "#server/messaging/messaging.ts";
import { createNotifications, type Notifications } from "#server/notifications/notifications.ts";
import { createPayments, defaultCardingLimits, type PaymentsConfig } from "#server/payments/payments.ts";
import { createProfiles } from "#server/profiles/profiles.ts";
import { createPush, type Push } from "#server/push/push.ts";
import { createRealtime } from "#server/realtime/realtime.ts";
import { sharedRealtime } from "#server/realtime/redis/shared.ts";
import { createRooms, type Rooms } from "#server/rooms/rooms.ts";
import { createShows, type Shows } from "#server/shows/shows.ts";
import { createPrivateFiles, createStorage, createUploads } from "#server/storage/storage.ts";
import { createSubscriptions } from "#server/subscriptions/subscriptions.ts";
import {
  createEvidencePictures,
  createSupport,
  readEvidence,
  contentExists,
  readSales,
  removeContent,
  type Support,
} from "#server/support/support.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { fillBillingCountry } from "./billing-country.ts";
import { cutSession } from "./cut-session.ts";
import { mayJoin } from "./join-topic.ts";
import { listReads, liveFromOf } from "./list-reads.ts";
import { menuCounters } from "./menu-counters.ts";
import type { AppNeeds, Modules } from "./needs.ts";
import { openAccount } from "./open-account.ts";
import { forwardedAddress, originGate } from "./origin-gate.ts";
import { ownerCalls, ownerWaitMs, roomsAtOwner, showsAtOwner } from "./owner-calls.ts";
import { personalData } from "./personal-data.ts";
import { cutFilesOfReturned } from "./private-file-access.ts";
import { mailReceipts } from "./purchase-email.ts";
import { rewardEmail, rewardInviter } from "./rewards.ts";

/**
 * Makes the modules in their order. An event carries everything that must flow the other way; where a module needs an
 * answer from a later one, a function of it is handed in here.
 */
export function createModules(
  needs: AppNeeds,
  { limits, pressure, nodes }: { limits: Limits; pressure: Pick<Pressure, "level">; nodes: Nodes | null },
): Modules {
  const { db, clock, log, config, media, secret } = needs;
  const storage = createStorage(needs.files);
  const privateFiles = createPrivateFiles({ files: needs.files, dataDir: config.dataDir, secret, clock, db });
  const uploads = createUploads({ db, clock, files: privateFiles, limits: uploadLimits, rates: limits });
  const mailer = createMailer({ db, clock, log, homeUrl: config.publicOrigin, transport: needs.transport });
  const wallet = createWallet();
  const holdsContactDetails = contactDetailsRule(config.contactDetails, config.publicOrigin);
  const playbackTokens = createPlaybackTokens(secret, clock);
  const cameraTokens = createPlaybackTokens(secret, clock, "whip");
  const realtime = createRealtime({
    secret,
    clock,
    allowedOrigins: originGate(config),
    authorize: (subject, topic) => mayJoin({ content, rooms, shows }, subject, topic),
    ...(config.trustProxy > 0 ? { addressOf: forwardedAddress(config.trustProxy) } : {}),
    typing: ({ userId, role }, chatId) =>
      role === "admin" ? undefined : messaging.typing({ id: userId, role: role }, chatId),
    report: (error) => log.error({ err: error }, "a socket could not be served"),
    random: needs.random,
    limits: { socketsPerAddressMax: config.connectionsPerAddress },
    isOverloaded: () => pressure.level() !== "none",
    ...(needs.redis && {
      ...sharedRealtime(needs.redis, needs),
      liveTokens: (tokenIds) => identity.liveTokens(tokenIds),
    }),
  });
  const { lists, replica } = listReads(needs, () => liveFromOf(realtime));
  const catalog = createCatalog({ db, lists, clock, storage, limits, holdsContactDetails });
  const identity = createIdentity({
    db,
    clock,
    limits,
    mailer,
    publicOrigin: config.publicOrigin,
    emailConfirmed: (tx, account) => rewardEmail(tx, wallet, account),
    tokenSecret: new TextEncoder().encode(secret),
    staffSecondFactor: config.staffSecondFactor,
    ...(needs.hashCost ? { hashCost: needs.hashCost } : {}),
    secondFactorSecret: new TextEncoder().encode(config.secondFactorSecret ?? secret),
    privateFiles,
    twitter: needs.twitter,
    opened: (tx, account) => openAccount(tx, account, { wallet, catalog, rooms }),
    guessablePasswords: config.guessablePasswords,
    isBreached: breachedPasswords({ url: config.pwnedPasswordsUrl, log }),
    revoked: cutSession(
      needs,
      realtime,
      (accountId) => atOwner.cutPerson(accountId),
      (tokenId) => push.remove(tokenId),
    ),
  });
  const push: Push = createPush({
    db,
    clock,
    log,
    sessions: identity,
    vapidKey: needs.vapidKey,
    contact: `mailto:${config.supportEmail}`,
    allowedOrigins: config.pushOrigins,
  });
  const notifications: Notifications = createNotifications({
    db,
    clock,
    log,
    accounts: identity,
    catalog,
    mailer,
    realtime,
    push,
    publicOrigin: config.publicOrigin,
    secret,
  });
  const subscriptions = createSubscriptions({
    db,
    clock,
    log,
    accounts: identity,
    wallet,
    catalog,
    mailer,
    gateways: needs.memberships ?? {},
    privateFiles,
    termsVersion: legalVersion,
    descriptor: config.statementDescriptor,
    publicOrigin: config.publicOrigin,
  });
  const content: Content = createContent({
    db,
    lists,
    clock,
    limits,
    wallet,
    catalog,
    subscriptions,
    accounts: identity,
    isMuted: (reader, modelId, fanId) => rooms.moderation.isMuted(reader, modelId, fanId),
    storage,
    privateFiles,
  });
  const messaging: Messaging = createMessaging({
    db,
    clock,
    limits,
    accounts: identity,
    wallet,
    catalog,
    content,
    subscriptions,
    notifications,
    realtime,
    files: privateFiles,
    holdsContactDetails,
  });
  const payments = createPayments({
    db,
    wallet,
    gateways: needs.gateways,
    accounts: identity,
    purchaseHooks: mailReceipts(
      fillBillingCountry(
        cutFilesOfReturned(rewardInviter({ referrals: identity.referrals, wallet }), privateFiles),
      ),
      { log, accounts: identity, mailer, publicOrigin: config.publicOrigin },
    ),
    clock,
    limits,
    random: needs.random,
    log,
    config: paymentsConfig(config),
  });
  const tokens = { whip: cameraTokens, whep: playbackTokens };
  const roomMedia = liveMedia(media, tokens, iceServersOf(config.turn, clock));
  const ownRooms: Rooms = createRooms({
    db,
    clock,
    limits,
    log,
    owner: nodes?.ownership ?? onlyNode,
    accounts: identity,
    holdsContactDetails,
    wallet,
    catalog,
    subscriptions,
    messaging,
    realtime,
    privateFiles,
    media: roomMedia,
    publicOrigin: config.publicOrigin,
    shows: () => ownShows.inRooms,
  });
  const ownShows: Shows = createShows({
    db,
    clock,
    log,
    owner: nodes?.ownership ?? onlyNode,
    accounts: identity,
    wallet,
    catalog,
    rooms: ownRooms,
    realtime,
    media: roomMedia,
    mailer,
    termsVersion: legalVersion,
    payments,
    publicOrigin: config.publicOrigin,
    secret,
  });
  const ownCalls = ownerCalls(needs, ownRooms, ownShows);
  const atOwner = nodes?.atOwner(ownCalls, ownerWaitMs) ?? ownCalls;
  const rooms = nodes ? roomsAtOwner(ownRooms, atOwner) : ownRooms;
  const shows = nodes ? showsAtOwner(ownShows, atOwner) : ownShows;
  const support: Support = createSupport({
    ...config,
    db,
    clock,
    limits,
    enqueueEmail: mailer.enqueue,
    async addressee(reader, accountId) {
      const account = await identity.byId(reader, accountId);
      if (!account?.email || account.validation !== "confirmed") return null;
      return { ...account, email: account.email };
    },
    isSuspended: async (reader, accountId) =>
      (await identity.suspendedSince(reader, [accountId])).has(accountId),
    readEvidence: readEvidence({ db, catalog, content, identity, messaging, rooms }),
    pictures: createEvidencePictures({ db, clock, storage, files: privateFiles }),
    removeContent: removeContent({ catalog, content, messaging, rooms }),
    contentExists: contentExists({ catalog, content, messaging, rooms }),
    readSales: readSales({ content, messaging }),
    files: privateFiles,
    wallet,
  });
  const others = {
    replica,
    storage,
    privateFiles,
    uploads,
    mailer,
    realtime,
    playbackTokens,
    cameraTokens,
    identity,
    push,
    wallet,
    payments,
    catalog,
    notifications,
    subscriptions,
    content,
    messaging,
    rooms,
    shows,
    atOwner,
    support,
  };
  const profiles = createProfiles({
    db,
    clock,
    limits,
    identity,
    storage,
    mailer,
    publicOrigin: config.publicOrigin,
    staffSecondFactor: config.staffSecondFactor,
    async tokensOf({ id, role }) {
      if (role !== "fan") return { balance: 0, held: 0 };
      const [balance, held] = await Promise.all([
        wallet.balance(db, { kind: "fan", id }),
        wallet.heldTokens(db, id),
      ]);
      return { balance, held };
    },
    counters: menuCounters(db, others),
    endingSubscriptions: async ({ id, role }) => (role === "fan" ? subscriptions.ending(id) : []),
    priceChanges: async ({ id, role }) => (role === "fan" ? subscriptions.priceChanges(id) : []),
    blockedModels: async ({ id, role }) =>
      role === "fan" ? (await catalog.blocked(id)).map((model) => model.id) : [],
    bannedBy: async ({ id, role }) => (role === "fan" ? catalog.bannedBy(id) : []),
    position: realtime.position,
    personalData: personalData(needs, others),
  });
  return { ...others, profiles };
}

/** Files of chats and of the studio come by the same way, with the same bounds. */
const uploadLimits = {
  kinds: [chatFile.picture, chatFile.video],
  openMax: 20,
  openBytesMax: 2 * 1024 ** 3,
};

const paymentsConfig = (config: AppNeeds["config"]): PaymentsConfig => ({
  descriptor: config.statementDescriptor,
  promoPercent: 20,
  promoFooterPercent: 10,
  ratesPerDollar: config.ratesPerDollar,
  rawCardsAllowed: config.rawCards,
  termsVersion: legalVersion,
  publicOrigin: config.publicOrigin,
  limits: defaultCardingLimits,
});
