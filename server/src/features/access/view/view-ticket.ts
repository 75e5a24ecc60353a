import { randomBytes, randomUUID } from 'node:crypto';
import type { AppContext } from '../../../compose/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { addView, type NewView } from './view.store.ts';

/** Lifetime of a ticket for a view. */
export const VIEW_TICKET_MS = 60_000;
/** Time for which views are listed. The audit log keeps them permanently. */
export const VIEWS_KEPT_MS = 366 * 24 * 3_600_000;

type Asked = Pick<NewView, 'tenantId' | 'brandId' | 'holderId' | 'webAccountId' | 'staffId' | 'staffSessionId'>;

export type ViewTicket = { readonly id: string; readonly ticket: string; readonly endsAtMs: number };

/** Makes the ticket by which a member of staff opens a view. It is random, and the database keeps a keyed hash of it. */
export async function makeViewTicket(
  tx: Tx,
  { clocks, secrets }: Pick<AppContext, 'clocks' | 'secrets'>,
  asked: Asked,
): Promise<ViewTicket> {
  const nowMs = clocks.security.now();
  const id = randomUUID();
  const ticket = `${id}.${randomBytes(32).toString('base64url')}`;
  const endsAtMs = nowMs + VIEW_TICKET_MS;
  await addView(tx, { ...asked, id, ticketHash: hashOfTicket(secrets, ticket), nowMs, ticketEndsAtMs: endsAtMs });
  return { id, ticket, endsAtMs };
}

export function hashOfTicket(secrets: Secrets, ticket: string): Buffer {
  return secrets.identifierHash('account view', ticket);
}
