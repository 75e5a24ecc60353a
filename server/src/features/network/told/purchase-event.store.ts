import { arrayRows } from '../../../platform/database/array-rows.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Course, PurchaseEvent } from './purchase-event.domain.ts';

type Row = {
  readonly kind: PurchaseEvent['kind'] | 'start';
  readonly reference: string;
  readonly place: bigint;
  readonly cents: bigint;
  readonly is_final: boolean;
};

const EVENTS = `
SELECT kind, reference, place, cents, is_final FROM purchase_event WHERE tenant_id = $1 AND purchase = $2 ORDER BY arrival`;

/** Events of a purchase in the order of their arrival. `start`: what it held before them; undefined: not known yet. */
export type KnownEvents = {
  readonly start: { readonly held: bigint; readonly isEnded: boolean } | undefined;
  readonly events: readonly KnownEvent[];
};

/** With the reference of its message. */
export type KnownEvent = PurchaseEvent & { readonly reference: string };

/** The purchase or its reference must be locked. */
export async function readEvents(tx: Tx, tenantId: number, purchase: string): Promise<KnownEvents> {
  const rows = await tx.query<Row>(EVENTS, [tenantId, purchase]);
  const start = rows.find(({ kind }) => kind === 'start');
  return {
    start: start && { held: start.cents, isEnded: start.is_final },
    events: rows.flatMap(({ kind, reference, place, cents, is_final: isFinal }) =>
      kind === 'start' ? [] : [{ kind, reference, place, cents, isFinal }],
    ),
  };
}

const ADD = `
INSERT INTO purchase_event (tenant_id, purchase, reference, kind, place, cents, is_final)
SELECT $1, purchase, reference, kind, place, cents, is_final
FROM ${arrayRows('event', 2, {
  purchase: 'text',
  reference: 'text',
  kind: 'text',
  place: 'bigint',
  cents: 'bigint',
  is_final: 'boolean',
})}`;

export type NewEvent = Omit<PurchaseEvent, 'kind'> & {
  readonly kind: Row['kind'];
  /** References of the purchase and of the message. */
  readonly purchase: string;
  readonly reference: string;
};

/** Adds events in the order of their arrival. */
export function addEvents(tx: Tx, tenantId: number, events: readonly NewEvent[]): void {
  if (events.length === 0) return;
  tx.later(ADD, [
    tenantId,
    events.map(({ purchase }) => purchase),
    events.map(({ reference }) => reference),
    events.map(({ kind }) => kind),
    events.map(({ place }) => place),
    events.map(({ cents }) => cents),
    events.map(({ isFinal }) => isFinal),
  ]);
}

/** Row before the first event with a place: the amount that the purchase held. */
export function startOf(purchase: string, { held, ended }: Course): NewEvent {
  return { kind: 'start', purchase, reference: purchase, place: 0n, cents: held, isFinal: ended !== null };
}

const OWN_EXPIRY = `
INSERT INTO purchase_event (tenant_id, purchase, reference, kind, place, cents)
SELECT $1, $2, 'own-expiry', 'expiry', max(place) + 1, 0 FROM purchase_event WHERE tenant_id = $1 AND purchase = $2
HAVING bool_or(kind = 'start')
ON CONFLICT (tenant_id, purchase, reference) DO NOTHING`;

/** Our own end of a hold comes after all that is known, where a purchase has events with a place. */
export function noteOwnExpiry(tx: Tx, tenantId: number, purchase: string): void {
  tx.later(OWN_EXPIRY, [tenantId, purchase]);
}
