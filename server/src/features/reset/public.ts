export { forceReset } from './force-reset.ts';
export { pageOf } from './page-of-reset.ts';
export { findResetOfSession, saveIdentityOfReset } from './reset.store.ts';
