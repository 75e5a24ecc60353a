export { addressBlock } from './address-block.domain.ts';
export { countCallOf } from './address-rate.ts';
export { forgiveFailures, forgiveWebAccount } from './forgive-failures.ts';
export { guardOfName, guardOfOwner } from './guard-key.ts';
export { type Guard, isLocked, judge, type Judged, NO_FAILURES, triesLeftToday } from './sign-in-guard.domain.ts';
export { type GuardKey, lockGuard, readGuard, readGuards, saveGuard } from './sign-in-guard.store.ts';
