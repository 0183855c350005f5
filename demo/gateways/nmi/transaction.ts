/** One thing that was done with a transaction. */
export type Action = {
  amount: string;
  action_type: string;
  /** In UTC, `20260505193542`. */
  date: string;
  success: "0" | "1";
  response_code: string;
  /** The bank's answer; 1A: it wants the payer to confirm. */
  processor_response_code: string;
};

/** A transaction in the gateway's own books. It keeps those details of the card that a receipt shows. */
export type Transaction = {
  transaction_id: string;
  order_id: string;
  condition: "pendingsettlement" | "complete" | "failed" | "canceled";
  currency: string;
  card: { brand: string; bin: string | null; last4: string };
  actions: Action[];
};
