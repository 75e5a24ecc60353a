import { Link } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { RowOf } from '../../calls/commands.ts';
import { useCommand, usePageNumber } from '../../calls/use-command.ts';
import { ActPane, type RowAct } from '../../ui/act-pane.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import { EVERY_MS } from './use-payments.ts';

type ToCheck = RowOf<'payments-to-check'>;

const TONES: Readonly<Record<ToCheck['kind'], TagTone>> = {
  inDoubt: 'warn',
  returned: 'bad',
  held: 'warn',
  givenUp: 'bad',
};

/** Payments and work that have stopped, with the possible actions. */
export function ToCheckPart() {
  const t = useTexts('deskPayments');
  const format = useDeskFormat();
  const page = usePageNumber();
  const looked = useCommand('payments-to-check', page > 1 ? { page: String(page) } : {}, { everyMs: EVERY_MS });
  const whyOf = ({ kind, why }: ToCheck) => {
    if (kind === 'held') return t(`toCheck.${why}`);
    return kind === 'returned' && t.has(`why.${why}`) ? t(`why.${why}`) : why;
  };
  const actOf = (row: ToCheck): RowAct => {
    const { kind, item, by } = row;
    if (kind === 'givenUp') {
      return {
        command: 'retry',
        given: { item },
        action: t('givenUp.retry'),
        about: t('givenUp.about', { item, job: by }),
      };
    }
    if (kind === 'held') {
      return row.why === 'holder'
        ? { words: t('held.holderText') }
        : {
            command: 'release-held',
            given: { receipt: item },
            action: t('held.release'),
            about: t('held.about', { receipt: item }),
          };
    }
    return { words: item === '' ? t('toCheck.noReceipt') : <Link to={`/payments/${item}`}>{t('toCheck.open')}</Link> };
  };
  return (
    <ActPane
      title={t('view.toCheck')}
      looked={looked}
      page={page}
      empty={t('none.toCheck')}
      choose={t('toCheck.choose')}
      keyOf={({ kind, item, since }) => `${kind} ${item} ${since}`}
      columns={[
        {
          key: 'item',
          head: t('toCheck.item'),
          render: ({ item, kind, by }) => (
            <span className="mono">{kind === 'givenUp' ? by : item === '' ? t('noReceipt') : item}</span>
          ),
        },
        {
          key: 'who',
          head: t('toCheck.who'),
          render: ({ name, account }) => (
            <>
              <span>{name}</span>
              <span className="payments__sub">{account}</span>
            </>
          ),
        },
        {
          key: 'amount',
          head: t('column.amount'),
          isFigure: true,
          render: ({ amount }) => (amount === '' ? '' : format.money(amount)),
        },
        {
          key: 'kind',
          head: t('toCheck.kind'),
          render: (row) => (
            <>
              <Tag tone={TONES[row.kind]}>{t(`toCheck.${row.kind}`)}</Tag>
              <span className="payments__sub">{whyOf(row)}</span>
            </>
          ),
        },
        { key: 'since', head: t('column.since'), isTight: true, render: ({ since }) => format.momentOf(since) },
      ]}
      actOf={actOf}
    />
  );
}
