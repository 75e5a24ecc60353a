import { Button } from '@wattle/web/ui/button.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { useCommand } from '../../calls/use-command.ts';
import { useDefinition } from '../../calls/definitions.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { DifferingPane } from './differing-pane.tsx';
import {
  type Connection,
  EVERY_MS,
  processorName,
  stateOf,
  toLookAt,
  toneOfSecret,
  wayOfConnection,
} from './use-connections.ts';
import './connections.css';

/** Connections to card processors, and cards whose state is another one there. */
export function ConnectionsScreen() {
  const t = useTexts('deskConnections');
  const looked = useCommand('connections', {}, { everyMs: EVERY_MS });
  const mayAdd = useDefinition('add-connection')?.mayGive === true;
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <PageHead
        title={t('title')}
        lead={t('lead')}
        actions={
          mayAdd ? (
            <Button tone="line" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
              {t('add.action')}
            </Button>
          ) : null
        }
      />
      {isAdding ? (
        <Pane title={t('add.action')}>
          <CommandForm name="add-connection" action={t('add.ask')}>
            <p>{t('add.text')}</p>
          </CommandForm>
        </Pane>
      ) : null}
      <Pane title={t('list.title')} aside={<span className="quiet small">{t('list.hours')}</span>} isPadded={false}>
        <LookedPart of={looked} empty={t('list.none')}>
          {(rows) => <ConnectionTable rows={rows} />}
        </LookedPart>
      </Pane>
      <DifferingPane />
    </>
  );
}

function ConnectionTable({ rows }: { readonly rows: readonly Connection[] }) {
  const t = useTexts('deskConnections');
  const format = useDeskFormat();
  return (
    <RowsTable
      label={t('list.title')}
      rows={rows}
      keyOf={({ number }) => String(number)}
      wayOf={(row) => ({ to: wayOfConnection(row) })}
      columns={[
        {
          key: 'name',
          head: t('column.connection'),
          render: ({ connection, processor }) => (
            <>
              <span>{connection}</span>
              <span className="connections__sub">{processorName(processor)}</span>
            </>
          ),
        },
        {
          key: 'state',
          head: t('column.state'),
          isTight: true,
          render: (row) => {
            const [key, tone] = stateOf(row);
            return <Tag tone={tone}>{t(`state.${key}`)}</Tag>;
          },
        },
        { key: 'asked', head: t('column.asked'), isFigure: true, render: ({ asked }) => format.count(asked) },
        {
          key: 'answered',
          head: t('column.answered'),
          isFigure: true,
          render: ({ approved, declined }) => format.count(approved + declined),
        },
        {
          key: 'silent',
          head: t('column.silent'),
          isFigure: true,
          render: ({ silent, late }) => <Count of={silent + late} />,
        },
        { key: 'adopted', head: t('column.adopted'), isFigure: true, render: ({ adopted }) => format.count(adopted) },
        {
          key: 'used',
          head: t('column.used'),
          isFigure: true,
          render: ({ asked, p50, p99, deadlineMs }) =>
            asked === 0 ? (
              '–'
            ) : (
              <>
                <span>{`${format.count(p50)} / ${format.count(p99)}`}</span>
                <span className="connections__sub">{t('used.of', { ms: format.count(deadlineMs) })}</span>
              </>
            ),
        },
        { key: 'look', head: t('column.look'), isFigure: true, render: (row) => <Count of={toLookAt(row)} /> },
        {
          key: 'words',
          head: t('column.words'),
          isFigure: true,
          render: ({ unknownWords }) => format.count(unknownWords),
        },
        {
          key: 'secret',
          head: t('column.secret'),
          isTight: true,
          render: ({ secretDaysLeft }) => {
            const tone = toneOfSecret(secretDaysLeft);
            const words = t('secret.left', { count: Math.max(0, secretDaysLeft) });
            return tone ? <Tag tone={tone}>{secretDaysLeft < 0 ? t('secret.over') : words}</Tag> : words;
          },
        },
        {
          key: 'last',
          head: t('column.last'),
          isTight: true,
          render: ({ last }) => (last === '' ? t('last.none') : format.momentOf(last)),
        },
      ]}
    />
  );
}

function Count({ of }: { readonly of: number }) {
  const format = useDeskFormat();
  return <span className={of > 0 ? 'money-out' : undefined}>{format.count(of)}</span>;
}
