import { useQuery } from "@tanstack/react-query";
import { money } from "#web/lib/i18n/format.ts";
import { packagesQuery } from "./packages-query.ts";
import { moneyOf } from "./token-money.ts";

/** Says what tokens are worth in dollars, for example "$4.10"; null until the packages' prices are known. */
export function useTokenWorth(): (tokens: number) => string | null {
  const packages = useQuery(packagesQuery).data;
  return (tokens) => {
    const dollars = moneyOf(tokens, packages);
    return dollars === null ? null : money(dollars);
  };
}
