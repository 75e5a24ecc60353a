import { Button } from '@wattle/web/ui/button.tsx';
import { Link } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { type Looked, useCommand } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';

type Line = RowOf<'month-end'>;

/** Lines about the programme's own parts; the others are accounts of the books. */
const OWN_LINES = new Set([
  'cardholder',
  'bank',
  'afterStatement',
  'onlyStatement',
  'onlyBooks',
  'apart',
  'unexplained',
  'statement',
]);
const SUMS = new Set(['cardholder', 'bank', 'statement']);

/** Pages with the entries behind a line. */
const WAYS: Readonly<Record<string, string>> = {
  suspense: '/bank-files',
  schemeSettlement: '/bank-files/statements/schemeSettlement',
  gateway: '/bank-files/statements/gateway',
  onlyStatement: '/bank-files/statements/bank',
  onlyBooks: '/bank-files/statements/bank',
  unexplained: '/bank-files/statements/bank',
  directEntry: '/payments',
  bpay: '/payments',
  instant: '/payments',
};

type PaneProps = { readonly month: string; readonly end: Looked<Line> };

/** The way from the books to the statement of the bank at the end of a month, and its two signatures. */
export function MonthEndPane({ month, end }: PaneProps) {
  const t = useTexts('deskReports');
  const statement = end.rows?.at(-1);
  return (
    <Pane title={t('end.title')} aside={statement ? <State of={statement} /> : null} isPadded={false}>
      <LookedPart of={end} empty={t('end.none')}>
        {(rows) => <Lines rows={rows.filter(({ line, amount }) => line !== 'statement' || amount !== '')} />}
      </LookedPart>
      {statement ? (
        <SignPart month={month} held={end.rows?.[0]?.amount ?? ''} isReady={statement.state === 'agrees'} />
      ) : null}
    </Pane>
  );
}

function State({ of: { state, day } }: { readonly of: Line }) {
  const t = useTexts('deskReports');
  const format = useDeskFormat();
  if (state === 'agrees') return <Tag tone="ok">{t('end.agrees')}</Tag>;
  if (state === 'unexplained') return <Tag tone="bad">{t('end.unexplained')}</Tag>;
  if (state === 'earlier') return <Tag tone="warn">{t('end.earlier', { day: format.dateOf(`${day}T02:00:00Z`) })}</Tag>;
  return <Tag tone="warn">{t('end.noStatement')}</Tag>;
}

function Lines({ rows }: { readonly rows: readonly Line[] }) {
  const t = useTexts('deskReports');
  const books = useTexts('deskBankFiles');
  const format = useDeskFormat();
  const nameOf = ({ line, amount }: Line) =>
    OWN_LINES.has(line) ? t(`line.${line}`) : books(`between.${line}${Number(amount) < 0 ? '.below' : ''}`);
  return (
    <RowsTable
      label={t('end.title')}
      rows={rows}
      keyOf={({ line }) => line}
      columns={[
        {
          key: 'line',
          head: t('end.line'),
          render: (row) => (SUMS.has(row.line) ? <span className="strong">{nameOf(row)}</span> : nameOf(row)),
        },
        {
          key: 'items',
          head: t('end.items'),
          isFigure: true,
          render: ({ items }) => (items === '' ? '' : format.count(Number(items))),
        },
        {
          key: 'amount',
          head: t('end.amount'),
          isFigure: true,
          render: ({ line, amount }) =>
            SUMS.has(line) ? <span className="strong">{format.money(amount)}</span> : format.money(amount, 'always'),
        },
        {
          key: 'open',
          head: t('end.open'),
          isTight: true,
          render: (row) => {
            const way = WAYS[row.line];
            return way === undefined ? null : (
              <Link to={way} aria-label={`${t('end.opens')}: ${nameOf(row)}`}>
                {t('end.open')}
              </Link>
            );
          },
        },
      ]}
    />
  );
}

type SignProps = { readonly month: string; readonly held: string; readonly isReady: boolean };

function SignPart({ month, held, isReady }: SignProps) {
  const t = useTexts('deskReports');
  const format = useDeskFormat();
  const [isSigning, setSigning] = useState(false);
  const { rows } = useCommand('signed-months', {});
  const signed = rows?.find((one) => one.month === month);
  const words = t('sign.action', { month: format.monthOf(month) });
  if (!rows) return null;
  if (signed) {
    const { askedBy, approvedBy, at } = signed;
    return (
      <div className="reports__sign">
        <Tag tone="ok">{t('sign.signed', { askedBy, approvedBy, day: format.dateOf(at) })}</Tag>
        {signed.held === held ? null : <Tag tone="bad">{t('sign.changed', { held: format.money(signed.held) })}</Tag>}
      </div>
    );
  }
  return (
    <div className="reports__sign">
      <p className="small quiet">{t(isReady ? 'sign.text' : 'sign.wait')}</p>
      {isReady ? (
        <Button small aria-expanded={isSigning} onClick={() => setSigning(!isSigning)}>
          {words}
        </Button>
      ) : null}
      {isReady && isSigning ? (
        <section className="reports__form" aria-label={words}>
          <CommandForm name="sign-month" given={{ month }} action={words} />
        </section>
      ) : null}
    </div>
  );
}
