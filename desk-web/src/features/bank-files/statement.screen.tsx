import { Link, useParams } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand, usePageNumber } from '../../calls/use-command.ts';
import { ActPane } from '../../ui/act-pane.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { LineForm } from './line-form.tsx';
import { EVERY_MS } from './use-bank-files.ts';

const ACCOUNTS = ['bank', 'schemeSettlement', 'gateway'] as const;
type Account = (typeof ACCOUNTS)[number];

/** Lines that appear either in an account of the books or in the other party's statements, but not in both. */
export function StatementScreen() {
  const t = useTexts('deskBankFiles');
  const format = useDeskFormat();
  const page = usePageNumber();
  const { account: named } = useParams();
  const account: Account = ACCOUNTS.find((one) => one === named) ?? 'bank';
  const looked = useCommand('unmatched', { account, ...(page > 1 && { page: String(page) }) }, { everyMs: EVERY_MS });
  const statements = useCommand('statements-read', {}, { everyMs: EVERY_MS });
  return (
    <>
      <PageHead
        title={t(`account.${account}`)}
        lead={t('unmatched.lead')}
        trail={<Link to="/bank-files">{t('title')}</Link>}
      />
      <ActPane
        title={t('unmatched.title')}
        looked={looked}
        page={page}
        empty={t('unmatched.none')}
        choose={t('unmatched.choose')}
        keyOf={({ side, line, reference, day, amount }) => [side, line, reference, day, amount].join(' ')}
        columns={[
          { key: 'side', head: t('unmatched.side'), isTight: true, render: ({ side }) => t(`side.${side}`) },
          {
            key: 'day',
            head: t('unmatched.day'),
            isTight: true,
            render: ({ day }) => format.dateOf(`${day}T02:00:00Z`),
          },
          { key: 'amount', head: t('files.amount'), isFigure: true, render: ({ amount }) => format.money(amount) },
          {
            key: 'words',
            head: t('unmatched.words'),
            render: ({ words, reference }) => (
              <>
                <span className="bank__quote">{words}</span>
                <span className="bank__sub bank__quote">{reference}</span>
              </>
            ),
          },
          {
            key: 'candidates',
            head: t('suspense.candidates'),
            isFigure: true,
            render: ({ candidates }) => (candidates === '' ? '' : candidates.split(' ').length),
          },
        ]}
        actOf={(row) =>
          row.line === ''
            ? { words: t('unmatched.books') }
            : { title: t('unmatched.post'), words: <LineForm of={row} /> }
        }
      />
      <Pane title={t('statements.title')} isPadded={false}>
        <LookedPart of={statements} empty={t('statements.none')}>
          {(rows) => (
            <RowsTable
              label={t('statements.title')}
              rows={rows.filter((row) => row.account === account)}
              keyOf={({ name }) => name}
              columns={[
                { key: 'name', head: t('files.file'), render: ({ name }) => <span className="mono">{name}</span> },
                {
                  key: 'days',
                  head: t('unmatched.day'),
                  render: ({ from, to }) =>
                    from === '' ? '' : [from, to].map((day) => format.dateOf(`${day}T02:00:00Z`)).join(' – '),
                },
                {
                  key: 'closing',
                  head: t('statements.closing'),
                  isFigure: true,
                  render: ({ closing }) => (closing === '' ? '–' : format.money(closing)),
                },
                {
                  key: 'unmatched',
                  head: t('statements.unmatched'),
                  isFigure: true,
                  render: ({ unmatched }) => unmatched,
                },
                {
                  key: 'refused',
                  head: t('answers.state'),
                  render: ({ refused }) =>
                    refused === '' ? (
                      <Tag tone="ok">{t('answers.Taken')}</Tag>
                    ) : (
                      <Tag tone="bad">{t('statements.refused', { reason: refused })}</Tag>
                    ),
                },
              ]}
            />
          )}
        </LookedPart>
      </Pane>
    </>
  );
}
