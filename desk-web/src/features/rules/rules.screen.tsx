import { Button } from '@wattle/web/ui/button.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { useDefinition } from '../../calls/definitions.ts';
import { useCommand, usePageNumber } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { DecisionsPane } from './decisions-pane.tsx';
import { RuleForm } from './rule-form.tsx';
import { toneOf, wayOfRule } from './use-rules.ts';
import './rules.css';

/** Rules that decline purchases or have their holders asked, and what they told the desk. */
export function RulesScreen() {
  const t = useTexts('deskRules');
  const format = useDeskFormat();
  const page = usePageNumber();
  const looked = useCommand('purchase-rules', { ...(page > 1 && { page: String(page) }) });
  const mayDraft = useDefinition('draft-rule')?.mayGive === true;
  const [isDrafting, setDrafting] = useState(false);
  return (
    <>
      <PageHead
        title={t('title')}
        lead={t('lead')}
        actions={
          mayDraft ? (
            <Button tone="line" aria-expanded={isDrafting} onClick={() => setDrafting(!isDrafting)}>
              {t('draft.action')}
            </Button>
          ) : null
        }
      />
      {isDrafting ? (
        <Pane title={t('draft.action')}>
          <RuleForm />
        </Pane>
      ) : null}
      <Pane title={t('list.title')} isPadded={false}>
        <LookedPart of={looked} empty={t('list.none')}>
          {(rows) => (
            <RowsTable
              label={t('list.title')}
              rows={rows}
              keyOf={({ rule }) => rule}
              wayOf={({ rule }) => ({ to: wayOfRule(rule) })}
              columns={[
                { key: 'name', head: t('column.rule'), render: ({ name }) => name },
                {
                  key: 'state',
                  head: t('column.state'),
                  isTight: true,
                  render: ({ state }) => <Tag tone={toneOf(state)}>{t(`state.${state}`)}</Tag>,
                },
                { key: 'says', head: t('column.says'), render: ({ says }) => <span className="small">{says}</span> },
                {
                  key: 'lastDay',
                  head: t('column.lastDay'),
                  isFigure: true,
                  render: ({ lastDay }) => format.count(lastDay),
                },
                {
                  key: 'changed',
                  head: t('column.changed'),
                  render: ({ changedBy, changedAt }) => (
                    <span className="small quiet">
                      {t('changed', { name: changedBy, at: format.momentIn(changedAt) })}
                    </span>
                  ),
                },
              ]}
            />
          )}
        </LookedPart>
        <Pager page={page} hasMore={looked.hasMore} />
      </Pane>
      <DecisionsPane of={{ waiting: true }} title={t('told.title')} none={t('told.none')} />
    </>
  );
}
