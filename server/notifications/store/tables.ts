/** The tables that this module owns. */
export type NotificationsTables = {
  "notifications.wish": { fan_id: number; model_id: number; asked_at: Date; told_of: Date | null };
};
