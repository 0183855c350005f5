import type { PaymentResponse } from "#contract/payments.ts";
import { defineTexts, type Texts } from "#server/kit/http/language.ts";

/**
 * The texts that the fan reads about a payment, by the status on the wire. A declined card gets one text, whatever
 * the bank's reason was.
 */
export const outcomeTexts: Texts<
  PaymentResponse["status"] | "failed_regional" | "redirect" | "returned" | "expired"
> = defineTexts({
  completed: { en: "Your tokens are here.", es: "Ya tienes tus tokens." },
  pending: {
    en: "Your payment is being confirmed. Please do not pay again; your tokens will arrive automatically.",
    es: "Estamos confirmando tu pago. No pagues de nuevo; tus tokens llegarán solos.",
  },
  redirect: { en: "Your bank asks you to confirm.", es: "Tu banco te pide confirmar el pago." },
  failed: {
    en: "The payment was declined. Nothing was charged. Check the details or use another card.",
    es: "El pago fue rechazado. No se cobró nada. Revisa los datos o usa otra tarjeta.",
  },
  failed_regional: {
    en: "The payment was declined. Nothing was charged. Try again, or choose another way to pay.",
    es: "El pago fue rechazado. No se cobró nada. Inténtalo de nuevo o elige otra forma de pago.",
  },
  expired: {
    en: "The payment did not go through. Nothing was charged; you can try again.",
    es: "El pago no se completó. No se cobró nada; puedes intentarlo de nuevo.",
  },
  returned: {
    en: "This payment was returned to you, and its tokens were deducted.",
    es: "Este pago se te devolvió y se descontaron sus tokens.",
  },
  cancelled: {
    en: "The payment was canceled. Nothing was charged.",
    es: "El pago se canceló. No se cobró nada.",
  },
});
