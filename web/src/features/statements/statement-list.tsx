import type { Statement } from '@wattle/contract/statements/statements.ts';
import { useRef, useState } from 'react';
import { useNow } from '../../api/use-now.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { useFirstNewRow } from '../../ui/use-first-new-row.ts';
import { usePeriodNames } from './period-name.ts';
import { StatementRow } from './statement-row.tsx';
import { byFinancialYear } from './statements.domain.ts';

const AT_ONCE = 10;

type StatementListProps = { readonly accountNumber: string; readonly statements: readonly Statement[] };

/** Statements by financial year, ten at a time. */
export function StatementList({ accountNumber, statements }: StatementListProps) {
  const t = useTexts('statements');
  const ui = useTexts('ui');
  const format = useFormat();
  const { monthOf, periodOf } = usePeriodNames();
  const today = format.dayOf(useNow());
  const list = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(AT_ONCE);
  const shown = statements.slice(0, count);
  const rowAt = (place: number) => list.current?.querySelectorAll('li')[place];
  const ask = useFirstNewRow({ count: shown.length, isLoading: false, rowAt });
  const total = statements.length;
  const newest = statements[0];
  return (
    <div className="statements__years" ref={list}>
      {byFinancialYear(shown, today).map(({ from, to, isCurrent, statements: those }) => (
        <section key={from} aria-labelledby={`year-${from}`}>
          <h2 className="statements__year" id={`year-${from}`}>
            {isCurrent ? t('year.current', { from: monthOf(`${from}-01`) }) : periodOf(`${from}-01`, `${to}-01`)}
          </h2>
          <ul className="panel statements__rows">
            {those.map((statement) => (
              <li key={statement.StatementId}>
                <StatementRow
                  accountNumber={accountNumber}
                  statement={statement}
                  isNew={statement === newest && !statement.IsOpened}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div className="statements__end">
        {shown.length < total ? (
          <Button
            tone="line"
            small
            onClick={() => {
              ask();
              setCount(count + AT_ONCE);
            }}
          >
            {t('more', { count: Math.min(AT_ONCE, total - shown.length) })}
          </Button>
        ) : null}
        <p role="status">{ui('more.shown', { shown: shown.length, total })}</p>
      </div>
    </div>
  );
}
