import { systemClock } from "#server/kit/clock.ts";
import { eventLogContract } from "#testing/realtime/event-log-contract.ts";
import { memoryLog } from "./event-log.ts";

eventLogContract((clock, limits) => memoryLog({ ...systemClock, now: () => clock.now() }, limits));
