import './row-tools.css';
import { CATEGORY_KINDS, MERCHANT_KINDS } from '@wattle/contract/transactions/set-category.ts';
import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import { useState } from 'react';
import { Link } from '../../router/public.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { useIsUser } from '../../session/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useCards } from '../cards/public.ts';
import { CategoryDialog } from './category-dialog.tsx';
import { KeptReceipt } from './kept-receipt.tsx';
import { Note } from './row-note.tsx';
import { useDescription } from './transaction-words.ts';

type RowToolsProps = {
  readonly row: Transaction;
  readonly sequence: number;
  /** True on the page of the merchant, which has its category already. */
  readonly isOfMerchant?: boolean;
};

/** Category, receipt and note of a posted row, and a link to its merchant. Loaded when a row is opened. */
export function RowTools({ row, sequence, isOfMerchant = false }: RowToolsProps) {
  const t = useTexts('transactions');
  const { reference } = useCards();
  const descriptionOf = useDescription();
  const isUser = useIsUser();
  const [isChoosing, setChoosing] = useState(false);
  if (!reference) return null;
  const { AccountNumber: accountNumber } = reference;
  const hasMerchant = MERCHANT_KINDS.includes(row.Kind) && row.Description !== '';
  return (
    <div className="row-tools">
      {CATEGORY_KINDS.includes(row.Kind) && (
        <Button tone="text" small onClick={() => setChoosing(true)}>
          {t('category.change', { category: t(`category.${row.Category}`) })}
        </Button>
      )}
      {isUser && row.Amount < 0 && (
        <KeptReceipt accountNumber={accountNumber} sequence={sequence} of={descriptionOf(row)} />
      )}
      {isUser && <Note accountNumber={accountNumber} sequence={sequence} />}
      {hasMerchant && !isOfMerchant && (
        <Link className={buttonClass({ tone: 'text', small: true })} to={paths.merchant(String(sequence))}>
          {t('merchant.all', { name: row.Description })}
        </Link>
      )}
      {isChoosing && <CategoryDialog accountNumber={accountNumber} row={row} onClose={() => setChoosing(false)} />}
    </div>
  );
}
