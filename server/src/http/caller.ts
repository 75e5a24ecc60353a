import type { Session } from './handle.ts';

/** Name of the caller in audit lines and keys. */
export function callerOf(session: Pick<Session, 'webAccountId' | 'cardId'>): string {
  return session.webAccountId === null ? `card:${session.cardId}` : `web:${session.webAccountId}`;
}

type Payer = Parameters<typeof callerOf>[0] & { readonly isScheduled?: true; readonly madeBy?: string | null };

/** Name of the person who ordered a payment: the caller, or the maker of its schedule; null: unknown. */
export function makerOf(payer: Payer): string | null {
  return payer.isScheduled ? (payer.madeBy ?? null) : callerOf(payer);
}
