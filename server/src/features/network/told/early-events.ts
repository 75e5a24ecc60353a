import type { Channel } from '@wattle/contract/transactions/transaction.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { courseBefore, type Early } from '../purchase-course.domain.ts';
import { addEnding } from './purchase-ending.store.ts';
import { addEvents, startOf } from './purchase-event.store.ts';

export type Begun = {
  readonly authorisationId: bigint;
  readonly memberAccountId: bigint;
  readonly reference: string;
  readonly amount: bigint;
  readonly channel: Channel;
  readonly early: Early | undefined;
  /** Whether the early events named another reference: that of a decline that it stands for. */
  readonly isNamedElse: boolean;
};

/** Keeps what came before a purchase that is approved now, so that later events find it. */
export function keepEarlyEvents(tx: Tx, tenantId: number, purchase: Begun, atMs: number): void {
  const { reference, amount, channel, early, isNamedElse } = purchase;
  if (!early) return;
  const { placed, isTooLate } = early;
  if (isTooLate) addEnding(tx, tenantId, purchase, { kind: 'tooLate', atMs });
  if (placed.some(({ kind }) => kind === 'expiry')) addEnding(tx, tenantId, purchase, { kind: 'expired', atMs });
  if (placed.length === 0) return;
  const others = placed.filter(({ isKept }) => !isKept || isNamedElse);
  addEvents(tx, tenantId, [
    startOf(reference, courseBefore(amount, channel, early)),
    ...others.map((event) => ({ ...event, purchase: reference })),
  ]);
}
