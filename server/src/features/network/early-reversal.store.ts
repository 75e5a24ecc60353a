import type { Tx } from '../../platform/database/database.ts';
import type { Early, PlacedEvent } from './purchase-course.domain.ts';
import { isTold, placeOf } from './told/purchase-event.domain.ts';

const CLEARINGS = `
SELECT n.original, n.reference, t.amount, n.is_final, t.debit_account_id, e.place
FROM network_message n
JOIN transfer t ON t.tenant_id = n.tenant_id AND t.id = n.transfer_id
LEFT JOIN purchase_event e ON e.tenant_id = n.tenant_id AND e.purchase = n.original AND e.reference = n.reference
WHERE n.tenant_id = $1 AND n.original = ANY ($2::text[]) AND n.kind = 'clearing' AND n.authorisation_id IS NULL`;

type ClearingRow = {
  readonly original: string;
  readonly reference: string;
  readonly amount: bigint;
  readonly is_final: boolean | null;
  readonly debit_account_id: bigint;
  /** Null: the processor has put it in no order. */
  readonly place: bigint | null;
};

const EVENTS = 'SELECT original, reference, kind, keep, place, is_too_late FROM early_events_of($1)';

type EventRow = {
  readonly original: string;
  readonly reference: string;
  readonly kind: EarlyKind;
  readonly keep: bigint;
  readonly place: bigint | null;
  readonly is_too_late: boolean;
};

/** Finds follow-ups that came before their authorisation. */
export type EarlyOf = (purchase: { readonly reference: string; readonly ledgerAccountId: bigint }) => Early | undefined;

/**
 * Clearings and other follow-ups that named these references before their purchase arrived. The references must be
 * locked. A clearing counts for a purchase of the account that it debited.
 */
export async function readEarly(tx: Tx, tenantId: number, references: readonly string[]): Promise<EarlyOf> {
  const [clearings, events] = await Promise.all([
    tx.query<ClearingRow>(CLEARINGS, [tenantId, references]),
    tx.query<EventRow>(EVENTS, [references]),
  ]);
  return ({ reference, ledgerAccountId }) => {
    const ofIt = events.filter(({ original }) => original === reference);
    const own = clearings.filter((row) => row.original === reference && row.debit_account_id === ledgerAccountId);
    return ofIt.length === 0 && own.length === 0 ? undefined : earlyOf(ofIt, own);
  };
}

function earlyOf(events: readonly EventRow[], clearings: readonly ClearingRow[]): Early {
  // Reversals without a place before the first event that says what is held.
  const plain = events.findIndex(({ kind, place }) => kind !== 'reversal' || place !== null);
  const first = plain === -1 ? events.length : plain;
  const keeps = events.slice(0, first).map(({ keep }) => keep);
  const placed: PlacedEvent[] = clearings.flatMap(({ place, reference, amount: cents, is_final: isFinal }) =>
    place === null ? [] : [{ kind: 'clearing', reference, place, cents, isFinal: isFinal === true, isKept: true }],
  );
  // A clearing without a place has come after the events that were there, and before those of the same place.
  const told = placed.filter((clearing) => isTold(clearing.place));
  const followUps: PlacedEvent[] = [];
  for (const { kind, reference, keep: cents, place: own } of events.slice(first)) {
    const place = placeOf(own ?? undefined, [...told, ...followUps]);
    followUps.push({ kind, reference, place, cents, isFinal: false, isKept: false });
  }
  return {
    keep: keeps.length === 0 ? undefined : keeps.reduce((least, keep) => (keep < least ? keep : least)),
    clearings: clearings.flatMap(({ amount, is_final, place }) =>
      place === null ? [{ amount, isFinal: is_final ?? undefined }] : [],
    ),
    placed: [...placed, ...followUps],
    isTooLate: events.some((event) => event.is_too_late),
  };
}

/** Deletes reversals older than a moment, whose purchase never arrived or arrived long ago. Returns their number. */
export async function tidyEarlyReversals(tx: Tx, before: number, most: number): Promise<number> {
  const row = await tx.first<{ gone: number }>('SELECT tidy_early_reversals($1, $2) AS gone', [new Date(before), most]);
  return row?.gone ?? 0;
}

const KEEP = `
SELECT original, kind, keep, place, is_too_late, approval_code FROM keep_early_event($1, $2, $3, $4, $5, $6, $7, $8)`;

export type EarlyKind = 'reversal' | 'hold' | 'expiry';

export type EarlyEvent = {
  readonly original: string;
  readonly kind: EarlyKind;
  /** Cents that a reversal leaves, or that are held. */
  readonly keep: bigint;
  /** The processor's order; null: none. */
  readonly place: bigint | null;
  /** A reversal of an approval that came after the deadline. */
  readonly is_too_late: boolean;
  readonly approval_code: string;
};

/** Stores an event that came before its authorisation. A repeat gets the stored one. */
export async function keepEarlyEvent(tx: Tx, reference: string, event: EarlyEvent, at: number): Promise<EarlyEvent> {
  const { original, kind, keep, place, is_too_late, approval_code } = event;
  const values = [reference, original, kind, keep, place, is_too_late, approval_code, new Date(at)];
  const kept = await tx.first<EarlyEvent>(KEEP, values);
  if (!kept) throw new Error('an event was not kept');
  return kept;
}

const KEPT = 'SELECT original, kind, keep, place, is_too_late, approval_code FROM early_event_of($1)';

/** Stored early event by its own reference. */
export function findEarlyEvent(tx: Tx, reference: string): Promise<EarlyEvent | undefined> {
  return tx.first(KEPT, [reference]);
}
