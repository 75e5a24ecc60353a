import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand, usePageNumber } from '../../calls/use-command.ts';
import { ActPane } from '../../ui/act-pane.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { Tag } from '../../ui/tag.tsx';
import { EVERY_MS } from './use-payments.ts';

/** First payments to someone, which are held until a time. Two people can release one earlier. */
export function HeldPart() {
  const t = useTexts('deskPayments');
  const format = useDeskFormat();
  const page = usePageNumber();
  const looked = useCommand('held-payments', page > 1 ? { page: String(page) } : {}, { everyMs: EVERY_MS });
  return (
    <ActPane
      title={t('view.held')}
      looked={looked}
      page={page}
      empty={t('none.held')}
      choose={t('held.choose')}
      keyOf={({ receipt }) => receipt}
      columns={[
        {
          key: 'receipt',
          head: t('column.payment'),
          isTight: true,
          render: ({ receipt }) => <span className="mono">{receipt}</span>,
        },
        { key: 'account', head: t('column.from'), isTight: true, render: ({ account }) => account },
        { key: 'by', head: t('held.by'), render: ({ by }) => t(`held.${by}`) },
        { key: 'amount', head: t('column.amount'), isFigure: true, render: ({ amount }) => format.money(amount) },
        { key: 'made', head: t('held.made'), isTight: true, render: ({ made }) => format.momentOf(made) },
        {
          key: 'until',
          head: t('held.until'),
          isTight: true,
          render: ({ until, waitsFor }) =>
            waitsFor === 'holder' ? <Tag tone="warn">{t('held.holder')}</Tag> : format.momentOf(until),
        },
      ]}
      actOf={({ receipt, waitsFor }) =>
        waitsFor === 'holder'
          ? { words: t('held.holderText') }
          : {
              command: 'release-held',
              given: { receipt },
              action: t('held.release'),
              about: t('held.about', { receipt }),
            }
      }
    />
  );
}
