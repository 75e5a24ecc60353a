import { Button } from '@wattle/web/ui/button.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useCommand, usePageNumber } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useSavedFile } from '../../ui/use-saved-file.tsx';
import { ComplaintDue } from './due-words.tsx';
import { ComplaintFigures } from './figures.tsx';
import { EVERY_MS } from './use-complaints.ts';
import './complaints.css';

type ComplaintRow = RowOf<'complaints'>;

const YEAR_MS = 365 * 86_400_000;

/** Complaints that wait for an answer, the soonest due first, and those that were answered or ended. */
export function ComplaintsScreen() {
  const t = useTexts('deskComplaints');
  const [isOpening, setOpening] = useState(false);
  const page = usePageNumber();
  const format = useDeskFormat();
  const now = useNow();
  const report = useSavedFile('complaint-report');
  const from = format.dayOf(new Date(Date.parse(now) - YEAR_MS).toISOString());
  const open = useCommand('complaints', page > 1 ? { page: String(page) } : {}, { everyMs: EVERY_MS });
  const ended = useCommand('complaints', { ended: true }, { everyMs: 4 * EVERY_MS });
  return (
    <>
      <PageHead
        title={t('title')}
        lead={t('lead')}
        actions={
          <>
            <Button tone="line" onClick={() => void report.save({ from, to: format.dayOf(now) })}>
              {t('report')}
            </Button>
            <Button aria-expanded={isOpening} onClick={() => setOpening(!isOpening)}>
              {t('register')}
            </Button>
          </>
        }
      />
      {report.failure}
      <ComplaintFigures />
      {isOpening ? (
        <Pane title={t('register')}>
          <CommandForm name="open-complaint" action={t('register')}>
            <p>{t('registerText')}</p>
          </CommandForm>
        </Pane>
      ) : null}
      <Pane title={t('open')} isPadded={false}>
        <LookedPart of={open} empty={t('none')}>
          {(rows) => <Complaints label={t('open')} rows={rows} />}
        </LookedPart>
        <Pager page={page} hasMore={open.hasMore} />
      </Pane>
      <Pane title={t('ended')} isPadded={false}>
        <LookedPart of={ended} empty={t('noneEnded')}>
          {(rows) => <Complaints label={t('ended')} rows={rows} />}
        </LookedPart>
      </Pane>
    </>
  );
}

function Complaints({ label, rows }: { readonly label: string; readonly rows: readonly ComplaintRow[] }) {
  const t = useTexts('deskComplaints');
  const format = useDeskFormat();
  return (
    <RowsTable
      label={label}
      rows={rows}
      keyOf={({ complaint }) => complaint}
      wayOf={({ complaint }) => ({ to: `/complaints/${complaint}` })}
      columns={[
        {
          key: 'complaint',
          head: t('column.complaint'),
          render: ({ name, words }) => (
            <>
              <span>{name}</span>
              <span className="complaints__sub">{words}</span>
            </>
          ),
        },
        { key: 'subject', head: t('column.subject'), render: ({ subject }) => t(`subject.${subject}`) },
        { key: 'state', head: t('column.state'), render: ({ state }) => t(`state.${state}`) },
        { key: 'handler', head: t('column.handler'), render: ({ handler }) => handler },
        { key: 'opened', head: t('column.opened'), isTight: true, render: ({ opened }) => format.dateOf(opened) },
        {
          key: 'due',
          head: t('column.due'),
          isTight: true,
          render: (row) =>
            row.next === '' ? (
              <Tag>{t(`outcome.${row.outcome === '' ? 'none' : row.outcome}`)}</Tag>
            ) : (
              <ComplaintDue of={row} />
            ),
        },
      ]}
    />
  );
}
