import type { Language } from "#contract/common.ts";
import type { PaymentResponse } from "#contract/payments.ts";
import { fieldText } from "#server/kit/http/issues.ts";
import { defineTexts, type Texts } from "#server/kit/http/texts.ts";
import type { CardErrorCode } from "./rules/card.ts";

/** One sentence for every refusal. A declined card gets one text, whatever the bank's reason was. */
export const paymentTexts = defineTexts({
  card_invalid: { en: "Please check the card details.", es: "Revisa los datos de la tarjeta." },
  raw_cards_off: {
    en: "Card numbers are not accepted here. Use the secure card fields.",
    es: "Aquí no se aceptan números de tarjeta. Usa los campos seguros.",
  },
  plan_unavailable: {
    en: "This offer is no longer available. Please choose again.",
    es: "Esta oferta ya no está disponible. Elige de nuevo.",
  },
  amount_differs: {
    en: "The price has changed. Please check it and try again. Nothing was charged.",
    es: "El precio ha cambiado. Revísalo e inténtalo de nuevo. No se ha cobrado nada.",
  },
  key_reused: {
    en: "This order was already placed with other details. Please start a new one.",
    es: "Este pedido ya se hizo con otros datos. Empieza uno nuevo.",
  },
  too_many_payments: {
    en: "Too many payment attempts. Please try again later.",
    es: "Demasiados intentos de pago. Inténtalo más tarde.",
  },
  payments_paused: {
    en: "Card payments are paused for a few minutes. Please try again later.",
    es: "Los pagos con tarjeta están en pausa unos minutos. Inténtalo más tarde.",
  },
  may_not_pay: {
    en: "Please confirm your email address before you buy tokens.",
    es: "Confirma tu correo antes de comprar tokens.",
  },
  payment_not_found: { en: "Payment not found.", es: "Pago no encontrado." },
});

/** What the fan reads about a payment, by the status on the wire. */
export const outcomeTexts: Texts<PaymentResponse["status"] | "redirect" | "returned" | "expired"> =
  defineTexts({
    completed: { en: "Your tokens are here.", es: "Ya tienes tus tokens." },
    pending: {
      en: "Your payment is being confirmed. Please do not pay again; your tokens arrive by themselves.",
      es: "Estamos confirmando tu pago. No pagues de nuevo; tus tokens llegarán solos.",
    },
    redirect: { en: "Your bank asks you to confirm.", es: "Tu banco te pide confirmar el pago." },
    failed: {
      en: "The payment was declined. Nothing was charged. Check the details or use another card.",
      es: "El pago fue rechazado. No se ha cobrado nada. Revisa los datos o usa otra tarjeta.",
    },
    expired: {
      en: "The payment did not go through. Nothing was charged; you can try again.",
      es: "El pago no se completó. No se ha cobrado nada; puedes intentarlo de nuevo.",
    },
    returned: {
      en: "This payment was given back, and its tokens with it.",
      es: "Este pago fue devuelto, y con él sus tokens.",
    },
    cancelled: {
      en: "The payment was cancelled. Nothing was charged.",
      es: "El pago se canceló. No se ha cobrado nada.",
    },
  });

/** The sentence under a card field. */
export function cardErrorText(code: CardErrorCode, language: Language): string {
  return code === "raw_cards_off" ? paymentTexts.raw_cards_off[language] : fieldText(code, language);
}
