import { accountsContract, sessionsContract } from "./accounts.ts";
import { adminPaymentsContract } from "./admin-payments.ts";
import { adminTicketsContract } from "./admin-tickets.ts";
import { adminContract } from "./admin.ts";
import { catalogContract, lastConnectionContract } from "./catalog.ts";
import { commentsContract } from "./comments.ts";
import { contentContract } from "./content.ts";
import { emailContract, passwordContract, secondFactorContract } from "./credentials.ts";
import { earningsContract, payoutsContract } from "./earnings.ts";
import { galleryContract } from "./gallery.ts";
import { legacyRoutesContract } from "./legacy-routes.ts";
import { legalContract } from "./legal.ts";
import { listingContract } from "./listing.ts";
import { liveContract } from "./live.ts";
import { messagingContract } from "./messaging.ts";
import { moderationContract } from "./moderation.ts";
import { notificationsContract } from "./notifications.ts";
import { paidShowsContract } from "./paid-shows.ts";
import { paymentsContract } from "./payments.ts";
import { profileContract } from "./profile.ts";
import { pushContract } from "./push.ts";
import { reportsContract } from "./reports.ts";
import { savedCardsContract } from "./saved-cards.ts";
import { savedSearchesContract } from "./saved-searches.ts";
import { scheduleContract } from "./schedule.ts";
import { showsContract } from "./shows.ts";
import { socialContract } from "./social.ts";
import { studioContentContract } from "./studio-content.ts";
import { studioContract } from "./studio.ts";
import { subscriptionsContract } from "./subscriptions.ts";
import { supportContract } from "./support.ts";
import { walletContract } from "./wallet.ts";

/** Every endpoint of the product, once. */
export const contract = {
  ...accountsContract,
  ...emailContract,
  ...passwordContract,
  ...profileContract,
  ...sessionsContract,
  ...secondFactorContract,
  ...socialContract,
  ...lastConnectionContract,
  ...legacyRoutesContract,
  ...walletContract,
  ...paymentsContract,
  ...savedCardsContract,
  ...catalogContract,
  ...subscriptionsContract,
  ...contentContract,
  ...commentsContract,
  ...messagingContract,
  ...notificationsContract,
  ...savedSearchesContract,
  ...pushContract,
  ...liveContract,
  ...studioContract,
  ...moderationContract,
  ...earningsContract,
  ...listingContract,
  ...scheduleContract,
  ...galleryContract,
  ...showsContract,
  ...paidShowsContract,
  ...studioContentContract,
  ...legalContract,
  ...supportContract,
  ...reportsContract,
  ...adminContract,
  ...adminTicketsContract,
  ...adminPaymentsContract,
  ...payoutsContract,
} as const;

export type AppContract = typeof contract;
export type AppEndpoint = keyof AppContract;
