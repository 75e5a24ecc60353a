import type { OrderView } from '@wattle/contract/store/store.ts';
import { useBrand } from '../../brand/brand.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { PaperLogo } from '../../layout/paper-logo.tsx';
import { SummaryList } from '../../ui/summary-list.tsx';

/** Receipt of an order. */
export function OrderReceipt({ order }: { readonly order: OrderView }) {
  const t = useTexts('store');
  const format = useFormat();
  const { BrandName } = useBrand();
  const { PaidAt: paidAt } = order;
  return (
    <section className="store-receipt" aria-label={t('receipt.title')}>
      <p className="store-receipt__head">
        <span>
          <PaperLogo />
          {BrandName}
        </span>
        <span aria-hidden="true">{t('receipt.title')}</span>
      </p>
      <SummaryList
        layout="sides"
        rows={[
          { term: t('receipt.order'), value: order.Number ?? '' },
          { term: t('figures.cards', { count: order.Items.length }), value: format.money(order.CardsTotal) },
          { term: t('figures.fee'), value: format.money(order.Fee) },
          { term: t('receipt.paid'), value: format.money(order.Total) },
          ...(paidAt === null
            ? []
            : [{ term: t('receipt.when'), value: `${format.dateOf(paidAt)}, ${format.timeOf(paidAt)}` }]),
          ...(order.PaidWith === null
            ? []
            : [{ term: t('receipt.with'), value: t('receipt.card', { ending: order.PaidWith }) }]),
        ]}
      />
    </section>
  );
}
