import type { OrderView } from '@wattle/contract/store/store.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { OutcomeSlip } from '../../layout/outcome-page.tsx';
import { SaveOrderReceipt } from './save-order-receipt.tsx';

/** Receipt of an order. */
export function useOrderSlip({ OrderId, Number: number, Items, PaidAt, PaidWith, ...order }: OrderView): OutcomeSlip {
  const t = useTexts('store');
  const format = useFormat();
  return {
    ...(number === null ? {} : { number }),
    rows: [
      { term: t('receipt.paid'), value: format.money(order.Total) },
      { term: t('figures.cards', { count: Items.length }), value: format.money(order.CardsTotal) },
      { term: t('figures.fee'), value: format.money(order.Fee) },
      { term: t('receipt.order'), value: number ?? '' },
      ...(PaidAt === null
        ? []
        : [{ term: t('receipt.when'), value: `${format.dateOf(PaidAt)}, ${format.timeOf(PaidAt)}` }]),
      ...(PaidWith === null ? [] : [{ term: t('receipt.with'), value: t('receipt.card', { ending: PaidWith }) }]),
    ],
    save: <SaveOrderReceipt orderId={OrderId} />,
  };
}
