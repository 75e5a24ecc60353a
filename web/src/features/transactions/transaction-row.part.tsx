import '../../ui/pages/rows.css';
import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import { useEffect, useRef } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { OwnedMoney } from '../../i18n/hidden-money.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Later } from '../../ui/later.tsx';
import { Money } from '../../ui/money.tsx';
import { TransactionIcon } from './category-icon.part.tsx';
import { useIsWanted, useKeptOpen } from './kept-view.ts';
import { TransactionDetails } from './transaction-details.tsx';
import { useSecondLine, useTitle, useVisitLine } from './transaction-words.ts';
import { lazyPart } from '../../missing-script/lazy-part.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { RowWords } from './row-words.tsx';
import { explainedOf, isComing, isFailed } from './transactions.domain.ts';

/** Loaded when a row is opened. */
const RowTools = lazyPart(async () => (await import('./row-tools.tsx')).RowTools);

type Tone = 'in' | 'out' | 'pending' | 'coming' | 'declined' | 'lapsed';

function toneOf(row: Transaction): Tone {
  if (isFailed(row)) return row.IsDeclined ? 'declined' : 'lapsed';
  if (isComing(row)) return 'coming';
  if (row.IsPending) return 'pending';
  return row.Amount > 0 ? 'in' : 'out';
}

type TransactionRowProps = {
  readonly row: Transaction;
  readonly now: string;
  /** Time shown under the amount: the day in a flat list, the time under a day heading, or none. */
  readonly when: 'day' | 'time' | 'none';
  /** True in the list of transactions, which shows the balance after each row and explains pending and failed rows. */
  readonly isFull?: boolean;
  /** True among posted rows: a pending one says that it is. */
  readonly isMixed?: boolean;
  /** True in the list of a merchant, where the day is the name of a row. */
  readonly isOfMerchant?: boolean;
};

/** A row of a list. A press opens its details. */
export function TransactionRow({
  row,
  now,
  when,
  isFull = false,
  isMixed = false,
  isOfMerchant = false,
}: TransactionRowProps) {
  const format = useFormat();
  const [isOpen, setOpen] = useKeptOpen(row.TransactionId);
  const isWanted = useIsWanted(row.TransactionId);
  const line = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isWanted) line.current?.scrollIntoView({ block: 'center' });
  }, [isWanted]);
  const secondLine = useSecondLine(isMixed);
  const visitLine = useVisitLine();
  const t = useTexts('transactions');
  const titleOf = useTitle();
  const tone = toneOf(row);
  const explained = explainedOf(row);
  // A row that is posted says it when it is opened.
  const isBelow = isFull && row.Sequence === null;
  return (
    <li>
      <details ref={line} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="row">
          <span className={classNames('row__icon', tone !== 'out' && `row__icon--${tone}`)}>
            <TransactionIcon row={row} />
          </span>
          <span>
            <span className="row__title">
              {isOfMerchant ? format.dayInWords(row.TransactionDate, now) : titleOf(row)}
            </span>
            <span className="row__line">{isOfMerchant ? visitLine(row) : secondLine(row)}</span>
          </span>
          {isFull && !row.IsPending && (
            <span className="row__balance" aria-hidden="true">
              {row.BalanceAfter !== null && <OwnedMoney dollars={row.BalanceAfter} />}
            </span>
          )}
          <span className={classNames('row__amount', `row__amount--${tone}`)}>
            {!row.HideAmount && <Money dollars={row.Amount} kind={tone} />}
            {explained === 'part' && row.AskedAmount !== null && (
              <span className="row__when">{t('parts.part.of', { asked: format.money(row.AskedAmount) })}</span>
            )}
            {when !== 'none' && (
              <span className="row__when">
                {when === 'day' ? format.relativeDay(row.TransactionDate, now) : format.timeOf(row.TransactionDate)}
              </span>
            )}
          </span>
        </summary>
        {explained !== null && !isBelow && isOpen && <RowWords row={row} now={now} explained={explained} />}
        <Later>
          <TransactionDetails row={row} now={now} isOpen={isOpen} />
        </Later>
        {isOpen && row.Sequence !== null && <RowTools row={row} sequence={row.Sequence} isOfMerchant={isOfMerchant} />}
      </details>
      {explained !== null && isBelow && <RowWords row={row} now={now} explained={explained} />}
    </li>
  );
}
