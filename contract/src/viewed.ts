import { type Scope, SIGNED_IN, WEB_ACCOUNT } from './operation.ts';

/**
 * Calls that staff may make too who view the account as its cardholder: reads that show no more than the desk shows
 * masked. A call that does not say so refuses a view with `view_only`. No server starts with such a call that changes
 * something or asks for a proof.
 */
export const SIGNED_IN_OR_VIEW: readonly Scope[] = [...SIGNED_IN, 'view'];
/** The same for calls that only web-account users make. */
export const WEB_ACCOUNT_OR_VIEW: readonly Scope[] = [...WEB_ACCOUNT, 'view'];
