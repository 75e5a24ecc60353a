import { err, ok } from '@wattle/contract/errors.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import type { Effect } from '../../payments/public.ts';
import { saveFileState, voidLines } from '../files/bank-file.store.ts';
import { lockWithUs } from './payment.store.ts';

/** Reason of a payment that its payer cancelled before the bank had it. */
export const STOPPED = 'stopped';

/** Waits for files that are being made, and lets none be made until the payment is stopped. */
export function noNewFile(tenantId: number): Effect<'not_found', undefined> {
  return {
    lock: `bankFiles:${tenantId}`,
    read: async () => undefined,
    decide: () => ok({ state: undefined }),
  };
}

type WithUs = Awaited<ReturnType<typeof lockWithUs>>;

/** Checks under the lock of a payment's file that the bank cannot have it, and withdraws the file. */
export function withdrawing(tenantId: number, transferId: bigint, now: number): Effect<'not_found', WithUs> {
  return {
    lock: `stopping:${transferId}`,
    read: ({ tx }) => lockWithUs(tx, tenantId, transferId),
    decide(found) {
      if (!found) return err('not_found');
      const { fileId } = found;
      return ok({
        state: undefined,
        write({ ctx, tx }) {
          if (fileId === null) return;
          saveFileState(tx, tenantId, fileId, 'Withdrawn', now);
          voidLines(tx, tenantId, fileId);
          const object = `bank_file:${fileId}`;
          audit(tx, ctx.clocks, { tenantId, actor: 'system', action: 'bank_file.withdraw', object, outcome: 'ok' });
        },
      });
    },
  };
}
