import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { wordsOfFee } from '../../fees/public.ts';
import { paymentKind } from '../../payments/public.ts';
import { keepPaymentOut } from '../../settlement/public.ts';
import { settingUpAutoTopup, type SetUp } from './set-up-effect.ts';

type Facts = {
  readonly programme: bigint;
  readonly banksADay: number;
};
type Refused = 'auto_topup_refused' | 'auto_topup_cancelled' | 'fee_not_covered';

const REMITTER_LENGTH = 16;
const ledger = openLedger();

/**
 * Sets up an automatic top-up or changes its bank account: the programme deposits 1 cent with the code in its
 * reference, and the fee is charged, in one transaction with the agreement.
 */
export const setUpAutoTopup = paymentKind<SetUp, Facts, { readonly isDone: true }, Refused>({
  name: 'topup.auto.setUp',
  isMoneyOut: false,
  leavesAs: 'external',

  async read(_payment, { ctx, tx, tenantId }) {
    const programme = await ledger.settlementAccount(tx, tenantId, 'fees');
    return { programme, banksADay: ctx.config.topup.auto.banksADay };
  },

  decide({ input, facts: { programme, banksADay }, atBank, now, today }) {
    const { agreed, code, deposit, fee, ledgerAccountId, brandName, language } = input;
    const { memberAccountId } = agreed;
    const feePosting = {
      from: {
        ledgerAccountId,
        memberAccountId,
        ifClosed: 'auto_topup_refused' as const,
        kind: 'fee' as const,
        description: wordsOfFee('autoTopUp', language),
      },
      to: { ledgerAccountId: programme },
      amount: fee,
      code: TRANSFER_CODE.fee,
    };
    return ok({
      from: { ledgerAccountId: programme },
      to: atBank.settlement,
      amount: deposit,
      code: TRANSFER_CODE.transferOut,
      linked: fee === 0n ? [] : [feePosting],
      effects: [settingUpAutoTopup(input, { now, today, banksADay })],
      refusals: { insufficient_funds: err('fee_not_covered') },
      writes(writing, { transferId }) {
        keepPaymentOut(writing, {
          transferId,
          memberAccountId,
          method: 'external',
          bsb: agreed.bsb,
          accountNumber: agreed.accountNumber,
          name: agreed.accountName,
          reference: `CODE ${code}`,
          remitter: brandName.slice(0, REMITTER_LENGTH),
          amount: deposit,
          paidOn: today,
          valueDate: atBank.valueDate,
          isDeposit: true,
        });
      },
      answer: () => ({ isDone: true }),
    });
  },
});
