export { findResetOfSession, saveIdentityOfReset } from './reset.store.ts';
