import type { orderAdditionalCard } from '@wattle/contract/cards/additional.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import type { BodyOf, ResponseOf } from '@wattle/contract/operation.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { wordsOfFee } from '../../fees/public.ts';
import { type CallInput, paymentKind } from '../../payments/public.ts';
import { type CardAccount, findCardAccount } from './additional-card.store.ts';
import { issuingAnother } from './issue-another.ts';

type Order = CallInput<BodyOf<typeof orderAdditionalCard>>;
type Facts = { readonly account: CardAccount | undefined; readonly income: bigint };
type Refused = 'invalid_card_details' | 'card_problem' | 'identity_not_verified' | 'fee_not_covered';

const ledger = openLedger();

/** An additional card of an account, and its fee. */
export const additionalCard = paymentKind<Order, Facts, ResponseOf<typeof orderAdditionalCard>, Refused>({
  name: 'card.additional',
  isMoneyOut: false,

  async read({ input: { person, body } }, { tx, tenantId }) {
    const { brandId, holderId } = person;
    const [account, income] = await Promise.all([
      findCardAccount(tx, tenantId, { brandId, holderId, accountNumber: body.memberNumber }),
      ledger.settlementAccount(tx, tenantId, 'fees'),
    ]);
    return { account, income };
  },

  decide({ facts: { account, income } }) {
    if (!account) return err('invalid_card_details', 'memberNumber');
    if (!account.is_primary || !account.settings.additionalCards || account.is_held)
      return err('card_problem', 'memberNumber');
    if (!account.is_verified) return err('identity_not_verified');
    return ok({
      from: {
        ledgerAccountId: account.ledger_account_id,
        memberAccountId: account.member_account_id,
        field: 'memberNumber',
        ifClosed: 'invalid_card_details',
        kind: 'fee',
        description: wordsOfFee('additionalCard', account.language),
      },
      to: { ledgerAccountId: income },
      amount: BigInt(account.settings.additionalCardFee),
      code: TRANSFER_CODE.fee,
      effects: [issuingAnother(account)],
      refusals: { insufficient_funds: err('fee_not_covered') },
      answer: () => ({ IsSuccessful: true }),
    });
  },
});
