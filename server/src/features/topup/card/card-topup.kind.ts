import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { productTexts } from '../../../platform/texts.ts';
import { bookingOf, type Charge, chargebackOf } from '../../gateway/public.ts';
import { paymentKind, type Within } from '../../payments/public.ts';
import { findLoadedAccount, type LoadedAccount } from './loaded-account.store.ts';

type Facts = {
  readonly account: LoadedAccount | undefined;
  /** What the gateway owes to the programme. */
  readonly gateway: bigint;
  readonly fees: bigint;
};
type Answer = { readonly receipt: string };
type Refused = 'not_found' | 'invalid_card_details';

const ledger = openLedger();

async function read({ input }: { readonly input: Charge }, { tx, tenantId }: Within): Promise<Facts> {
  const [account, gateway, fees] = await Promise.all([
    findLoadedAccount(tx, tenantId, BigInt(input.subject), input.chargeId),
    ledger.settlementAccount(tx, tenantId, 'gateway'),
    ledger.settlementAccount(tx, tenantId, 'fees'),
  ]);
  return { account, gateway, fees };
}

function side({ ledgerAccountId, memberAccountId }: LoadedAccount, description: string) {
  return { ledgerAccountId, memberAccountId, ifClosed: 'invalid_card_details', description } as const;
}

/**
 * Books a charge of another card to the account that it was for. What was charged is credited whatever the balance is by
 * then, so it may pass the maximum; an account that is closed or blocked refuses it, and the charge goes back.
 */
export const cardTopup = paymentKind<Charge, Facts, Answer, Refused>({
  name: 'topup.card',
  isMoneyOut: false,
  read,
  decide({ input, facts: { account, gateway, fees } }) {
    if (!account?.canBeLoaded) return err('invalid_card_details');
    const words = productTexts(account.language, 'topup');
    return ok({
      from: { ledgerAccountId: gateway },
      to: { ...side(account, `${words['card.posted']} ${account.cardEnding}`), kind: 'topUp' },
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

/** The bank of the other card has taken the charge back: so is the credit, whatever the balance is by then. */
export const cardTopupChargeback = paymentKind<Charge, Facts, Answer, Refused>({
  name: 'topup.chargeback',
  isMoneyOut: false,
  read,
  decide({ input, facts: { account, gateway } }) {
    if (!account) return err('invalid_card_details');
    const words = productTexts(account.language, 'topup');
    return ok({
      from: { ...side(account, `${words['card.chargedBack']} ${account.cardEnding}`), kind: 'adjustment' },
      to: { ledgerAccountId: gateway },
      amount: input.amount,
      code: TRANSFER_CODE.adjustment,
      forced: true,
      effects: [chargebackOf(input)],
      answer: ({ number }) => ({ receipt: number }),
    });
  },
});
