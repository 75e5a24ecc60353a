export { addressBlock } from './guard/address-block.domain.ts';
export { judge, NO_FAILURES } from './guard/sign-in-guard.domain.ts';
export type { Guard } from './guard/sign-in-guard.domain.ts';
export { type GuardKey, lockGuard, saveGuard } from './guard/sign-in-guard.store.ts';
export { type Found, signIn } from './sign-in/sign-in.ts';
export type { Attempt, TokenError, TokenResult } from './sign-in/token.types.ts';
export { countCallOf } from './guard/address-rate.ts';
export { foldLoginName } from './sign-in/login-name.domain.ts';
export { maskName } from './sign-in/masked-name.domain.ts';
