export { findResetOfSession, saveIdentityOfReset } from './reset.store.ts';
export { pageOf } from './page-of-reset.ts';
