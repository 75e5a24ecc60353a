import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { wordsOfFee } from '../../fees/public.ts';
import { type Effect, paymentKind } from '../../payments/public.ts';
import { findUpgrade, lockUpgrade, saveRefused, type Upgrade } from './upgrade.store.ts';

type Refusal = { readonly cardId: bigint };
type Facts = { readonly upgrade: Upgrade | undefined; readonly income: bigint };
type Refused = 'not_found' | 'card_problem';

const ledger = openLedger();

/** Refuses an upgrade and returns its fee to the account that paid it. */
export const upgradeRefusal = paymentKind<Refusal, Facts, { receiptNumber: string }, Refused>({
  name: 'card.upgrade.refused',
  isMoneyOut: false,

  async read({ input }, { tx, tenantId }) {
    const [upgrade, income] = await Promise.all([
      findUpgrade(tx, tenantId, input.cardId),
      ledger.settlementAccount(tx, tenantId, 'fees'),
    ]);
    return { upgrade, income };
  },

  decide({ facts: { upgrade, income } }) {
    if (!upgrade) return err('not_found', 'card');
    if (upgrade.state !== 'Requested') return err('card_problem', 'card');
    return ok({
      from: { ledgerAccountId: income },
      to: {
        ledgerAccountId: upgrade.ledger_account_id,
        memberAccountId: upgrade.member_account_id,
        ifClosed: 'card_problem',
        kind: 'refund',
        description: wordsOfFee('upgrade', upgrade.language),
      },
      amount: upgrade.fee,
      code: TRANSFER_CODE.refund,
      effects: [refusing(upgrade.card_id)],
      answer: ({ number }) => ({ receiptNumber: number }),
    });
  },
});

/** Decided under the lock of the request, so that it cannot be granted meanwhile. */
function refusing(cardId: bigint): Effect<'card_problem', { readonly upgrade: Upgrade }> {
  return {
    lock: `card:${cardId}`,
    async read({ tx, tenantId }) {
      const upgrade = await lockUpgrade(tx, tenantId, cardId);
      if (!upgrade) throw new Error(`the upgrade of card ${cardId} is gone`);
      return { upgrade };
    },
    decide({ upgrade }) {
      if (upgrade.state !== 'Requested') return err('card_problem', 'card');
      return ok({
        state: { upgrade: { ...upgrade, state: 'Refused' } },
        details: { card: String(cardId) },
        write: ({ tx, tenantId }, { number, at }) => saveRefused(tx, tenantId, upgrade, { receipt: number, at }),
      });
    },
  };
}
