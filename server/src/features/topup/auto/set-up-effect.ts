import type { Language } from '@wattle/contract/rules/languages.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import type { Cents } from '../../../platform/money.ts';
import { move } from '../../../platform/state-table.domain.ts';
import type { Effect } from '../../payments/public.ts';
import { AUTO_TOPUP } from './auto-topup.states.domain.ts';
import {
  type AgreedTerms,
  type AutoTopupRow,
  countDeposits,
  dropUnsent,
  insertAutoTopup,
  lockAutoTopupOf,
  replaceBank,
} from './auto-topup.store.ts';

/** An accepted agreement, and the deposit that proves the bank account. */
export type SetUp = {
  readonly agreed: Omit<AgreedTerms, 'codeHash'> & { readonly codeHash: string };
  /** Null: a new one. Else the one whose bank account changes. */
  readonly changes: string | null;
  readonly code: string;
  readonly deposit: Cents;
  readonly fee: Cents;
  readonly ledgerAccountId: bigint;
  readonly brandName: string;
  readonly language: Language;
};

type State = {
  readonly existing: AutoTopupRow | undefined;
  /** Deposits of the account that were made today. */
  readonly made: number;
};
type SetUpLimits = { readonly now: number; readonly today: string; readonly banksADay: number };

/**
 * Decided under the lock of the account's agreement: an account has one at most, only an existing one can change, and a
 * day allows a few new bank accounts.
 */
export function settingUpAutoTopup(
  { agreed, changes }: SetUp,
  { now, today, banksADay }: SetUpLimits,
): Effect<'auto_topup_refused' | 'auto_topup_cancelled', State> {
  const { codeHash, ...rest } = agreed;
  const whole = { ...rest, codeHash: Buffer.from(codeHash, 'hex') };
  return {
    lock: `autoTopup:${agreed.memberAccountId}`,
    async read({ tx, tenantId }) {
      const existing = await lockAutoTopupOf(tx, tenantId, agreed.memberAccountId);
      return { existing, made: await countDeposits(tx, tenantId, agreed.memberAccountId, today) };
    },
    decide({ existing, made }) {
      if (made >= banksADay) return err('auto_topup_refused');
      // An expired one is replaced: its row is taken over, under the id that the code is bound to.
      const isReplaced = changes !== null || existing?.state === 'Expired';
      if (!isReplaced && existing) return err('auto_topup_refused');
      if (changes !== null && existing?.public_id !== changes) return err('auto_topup_cancelled');
      if (existing) {
        const moved = move(AUTO_TOPUP, { state: existing.state, event: 'changeBank', by: 'person' });
        if (moved.kind !== 'changed') return err('auto_topup_refused');
      }
      const details = { autoTopup: agreed.publicId };
      return ok({
        state: {
          existing: { ...(existing as AutoTopupRow), state: 'Pending', public_id: details.autoTopup },
          made: made + 1,
        },
        details,
        write({ tx, tenantId }, { transferId }) {
          if (existing) {
            dropUnsent(tx, tenantId, existing.id);
            replaceBank(tx, tenantId, existing.id, whole, transferId, now);
          } else insertAutoTopup(tx, tenantId, whole, transferId, now);
        },
      });
    },
  };
}
