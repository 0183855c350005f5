/**
 * The shape of an `Idempotency-Key`: callers make it as they like, so 1 to 255 printable characters of ASCII are
 * good, spaces among them. The ends have none: HTTP takes them off a header.
 */
export const idempotencyKeyShape = /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/;
