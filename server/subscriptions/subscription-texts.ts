import { defineTexts } from "#server/kit/http/texts.ts";

/** What is said when a wish about a subscription is refused. */
export const subscriptionTexts = defineTexts({
  unknown_model: { en: "This model does not exist.", es: "Esta modelo no existe." },
  not_offered: {
    en: "This model takes no new subscriptions at the moment.",
    es: "Esta modelo no acepta nuevas suscripciones por ahora.",
  },
  key_reused: {
    en: "This request was already used for another subscription.",
    es: "Esta solicitud ya se usó para otra suscripción.",
  },
  not_resumable: {
    en: "The payment provider cannot renew this subscription again. You can subscribe again when it ends.",
    es: "El proveedor de pagos no puede volver a renovar esta suscripción. Podrás suscribirte de nuevo cuando termine.",
  },
  opening: {
    en: "Your payment form is just being opened. Please try again in a few seconds.",
    es: "Tu formulario de pago se está abriendo. Inténtalo de nuevo en unos segundos.",
  },
  no_form: {
    en: "The payment provider does not answer. Nothing was charged; please try again.",
    es: "El proveedor de pagos no responde. No se cobró nada; inténtalo de nuevo.",
  },
  not_found: { en: "There is no such subscription.", es: "Esa suscripción no existe." },
  no_such_price: {
    en: "The payment provider has no subscription at this price.",
    es: "El proveedor de pagos no tiene ninguna suscripción con este precio.",
  },
});
