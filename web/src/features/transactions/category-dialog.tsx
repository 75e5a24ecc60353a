import { getMerchant } from '@wattle/contract/transactions/get-merchant.ts';
import { MERCHANT_KINDS, setTransactionCategory } from '@wattle/contract/transactions/set-category.ts';
import {
  SPENDING_CATEGORIES,
  type SpendingCategory,
  type Transaction,
} from '@wattle/contract/transactions/transaction.ts';
import {
  getRecentTransactions,
  getSpending,
  getTransactions,
  searchTransactions,
} from '@wattle/contract/transactions/transactions.ts';
import { useId, useState } from 'react';
import { useAction } from '../../api/use-operation.ts';
import { useFailureWords } from '../../form/failure-words.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { showToast } from '../../ui/toasts.ts';

type CategoryDialogProps = {
  readonly accountNumber: string;
  readonly row: Pick<Transaction, 'Sequence' | 'Category' | 'Description' | 'Kind'>;
  /** True: the merchant is chosen first. */
  readonly isOfMerchant?: boolean;
  readonly onClose: () => void;
};

/** Changes the category of a purchase, or of all that follow at its merchant. */
export function CategoryDialog({ accountNumber, row, isOfMerchant = false, onClose }: CategoryDialogProps) {
  const t = useTexts('transactions');
  const wordsOf = useFailureWords();
  const id = useId();
  const [category, setCategory] = useState<SpendingCategory>(row.Category);
  const [scope, setScope] = useState<'one' | 'merchant'>(isOfMerchant ? 'merchant' : 'one');
  const hasMerchant = MERCHANT_KINDS.includes(row.Kind) && row.Description !== '';
  const action = useAction(setTransactionCategory, {
    invalidates: [getTransactions, getRecentTransactions, searchTransactions, getSpending, getMerchant],
    onSuccess: () => {
      showToast({ text: t('category.changed', { category: t(`category.${category}`) }) });
      onClose();
    },
  });
  const save = () =>
    action.run({
      body: {
        accountNumber,
        Sequence: row.Sequence ?? 0,
        Category: category,
        IsForMerchant: hasMerchant && scope === 'merchant',
      },
    });
  return (
    <Dialog
      title={t('category.title')}
      describedBy={id}
      isWide
      onDismiss={onClose}
      actions={
        <>
          <Button wide busy={action.isPending} onClick={save}>
            {t('category.save')}
          </Button>
          <Button wide tone="line" onClick={onClose}>
            {t('note.cancel')}
          </Button>
        </>
      }
    >
      <div className="category-form">
        <Select
          id="row-category"
          label={t('detail.category')}
          value={category}
          onValue={(value) => setCategory(value as SpendingCategory)}
          options={SPENDING_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
        />
        {hasMerchant ? (
          <RadioGroup
            id="category-scope"
            name="category-scope"
            label={t('category.scope')}
            value={scope}
            onValue={setScope}
            options={[
              { value: 'one', label: t('category.one') },
              { value: 'merchant', label: t('category.merchant', { name: row.Description }) },
            ]}
          />
        ) : null}
      </div>
      <p className="dialog__error" id={id} role="alert">
        {action.failure ? wordsOf(action.failure) : ''}
      </p>
    </Dialog>
  );
}
