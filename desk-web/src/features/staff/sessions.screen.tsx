import { Button } from '@wattle/web/ui/button.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand, usePageNumber } from '../../calls/use-command.ts';
import { useChange } from '../../calls/use-change.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { OutcomePart } from '../../ui/outcome-part.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { StaffHead } from './staff-head.tsx';

/** Members who are signed in now. One of their sessions can be ended. */
export function SessionsScreen() {
  const t = useTexts('deskStaff');
  const format = useDeskFormat();
  const page = usePageNumber();
  const looked = useCommand('staff-sessions', page > 1 ? { page: String(page) } : {});
  const { give, outcome, isSending } = useChange('end-staff-session');
  return (
    <>
      <StaffHead place="sessions" />
      {outcome ? <OutcomePart outcome={outcome} isSending={isSending} onRetry={looked.retry} /> : null}
      <Pane title={t('tab.sessions')} isPadded={false}>
        <LookedPart of={looked} empty={t('sessions.none')}>
          {(rows) => (
            <RowsTable
              label={t('tab.sessions')}
              rows={rows}
              keyOf={({ session }) => session}
              columns={[
                { key: 'name', head: t('column.name'), render: ({ fullName }) => fullName },
                {
                  key: 'since',
                  head: t('sessions.since'),
                  isTight: true,
                  render: ({ since }) => format.momentOf(since),
                },
                {
                  key: 'active',
                  head: t('sessions.active'),
                  isTight: true,
                  render: ({ lastActive }) => format.momentOf(lastActive),
                },
                { key: 'ends', head: t('sessions.ends'), isTight: true, render: ({ ends }) => format.momentOf(ends) },
                {
                  key: 'end',
                  head: t('column.state'),
                  isTight: true,
                  render: ({ session, fullName, isYours }) =>
                    isYours ? (
                      <Tag>{t('sessions.yours')}</Tag>
                    ) : (
                      <Button
                        tone="line"
                        small
                        aria-label={t('sessions.endOf', { name: fullName })}
                        onClick={() => void give({ session })}
                      >
                        {t('sessions.end')}
                      </Button>
                    ),
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
