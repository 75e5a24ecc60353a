import type { Language } from '@wattle/contract/rules/languages.ts';
import { payOrder, placeOrder } from '@wattle/contract/store/orders.ts';
import { send, type CallFailure } from '../../api/send.ts';
import { type Refusal, refusalOf } from '../../form/form.domain.ts';
import { type BasketCard, readPlacedOrder, savePlacedOrder } from './basket.ts';
import type { OpenCharge } from './payment-frame.tsx';

type Paying = {
  readonly basket: readonly BasketCard[];
  readonly email: string;
  readonly bornOn: string;
  readonly language: Language;
  readonly total: number;
};

type PayName = 'email' | 'birth';
export type OpenedPayment =
  | { readonly kind: 'open'; readonly charge: OpenCharge }
  /** The basket may already be paid for, so no second payment is requested. */
  | { readonly kind: 'onItsWay' }
  | { readonly kind: 'refused'; readonly refusal: Refusal<PayName> };

const IN_PROGRESS = '20310';
const NOT_PAYABLE = '10001';
const FIELDS: Readonly<Record<string, PayName>> = { DateOfBirth: 'birth', Email: 'email' };

function refused(failure: CallFailure): OpenedPayment {
  const field = failure.field === undefined ? undefined : FIELDS[failure.field];
  return { kind: 'refused', refusal: refusalOf(failure, field ? [field] : [], navigator.onLine) };
}

/**
 * Opens the payment of a basket. The same basket is the same order, after any number of presses, returns or reloads, so
 * it is paid once.
 */
export async function openPayment({ basket, email, bornOn, language, total }: Paying): Promise<OpenedPayment> {
  const items = basket.map(({ ProductId, Amount, Gift, Delivery }) => ({ ProductId, Amount, Gift, Delivery }));
  const frozen = JSON.stringify([items, email]);
  const held = readPlacedOrder();
  const known = held?.basket === frozen ? held.id : null;
  if (known !== null) {
    const again = await pay(known, { total, language });
    // If it is gone from this browser, or was issued before, the basket becomes a new order.
    if (again.kind !== 'refused' || !['404', NOT_PAYABLE].includes(again.refusal.code)) return again;
  }
  const placed = await send(placeOrder, {
    body: { Language: language, Email: email, DateOfBirth: bornOn, Items: items },
  });
  if (!placed.ok) return refused(placed);
  savePlacedOrder({ id: placed.value.OrderId, basket: frozen });
  return pay(placed.value.OrderId, { total, language });
}

async function pay(id: string, { total, language }: Pick<Paying, 'total' | 'language'>): Promise<OpenedPayment> {
  const opened = await send(payOrder, { body: { OrderId: id, Language: language } });
  if (opened.ok) return { kind: 'open', charge: { ...opened.value, total } };
  return opened.code === IN_PROGRESS ? { kind: 'onItsWay' } : refused(opened);
}
