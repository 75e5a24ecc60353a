import { Button } from '@wattle/web/ui/button.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import type { InputOf, RowOf } from '../../calls/commands.ts';
import { useDefinition } from '../../calls/definitions.ts';
import { useChange } from '../../calls/use-change.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { OutcomePart } from '../../ui/outcome-part.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { Pane } from '../../ui/pane.tsx';
import { personLink } from '../../ui/person-link.tsx';
import { type Column, RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';

type Decision = RowOf<'rule-decisions'>;

type DecisionsProps = {
  readonly of: Omit<InputOf<'rule-decisions'>, 'page'>;
  readonly title: string;
  readonly none: string;
};

/** Purchases on which rules have acted. Those that wait for the desk can be taken off. */
export function DecisionsPane({ of, title, none }: DecisionsProps) {
  const t = useTexts('deskRules');
  const [page, setPage] = useState(1);
  const looked = useCommand('rule-decisions', { ...of, page: String(page) });
  const columns = useColumns(of.waiting === true);
  return (
    <Pane title={title} isPadded={false}>
      <LookedPart of={looked} empty={none}>
        {(rows) => (
          <RowsTable
            label={title}
            rows={rows}
            keyOf={({ purchase, rule }) => `${purchase} ${rule}`}
            columns={columns}
          />
        )}
      </LookedPart>
      <PageButtons
        before={page > 1 && { label: t('pages.before'), onPress: () => setPage(page - 1) }}
        next={looked.hasMore && { label: t('pages.next'), onPress: () => setPage(page + 1) }}
      />
    </Pane>
  );
}

function useColumns(isQueue: boolean): readonly Column<Decision>[] {
  const t = useTexts('deskRules');
  const format = useDeskFormat();
  const maySee = useDefinition('seen-rule-decision')?.mayGive === true;
  const columns: readonly Column<Decision>[] = [
    { key: 'at', head: t('column.when'), isTight: true, render: ({ at }) => format.momentOf(at) },
    {
      key: 'who',
      head: t('column.who'),
      render: ({ person, name, ending }) => (
        <>
          {personLink(person, name)}
          <span className="rules__sub">{t('ending', { ending })}</span>
        </>
      ),
    },
    { key: 'shop', head: t('column.shop'), render: ({ shop }) => shop },
    { key: 'amount', head: t('column.amount'), isFigure: true, render: ({ amount }) => format.money(amount) },
    {
      key: 'why',
      head: t('column.why'),
      render: ({ why, ruleName }) => (
        <>
          {why}
          <span className="rules__sub">{ruleName}</span>
        </>
      ),
    },
    {
      key: 'did',
      head: t('column.did'),
      isTight: true,
      render: ({ action }) => <Tag tone={action === 'decline' ? 'bad' : 'info'}>{t(`did.${action}`)}</Tag>,
    },
  ];
  if (!isQueue || !maySee) return columns;
  return [...columns, { key: 'seen', head: '', isTight: true, render: (row) => <SeenButton of={row} /> }];
}

function SeenButton({ of: { purchase, ending } }: { readonly of: Decision }) {
  const t = useTexts('deskRules');
  const change = useChange('seen-rule-decision');
  const see = () => void change.give({ purchase });
  const { outcome, isSending } = change;
  return (
    <>
      <Button tone="line" small busy={isSending} aria-label={t('seen.of', { ending })} onClick={see}>
        {t('seen.action')}
      </Button>
      {outcome && outcome.kind !== 'done' ? (
        <OutcomePart outcome={outcome} isSending={isSending} onRetry={see} />
      ) : null}
    </>
  );
}
