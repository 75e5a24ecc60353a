import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { monthAt } from '../../../platform/time/clock.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { productTexts } from '../../../platform/text/texts.ts';
import { type DebitedAccount, debitedSide, noteOwed, readDebited } from '../../debts/public.ts';
import { bookingOf, type Charge, chargebackOf, type GatewayPurpose } from '../../gateway/public.ts';
import { paymentKind, type PaymentTransaction } from '../../payments/public.ts';
import { findLoadedAccount, type LoadedAccount } from './loaded-account.store.ts';

type Facts = {
  readonly account: LoadedAccount | undefined;
  /** Amount that the gateway owes to the programme. */
  readonly gateway: bigint;
  readonly fees: bigint;
  readonly payerName: string | undefined;
};
type Answer = { readonly receipt: string };
type Refused = 'not_found' | 'invalid_card_details';

const ledger = openLedger();

/** Account of a charge, and the payer where that is someone else. */
export type ChargedAccount = { readonly memberAccountId: bigint; readonly payerName?: string };
type FindLoaded = (charge: Charge, within: PaymentTransaction) => Promise<ChargedAccount | undefined>;

function side({ ledgerAccountId, memberAccountId }: LoadedAccount, description: string) {
  return { ledgerAccountId, memberAccountId, ifClosed: 'invalid_card_details', description } as const;
}

/**
 * Books a charge of another card to its account. It is credited at any balance, so it may exceed the maximum. A closed
 * or blocked account refuses it, and the charge is refunded.
 */
export function loadingKind(name: string, findLoaded: FindLoaded): GatewayPurpose['booking'] {
  return paymentKind<Charge, Facts, Answer, Refused>({
    name,
    isMoneyOut: false,
    async read({ input }, within) {
      const { tx, tenantId } = within;
      const [loaded, gateway, fees] = await Promise.all([
        findLoaded(input, within),
        ledger.settlementAccount(tx, tenantId, 'gateway'),
        ledger.settlementAccount(tx, tenantId, 'fees'),
      ]);
      const month = monthAt(within.ctx.clocks.business.now());
      const account = loaded && (await findLoadedAccount(tx, tenantId, month, loaded.memberAccountId, input.chargeId));
      return { account, gateway, fees, payerName: loaded?.payerName };
    },
    decide({ input, facts: { account, gateway, fees, payerName } }) {
      if (!account?.canBeLoaded) return err('invalid_card_details');
      const words = productTexts(account.language, 'topup');
      return ok({
        from: { ledgerAccountId: gateway },
        to:
          payerName === undefined
            ? {
                ...side(account, (words['card.posted'] ?? '').replace('{{ending}}', account.cardEnding)),
                kind: 'topUp',
              }
            : {
                ...side(account, (words['link.posted'] ?? '').replace('{{name}}', payerName)),
                kind: 'topUp',
                counterparty: payerName,
              },
        amount: input.amount,
        code: TRANSFER_CODE.topUp,
        forced: true,
        linked:
          account.fee === 0n
            ? []
            : [
                {
                  from: { ...side(account, words['card.feePosted'] ?? ''), kind: 'fee' },
                  to: { ledgerAccountId: fees },
                  amount: account.fee,
                  code: TRANSFER_CODE.fee,
                  forced: true,
                },
              ],
        effects: [bookingOf(input, account.memberAccountId)],
        answer: ({ number }) => ({ receipt: number }),
      });
    },
  });
}

type Taken = {
  readonly debited: DebitedAccount | undefined;
  readonly memberAccountId: bigint | undefined;
  readonly gateway: bigint;
};

/**
 * Books a chargeback by the bank of the other card: the credit is reversed at any balance, and the uncovered part
 * becomes a debt.
 */
export function chargebackKind(name: string, findLoaded: FindLoaded): GatewayPurpose['chargeback'] {
  return paymentKind<Charge, Taken, Answer, 'not_found'>({
    name,
    isMoneyOut: false,
    async read({ input }, within) {
      const [loaded, gateway] = await Promise.all([
        findLoaded(input, within),
        ledger.settlementAccount(within.tx, within.tenantId, 'gateway'),
      ]);
      const memberAccountId = loaded?.memberAccountId;
      const debited = memberAccountId === undefined ? undefined : await readDebited(within, memberAccountId);
      return { debited, memberAccountId, gateway };
    },
    decide({ input, facts: { debited, memberAccountId, gateway }, now }) {
      if (!debited || memberAccountId === undefined) return err('not_found');
      const { amount, chargeId: reference } = input;
      return ok({
        from: debitedSide(memberAccountId, 'cardTopUp', debited),
        to: { ledgerAccountId: gateway },
        amount,
        code: TRANSFER_CODE.adjustment,
        forced: true,
        effects: [chargebackOf(input)],
        writes: (within, { transferId }) =>
          noteOwed(within, debited, {
            memberAccountId,
            transferId,
            amount,
            cause: 'cardTopUp',
            reference,
            atMs: now,
          }),
        answer: ({ number }) => ({ receipt: number }),
      });
    },
  });
}
