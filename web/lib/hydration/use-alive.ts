import { useSyncExternalStore } from "react";

/** False on the server and in the first drawing in the browser, which has to equal the server's; then true. */
export function useAlive(): boolean {
  return useSyncExternalStore(never, isAlive, isNotYet);
}

const never = () => () => {};
const isAlive = () => true;
const isNotYet = () => false;
