import { wantedStateIn } from './state-at-processor.domain.ts';
import type { ProcessorCard } from '../../../outside/processors/port.ts';
import type { Tx } from '../../../platform/database/database.ts';

const FOUND = 'unnest($4::text[], $5::text[], $6::text[]) AS found (external_id, last4, state)';

const OURS = wantedStateIn('c');

// A card that is being made there, or that a command is on its way for, is compared on the next day.
const IS_IDLE = `found.state <> 'beingMade' AND p.wanted IS NULL AND NOT p.is_due`;
const COMPARE = `
UPDATE processor_card p SET compared_at = $3,
  state = CASE WHEN ${IS_IDLE} THEN found.state ELSE p.state END,
  differs = CASE WHEN NOT (${IS_IDLE}) THEN p.differs WHEN found.state <> ${OURS} THEN found.state END,
  differs_since = CASE
    WHEN NOT (${IS_IDLE}) THEN p.differs_since
    WHEN found.state <> ${OURS} THEN coalesce(p.differs_since, $3) END
FROM ${FOUND}, card c
WHERE p.tenant_id = $1 AND p.connection_id = $2 AND p.external_id = found.external_id
  AND c.tenant_id = $1 AND c.id = p.card_id`;

const KEEP_STRANGERS = `
INSERT INTO processor_stranger (tenant_id, connection_id, external_id, last4, state, found_at)
SELECT $1, $2, found.external_id, found.last4, found.state, $3 FROM ${FOUND}
WHERE NOT EXISTS (
  SELECT FROM processor_card p
  WHERE p.tenant_id = $1 AND p.connection_id = $2 AND p.external_id = found.external_id)`;

type Of = { readonly tenantId: number; readonly connectionId: number };

/** Compares a page of the processor's cards with ours. A card that is being made there is left for the next day. */
export async function compareCardsWith(
  tx: Tx,
  { tenantId, connectionId }: Of,
  cards: readonly ProcessorCard[],
  atMs: number,
): Promise<void> {
  const found = [cards.map(({ id }) => id), cards.map(({ last4 }) => last4), cards.map(({ state }) => state)];
  await tx.run(COMPARE, [tenantId, connectionId, new Date(atMs), ...found]);
  await tx.run(KEEP_STRANGERS, [tenantId, connectionId, new Date(atMs), ...found]);
}

const FORGET_STRANGERS = 'DELETE FROM processor_stranger WHERE tenant_id = $1 AND connection_id = $2';

/** Begins a comparison: strangers of the last one are found again, or are gone. */
export async function forgetStrangers(tx: Tx, { tenantId, connectionId }: Of): Promise<void> {
  await tx.run(FORGET_STRANGERS, [tenantId, connectionId]);
}

const MISSING = `
UPDATE processor_card SET differs = 'missing', differs_since = coalesce(differs_since, $3)
WHERE tenant_id = $1 AND connection_id = $2 AND external_id IS NOT NULL AND wanted IS NULL AND NOT is_due
  AND asked_at < $3 AND (compared_at IS NULL OR compared_at < $3) AND state <> 'closed'`;

/** Ends a comparison that began at an instant: cards that were on no page are missing at the processor. */
export async function markMissing(tx: Tx, { tenantId, connectionId }: Of, beganMs: number): Promise<void> {
  await tx.run(MISSING, [tenantId, connectionId, new Date(beganMs)]);
}

const NOTE = `
UPDATE processor_card p SET
  state = CASE WHEN p.wanted IS NULL THEN $4 ELSE p.state END,
  differs = CASE WHEN $4 <> ${OURS} AND p.wanted IS NULL THEN $4 END,
  differs_since = CASE WHEN $4 <> ${OURS} AND p.wanted IS NULL THEN coalesce(p.differs_since, $5) END
FROM card c
WHERE p.tenant_id = $1 AND p.connection_id = $2 AND p.external_id = $3 AND c.tenant_id = $1 AND c.id = p.card_id`;

/**
 * Notes a state that the processor told by itself. One that differs from ours is listed at the desk. False: no card of
 * the programme has its id.
 */
export async function noteToldState(
  tx: Tx,
  { tenantId, connectionId }: Of,
  told: { readonly card: string; readonly state: 'on' | 'off' | 'closed'; readonly atMs: number },
): Promise<boolean> {
  return (await tx.run(NOTE, [tenantId, connectionId, told.card, told.state, new Date(told.atMs)])) > 0;
}

export type Differing = {
  readonly card_id: bigint | null;
  readonly connection: string;
  readonly external_id: string;
  readonly last4: string;
  /** State that it is to have; null: it is not known here, or has ended. */
  readonly ours: string | null;
  /** State at the processor, `missing`, or the code of a refusal. */
  readonly theirs: string;
  readonly since: string;
};

const DIFFERING = `
SELECT p.card_id, n.name AS connection, coalesce(p.external_id, '') AS external_id, c.last4, ${OURS} AS ours,
       p.differs AS theirs, p.differs_since AS since
FROM processor_card p
JOIN card c ON c.tenant_id = p.tenant_id AND c.id = p.card_id
JOIN processor_connection n ON n.tenant_id = p.tenant_id AND n.id = p.connection_id
WHERE p.tenant_id = $1 AND p.differs IS NOT NULL
UNION ALL
SELECT NULL, n.name, s.external_id, s.last4, NULL, s.state, s.found_at
FROM processor_stranger s JOIN processor_connection n ON n.tenant_id = s.tenant_id AND n.id = s.connection_id
WHERE s.tenant_id = $1
ORDER BY since LIMIT $2`;

/** Cards that differ at their processor, the longest first. */
export function readDiffering(tx: Tx, tenantId: number, atMost: number): Promise<Differing[]> {
  return tx.query<Differing>(DIFFERING, [tenantId, atMost]);
}

const SEND_AGAIN = `
UPDATE processor_card p SET is_due = true FROM card c
WHERE p.tenant_id = $1 AND p.card_id = $2 AND c.tenant_id = $1 AND c.id = p.card_id
  AND p.differs IS NOT NULL AND p.state <> 'closed' AND p.state <> ${OURS} AND p.wanted IS NULL
RETURNING p.card_id`;

/**
 * Sends the state of a differing card again. `same`: it does not differ, or is closed permanently at the processor.
 * Undefined: no processor has it.
 */
export async function sendAgain(tx: Tx, tenantId: number, cardId: bigint): Promise<'sent' | 'same' | undefined> {
  const known = 'SELECT FROM processor_card WHERE tenant_id = $1 AND card_id = $2 FOR NO KEY UPDATE';
  if (!(await tx.first(known, [tenantId, cardId]))) return undefined;
  return (await tx.first(SEND_AGAIN, [tenantId, cardId])) ? 'sent' : 'same';
}
