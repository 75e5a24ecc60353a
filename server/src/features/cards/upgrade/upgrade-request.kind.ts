import type { requestUpgrade } from '@wattle/contract/cards/upgrade.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import type { BodyOf, ResponseOf } from '@wattle/contract/operation.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { monthAt } from '../../../platform/time/clock.ts';
import { toDollars } from '../../../platform/money.ts';
import { wordsOfFee } from '../../fees/public.ts';
import { type CallInput, type Effect, paymentKind } from '../../payments/public.ts';
import { statusIn } from '../../card-facts/public.ts';
import { addUpgrade, findUpgradeableCard, lockForUpgrade, type UpgradeableCard } from './upgrade.store.ts';

type Request = CallInput<BodyOf<typeof requestUpgrade>>;
type Facts = {
  readonly card: UpgradeableCard | undefined;
  /** The programme's account for its fees. */
  readonly income: bigint;
};
type Refused = 'invalid_card_details' | 'card_problem' | 'fee_not_covered';

const ledger = openLedger();

/** Request to replace a card that is loaded once by a reloadable one, and its fee. */
export const upgradeRequest = paymentKind<Request, Facts, ResponseOf<typeof requestUpgrade>, Refused>({
  name: 'card.upgrade',
  isMoneyOut: false,

  async read({ input: { person, body } }, { ctx, tx, tenantId }) {
    const [found, income] = await Promise.all([
      findUpgradeableCard(tx, tenantId, person, body.Card),
      ledger.settlementAccount(tx, tenantId, 'fees'),
    ]);
    const month = monthAt(ctx.clocks.business.now());
    return { card: found && { ...found, status: statusIn(month, found) }, income };
  },

  decide({ actor, facts: { card, income } }) {
    if (!card) return err('invalid_card_details');
    if (!mayUpgrade(card)) return err('card_problem');
    const fee = BigInt(card.settings.upgradeFee);
    return ok({
      from: {
        ledgerAccountId: card.ledger_account_id,
        memberAccountId: card.member_account_id,
        ifClosed: 'invalid_card_details',
        kind: 'fee',
        description: wordsOfFee('upgrade', card.language),
      },
      to: { ledgerAccountId: income },
      amount: fee,
      code: TRANSFER_CODE.fee,
      effects: [requesting(card, fee, actor)],
      refusals: { insufficient_funds: err('fee_not_covered') },
      answer: ({ number }) => ({ result: true, ReferenceNumber: number, Fee: toDollars(fee) }),
    });
  },
});

function mayUpgrade(card: UpgradeableCard): boolean {
  const isOffered = card.is_upgradeable && card.settings.upgradesTo !== null && card.is_primary;
  return isOffered && card.status === 'Active' && !card.is_upgrade_requested;
}

type State = Pick<UpgradeableCard, 'status' | 'is_upgrade_requested'>;

/** Decided under the lock of the card, so that one of several concurrent requests is carried out. */
function requesting(card: UpgradeableCard, fee: bigint, actor: string): Effect<'card_problem', State> {
  return {
    lock: `card:${card.id}`,
    async read({ tx, tenantId }) {
      const locked = await lockForUpgrade(tx, tenantId, card.id);
      if (!locked) throw new Error(`card ${card.id} is gone`);
      return locked;
    },
    decide(state) {
      if (state.is_upgrade_requested || state.status !== 'Active') return err('card_problem');
      return ok({
        state: { ...state, is_upgrade_requested: true },
        details: { card: String(card.id) },
        write: ({ tx, tenantId }, { number, at }) =>
          addUpgrade(tx, tenantId, { cardId: card.id, actor, fee, receipt: number, at }),
      });
    },
  };
}
