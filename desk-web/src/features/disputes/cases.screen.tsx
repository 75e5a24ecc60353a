import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand, usePageNumber } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { DueTag } from './due-tag.tsx';
import { EVERY_MS, wayOfCase } from './use-cases.ts';
import './disputes.css';

/** All cases in which someone waits for an answer or can't be reached, the soonest due first. */
export function CasesScreen() {
  const t = useTexts('deskDisputes');
  const format = useDeskFormat();
  const page = usePageNumber();
  const looked = useCommand('cases', page > 1 ? { page: String(page) } : {}, { everyMs: EVERY_MS });
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <Pane title={t('queue')} isPadded={false}>
        <LookedPart of={looked} empty={t('none')}>
          {(rows) => (
            <RowsTable
              label={t('queue')}
              rows={rows}
              keyOf={(row) => `${row.kind} ${row.case}`}
              wayOf={(row) => ({ to: wayOfCase(row) })}
              columns={[
                {
                  key: 'kind',
                  head: t('column.case'),
                  render: ({ kind, about }) => (
                    <>
                      <span>{t(`kind.${kind}`)}</span>
                      <span className="disputes__sub">{about}</span>
                    </>
                  ),
                },
                {
                  key: 'person',
                  head: t('column.person'),
                  render: ({ name, account }) => (
                    <>
                      <span>{name}</span>
                      <span className="disputes__sub">{account}</span>
                    </>
                  ),
                },
                {
                  key: 'amount',
                  head: t('column.amount'),
                  isFigure: true,
                  render: ({ amount }) => (amount === '' ? null : format.money(amount)),
                },
                { key: 'state', head: t('column.state'), render: ({ kind, state }) => t(`state.${kind}.${state}`) },
                {
                  key: 'opened',
                  head: t('column.opened'),
                  isTight: true,
                  render: ({ opened }) => format.dateOf(opened),
                },
                {
                  key: 'due',
                  head: t('column.due'),
                  isTight: true,
                  render: ({ daysLeft }) => <DueTag daysLeft={daysLeft} />,
                },
              ]}
            />
          )}
        </LookedPart>
        <Pager page={page} hasMore={looked.hasMore} />
      </Pane>
    </>
  );
}
