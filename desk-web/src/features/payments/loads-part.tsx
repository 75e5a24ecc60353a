import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand, usePageNumber } from '../../calls/use-command.ts';
import { ActPane } from '../../ui/act-pane.tsx';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { Pane } from '../../ui/pane.tsx';

/** Loads by the desk. A wrong one is reversed; money that was already spent becomes a debt. */
export function LoadsPart() {
  const t = useTexts('deskPayments');
  const format = useDeskFormat();
  const page = usePageNumber();
  const looked = useCommand('loads', page > 1 ? { page: String(page) } : {});
  return (
    <ActPane
      title={t('view.loads')}
      looked={looked}
      page={page}
      empty={t('none.loads')}
      choose={t('loads.choose')}
      keyOf={({ receipt }) => receipt}
      columns={[
        {
          key: 'receipt',
          head: t('column.payment'),
          isTight: true,
          render: ({ receipt }) => <span className="mono">{receipt}</span>,
        },
        { key: 'account', head: t('loads.account'), isTight: true, render: ({ account }) => account },
        { key: 'type', head: t('loads.type'), render: ({ type }) => t(`loads.${type}`) },
        { key: 'amount', head: t('column.amount'), isFigure: true, render: ({ amount }) => format.money(amount) },
        {
          key: 'back',
          head: t('loads.takenBack'),
          isFigure: true,
          render: ({ takenBack }) => (takenBack === '0.00' ? '' : format.money(takenBack)),
        },
        { key: 'at', head: t('loads.at'), isTight: true, render: ({ at }) => format.momentOf(at) },
      ]}
      actOf={({ receipt, account, amount, takenBack }) =>
        amount === takenBack
          ? { words: t('loads.allBack') }
          : {
              command: 'take-back-load',
              given: { receipt },
              action: t('loads.takeBack'),
              about: t('loads.about', { amount: format.money(amount), account }),
            }
      }
    >
      <Pane title={t('loads.new')}>
        <CommandForm name="load" action={t('loads.load')} />
      </Pane>
    </ActPane>
  );
}
