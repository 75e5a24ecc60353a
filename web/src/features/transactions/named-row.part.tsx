import '../../ui/pages/rows.css';
import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import { isBlank } from '@wattle/contract/rules/typed-text.ts';
import { useNow } from '../../api/use-now.ts';
import { useFormat } from '../../i18n/format.ts';
import { OwnedMoney } from '../../i18n/hidden-money.tsx';
import { TransactionIcon } from './category-icon.part.tsx';
import { type SearchPages, useTransactionSearch } from './transaction-search.queries.ts';
import { useTitle } from './transaction-words.ts';

/** Rows that a page of the choice adds. */
const SHOWN = 10;

/** Posted rows of an account with these words, the newest first; all of them without words. */
export function useRowsToChoose(accountNumber: string, text: string): SearchPages {
  return useTransactionSearch(accountNumber, isBlank(text) ? {} : { text }, SHOWN, true);
}

/** A transaction in two lines, for a page that is about it: its name, then its amount and day. */
export function NamedRow({ row }: { readonly row: Transaction }) {
  const format = useFormat();
  const titleOf = useTitle();
  const now = useNow();
  return (
    <>
      <span className="row__icon">
        <TransactionIcon row={row} />
      </span>
      <span>
        <span className="row__title">{titleOf(row)}</span>
        <span className="row__line">
          <OwnedMoney dollars={row.Amount} />
          {' · '}
          {format.relativeDay(row.TransactionDate, now)}
        </span>
      </span>
    </>
  );
}
