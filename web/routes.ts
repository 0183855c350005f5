import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import { legalDocuments } from "#contract/legal.ts";

/** Every page of the app. What no route matches is the not-found page. */
export default [
  layout("routes/site.tsx", [
    index("routes/home.tsx"),
    route("trending", "routes/trending.tsx"),
    route("videos", "routes/videos/videos.tsx"),
    route("videos/:id", "routes/videos/video.tsx"),
    route("allposts", "routes/allposts/posts.tsx"),
    route("allposts/:id", "routes/allposts/post.tsx"),
    route("login", "routes/login.tsx"),
    route("register", "routes/register.tsx"),
    route("lost-password", "routes/lost-password.tsx"),
    route("confirm-email", "routes/confirm-email.tsx"),
    route("continue-as", "routes/continue-as.tsx"),
    route("settings", "routes/settings/settings.tsx"),
    route("settings/statement", "routes/settings/statement.tsx"),
    route("stream/wall/:rooms", "routes/wall/wall-page.tsx"),
    route("receipts/:id", "routes/receipts/receipt.tsx"),
    route("settings/statement/subscriptions", "routes/settings/subscription-payments.tsx"),
    route("settings/receipts/:id", "routes/settings/receipt.tsx"),
    route("settings/receipts/subscriptions/:id", "routes/settings/subscription-receipt.tsx"),
    ...legalDocuments.map((name) => route(name, "routes/legal.tsx", { id: `legal/${name}` })),
    route("favorites-models", "routes/favorites-models.tsx"),
    route("subscription-models", "routes/subscription-models.tsx"),
    route("my-videos", "routes/my-videos.tsx"),
    route("notifications", "routes/notifications.tsx"),
    route("chat", "routes/chat/chats.tsx", [
      index("routes/chat/no-chat.tsx"),
      route(":id", "routes/chat/chat.tsx"),
    ]),
    ...["fan", "global", "auth"].map((folder) =>
      route(`${folder}/*`, "routes/legacy.tsx", { id: `legacy/${folder}` }),
    ),
    ...["contact", "content-removal"].map((page) =>
      route(page, "routes/contact.tsx", { id: `contact/${page}` }),
    ),
    route("stop-notices/:code", "routes/stop-notices.tsx"),
    route(":slug", "routes/profile/profile.tsx", { id: "ModelProfile" }),
    route("*", "routes/not-found.tsx"),
  ]),
  layout("routes/admin/admin.tsx", [
    route("admin/models", "routes/admin/models.tsx"),
    route("admin/models/tickets", "routes/admin/tickets.tsx"),
    route("admin/models/tickets/:id", "routes/admin/ticket.tsx"),
    route("admin/models/payments", "routes/admin/payments.tsx"),
    route("admin/models/payments/:id", "routes/admin/payment.tsx"),
    route("admin/models/payouts", "routes/admin/payouts.tsx"),
    route("admin/models/state", "routes/admin/state.tsx"),
    route("admin/models/log", "routes/admin/log.tsx"),
    route("admin/models/account", "routes/admin/account.tsx"),
  ]),
  layout("routes/stage.tsx", [
    route("stream/:slug", "routes/stream/stream.tsx"),
    route("promo-stream/:token", "routes/promo-stream.tsx"),
  ]),
  route("preferences", "routes/preferences.ts"),
  route("favorite", "routes/favorite.ts"),
  route("logout", "routes/logout.ts"),
  ...["payment-request", ...["failed", "cancelled", "successful"].map((end) => `directa/${end}-payment`)].map(
    (path) => route(path, "routes/payment-result.tsx", { id: path }),
  ),
  route("subscription-result", "routes/subscription-result.tsx"),
  layout("routes/model/area.tsx", [
    route("model/update-model-profile", "routes/model/studio.tsx"),
    route("model/content", "routes/model/content.tsx"),
    route("model/messages", "routes/model/messages.tsx"),
    route("model/comments", "routes/model/comments.tsx"),
    route("model/earnings", "routes/model/earnings.tsx"),
    route("model/settings", "routes/model/settings.tsx"),
    route("model/chats", "routes/model/chats/chats.tsx", [
      index("routes/model/chats/no-chat.tsx"),
      route(":id", "routes/model/chats/chat.tsx"),
    ]),
  ]),
] satisfies RouteConfig;
