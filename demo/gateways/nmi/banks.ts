import { randomBytes } from "node:crypto";

/** A bank's proof of a confirmation, by the names of Gateway.js. */
export type Proof = {
  cavv: string;
  xid: string;
  eci: string;
  cardHolderAuth: "verified";
  threeDsVersion: string;
  directoryServerId: string;
};

/** The banks of all payers. */
export type Banks = {
  /** The payer has confirmed. */
  confirm(): Proof;
  /** Has a bank given this proof, and has it not been used? One that was used proves nothing any more. */
  hasGiven(cavv: string): boolean;
};

/** Opens the banks; what they gave is forgotten with the process. */
export function createBanks(): Banks {
  const given = new Set<string>();
  return {
    confirm() {
      const cavv = randomBytes(20).toString("base64");
      given.add(cavv);
      return {
        cavv,
        xid: randomBytes(20).toString("base64"),
        eci: "05",
        cardHolderAuth: "verified",
        threeDsVersion: "2.2.0",
        directoryServerId: crypto.randomUUID(),
      };
    },
    hasGiven: (cavv) => given.delete(cavv),
  };
}
