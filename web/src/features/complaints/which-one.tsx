import './which-one.css';
import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import { useId, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldGroup } from '../../ui/fields/field-group.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { useSettled } from '../../ui/fields/use-settled.ts';
import { Icon } from '../../ui/icon.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { cardWords, useCards } from '../cards/public.ts';
import { NamedRow, useRowsToChoose } from '../transactions/named-row.part.tsx';

/** A posted transaction and the account that it is of. */
export type ChosenRow = { readonly accountNumber: string; readonly row: Transaction };

type WhichOneProps = {
  readonly chosen: ChosenRow | null;
  readonly onChoose: (chosen: ChosenRow | null) => void;
};

/** Optional choice of the transaction that a complaint is about. Without a card there is none to choose. */
export function WhichOne({ chosen, onChoose }: WhichOneProps) {
  const t = useTexts('complaints');
  const id = useId();
  const [isChoosing, setChoosing] = useState(false);
  const { reference } = useCards();
  if (!reference) return null;
  return (
    <FieldGroup id={id} label={t('which.label')}>
      <button type="button" className="row which-one" id={id} onClick={() => setChoosing(true)}>
        {chosen ? (
          <NamedRow row={chosen.row} />
        ) : (
          <>
            <span className="row__icon">
              <AppIcon name="search" size="s" />
            </span>
            <span className="row__title">{t('which.choose')}</span>
          </>
        )}
        <Icon name="next" size="s" />
      </button>
      {chosen ? (
        <Button tone="text" small onClick={() => onChoose(null)}>
          {t('which.remove')}
        </Button>
      ) : null}
      {isChoosing ? (
        <ChooseDialog
          accountNumber={chosen?.accountNumber ?? reference.AccountNumber}
          onChoose={(next) => {
            onChoose(next);
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </FieldGroup>
  );
}

type ChooseDialogProps = {
  readonly accountNumber: string;
  readonly onChoose: (chosen: ChosenRow) => void;
  readonly onClose: () => void;
};

function ChooseDialog({ accountNumber: first, onChoose, onClose }: ChooseDialogProps) {
  const t = useTexts('complaints');
  const id = useId();
  const { cards } = useCards();
  const [accountNumber, setAccountNumber] = useState(first);
  const [typed, setTyped] = useState('');
  const found = useRowsToChoose(accountNumber, useSettled(typed));
  const accounts = cards.filter(
    ({ AccountNumber }, index) => cards.findIndex((one) => one.AccountNumber === AccountNumber) === index,
  );
  const isNone = found.state === 'ready' && found.rows.length === 0;
  return (
    <Dialog
      title={t('which.title')}
      describedBy={id}
      isWide
      onDismiss={onClose}
      actions={
        <Button wide tone="line" onClick={onClose}>
          {t('which.close')}
        </Button>
      }
    >
      <div className="which-one__search">
        {accounts.length > 1 ? (
          <Select
            id={`${id}-account`}
            label={t('which.account')}
            value={accountNumber}
            onValue={setAccountNumber}
            options={accounts.map((card) => ({ value: card.AccountNumber, label: cardWords(card) }))}
          />
        ) : null}
        <SearchField
          label={t('which.search')}
          placeholder={t('which.search')}
          value={typed}
          onText={setTyped}
          takesKey={false}
          // Enter would send the form around the dialog.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      </div>
      {found.state === 'pending' ? <SkeletonRows count={4} /> : null}
      <ul className="rows which-one__rows">
        {found.rows.map((row) => (
          <li key={row.TransactionId}>
            <button type="button" className="row which-one__row" onClick={() => onChoose({ accountNumber, row })}>
              <NamedRow row={row} />
            </button>
          </li>
        ))}
      </ul>
      {found.hasMore ? (
        <Button tone="text" busy={found.isLoadingMore} onClick={found.loadMore}>
          {t('which.more')}
        </Button>
      ) : null}
      <p className="dialog__text" id={id} role="status">
        {found.state === 'failed' ? t('which.failed') : isNone ? t('which.none') : ''}
      </p>
    </Dialog>
  );
}
