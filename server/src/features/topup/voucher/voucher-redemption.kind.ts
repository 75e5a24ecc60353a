import { err, ok } from '@wattle/contract/errors.ts';
import type { BodyOf, ResponseOf } from '@wattle/contract/operation.ts';
import type { redeemVoucher } from '@wattle/contract/topup/vouchers.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { type Cents, toDollars } from '../../../platform/money.ts';
import { productTexts } from '../../../platform/text/texts.ts';
import { type CallInput, type Effect, paymentKind } from '../../payments/public.ts';
import { autoTopupsOnTheirWay } from '../auto/auto-topup.on-its-way.ts';
import { cardTopupsOnTheirWay } from '../card/card-topup.purpose.ts';
import { linkPaymentsOnTheirWay } from '../links/link-payment.purpose.ts';
import { listOnItsWay, sumOf } from '../on-its-way.ts';
import { findTopupAccount, type TopupAccount } from '../topup-account.store.ts';
import { available } from '../topup-limits.domain.ts';
import { isRedeemable, type VoucherStatus } from './voucher.states.domain.ts';
import { findCheckedVoucher, readStatus, saveRedeemed, type Voucher } from './voucher.store.ts';

type Redemption = CallInput<BodyOf<typeof redeemVoucher>>;
type Facts = {
  readonly account: TopupAccount | undefined;
  readonly voucher: Voucher | undefined;
  /** Top-ups of the account in flight, whose room under the maximum is reserved. */
  readonly onItsWay: Cents;
  /** The programme's account for the value of vouchers. */
  readonly vouchers: bigint;
};
type Refused = 'invalid_card_details' | 'card_problem' | 'access_code_wrong' | 'outside_load_limits';

const ledger = openLedger();
const topupsOnItsWay = [cardTopupsOnTheirWay, linkPaymentsOnTheirWay, autoTopupsOnTheirWay];

/** Credits the whole value of a voucher to an account of the person who has given its code. */
export const voucherRedemption = paymentKind<Redemption, Facts, ResponseOf<typeof redeemVoucher>, Refused>({
  name: 'voucher.redeemed',
  isMoneyOut: false,

  async read({ input: { person, body } }, { ctx, tx, tenantId }) {
    const since = ctx.clocks.security.now() - ctx.config.topup.voucherCheckMs;
    const [account, voucher, vouchers] = await Promise.all([
      findTopupAccount({ ctx, tx }, tenantId, person, body.MemberNumber),
      findCheckedVoucher(tx, tenantId, person, body.VoucherId, since),
      ledger.settlementAccount(tx, tenantId, 'vouchers'),
    ]);
    const begun = account ? await listOnItsWay(tx, { ...ctx, topupsOnItsWay }, tenantId, account.memberAccountId) : [];
    return { account, voucher, onItsWay: sumOf(begun), vouchers };
  },

  decide({ input: { body }, today, facts: { account, voucher, onItsWay, vouchers } }) {
    if (!account) return err('invalid_card_details', 'MemberNumber');
    if (!account.ways.voucher) return err('card_problem', 'MemberNumber');
    if (!voucher || !isRedeemable(voucher.status, voucher.expires_on, today)) {
      return err('access_code_wrong', 'VoucherId');
    }
    if (voucher.amount > available({ ...account, onItsWay })) return err('outside_load_limits', 'VoucherId');
    return ok({
      from: { ledgerAccountId: vouchers },
      to: {
        ledgerAccountId: account.ledgerAccountId,
        memberAccountId: account.memberAccountId,
        field: 'MemberNumber',
        ifClosed: 'invalid_card_details',
        kind: 'topUp',
        description: wordsOf(account, body.VoucherId),
      },
      amount: voucher.amount,
      code: TRANSFER_CODE.topUp,
      ceiling: account.maxBalance,
      effects: [redeemingOnce(voucher)],
      refusals: { above_ceiling: err('outside_load_limits', 'VoucherId') },
      answer: ({ number, at }) => ({
        ReceiptNumber: number,
        TransactionDate: new Date(at).toISOString(),
        Amount: toDollars(voucher.amount),
      }),
    });
  },
});

/** Description in the list of transactions. The last digits distinguish one voucher from another. */
function wordsOf({ language }: TopupAccount, number: string): string {
  return (productTexts(language, 'topup')['voucher.posted'] ?? '').replace('{{ending}}', number.slice(-4));
}

/** A voucher is redeemed once, even if several people have given its code. */
function redeemingOnce({ id }: Voucher): Effect<'access_code_wrong', VoucherStatus | undefined> {
  return {
    lock: `voucher:${id}`,
    read: ({ tx, tenantId }) => readStatus(tx, tenantId, id),
    decide(status) {
      if (status !== 'Issued' && status !== 'Active') return err('access_code_wrong', 'VoucherId');
      return ok({
        state: 'Redeemed',
        write: ({ tx, tenantId }, { transferId }) => saveRedeemed(tx, tenantId, id, transferId),
        details: { voucher: String(id) },
      });
    },
  };
}
