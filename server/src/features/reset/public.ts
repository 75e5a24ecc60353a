export { maskContact } from './contacts.ts';
export { forceReset, lockResets } from './force-reset.ts';
export { pageOf } from './page-of-reset.ts';
export { findResetForIdentity } from './reset-for-identity.ts';
export { findResetOfSession, saveIdentityOfReset } from './reset.store.ts';
export type { PasswordReset } from './password-reset.ts';
