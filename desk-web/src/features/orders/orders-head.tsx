import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { ReactNode } from 'react';
import { PageHead } from '../../ui/page-head.tsx';
import { Tabs } from '../../ui/tabs.tsx';

type OrdersHeadProps = { readonly place: 'orders' | 'vouchers'; readonly actions?: ReactNode };

/** Head of the pages about what was bought in the store, and about vouchers. */
export function OrdersHead({ place, actions }: OrdersHeadProps) {
  const t = useTexts('deskOrders');
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} actions={actions} />
      <Tabs
        label={t('title')}
        tabs={(['orders', 'vouchers'] as const).map((key) => ({
          key,
          words: t(`tab.${key}`),
          to: key === 'orders' ? '/orders' : '/orders/vouchers',
          isCurrent: key === place,
        }))}
      />
    </>
  );
}
