import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import { legalDocuments } from "#contract/legal.ts";

/** Every page of the app. What no line matches is the not-found page. */
export default [
  layout("routes/site.tsx", [
    index("routes/home.tsx"),
    route("login", "routes/login.tsx"),
    route("register", "routes/register.tsx"),
    route("lost-password", "routes/lost-password.tsx"),
    route("confirm-email", "routes/confirm-email.tsx"),
    ...legalDocuments.map((name) => route(name, "routes/legal.tsx", { id: `legal/${name}` })),
    route("contact", "routes/contact.tsx"),
    route("content-removal", "routes/content-removal.tsx"),
    route("*", "routes/not-found.tsx"),
  ]),
  layout("routes/stage.tsx", [route("stream/:slug", "routes/stream/stream.tsx")]),
  layout("routes/admin/desk.tsx", [
    route("admin/models", "routes/admin/models.tsx"),
    route("admin/models/tickets", "routes/admin/tickets.tsx"),
    route("admin/models/tickets/:id", "routes/admin/ticket.tsx"),
    route("admin/models/payments", "routes/admin/payments.tsx"),
    route("admin/models/payments/:id", "routes/admin/payment.tsx"),
    route("admin/models/state", "routes/admin/state.tsx"),
    route("admin/models/log", "routes/admin/log.tsx"),
  ]),
  route("payment-request", "routes/payment-request.tsx"),
  route("model/update-model-profile", "routes/model/studio.tsx"),
] satisfies RouteConfig;
