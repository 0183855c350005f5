import { limitsContract } from "#testing/limits/limits-contract.ts";
import { memoryLimits } from "./limits.ts";

const limits = memoryLimits();
limitsContract(() => limits);
