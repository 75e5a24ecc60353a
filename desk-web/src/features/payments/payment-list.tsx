import { byName, namesOf } from '@wattle/contract/rules/typed-names.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { Field } from '@wattle/web/ui/fields/field.tsx';
import { Select } from '@wattle/web/ui/fields/select.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { type SubmitEvent, useState } from 'react';
import type { InputOf } from '../../calls/commands.ts';
import { useCommand, usePageNumber } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { PaymentState } from './payment-state.tsx';
import { EVERY_MS } from './use-payments.ts';
import './payments.css';

const STATES = ['made', 'sent', 'settled', 'returned', 'inDoubt'] as const;
type Sought = Pick<InputOf<'payments'>, 'receipt' | 'account' | 'amount' | 'state'>;
const NOTHING = { receipt: '', account: '', amount: '', state: '' } as const;

type PaymentListProps = { readonly view: 'all' | 'inDoubt' | 'returned' };

/**
 * Payments to other banks and billers, found by the details that a caller gives. Typed text stays out of the address.
 */
export function PaymentList({ view }: PaymentListProps) {
  const t = useTexts('deskPayments');
  const format = useDeskFormat();
  const page = usePageNumber();
  const [sought, setSought] = useState<Sought>({});
  const looked = useCommand(
    'payments',
    { ...sought, ...(view !== 'all' && { state: view }), ...(page > 1 && { page: String(page) }) },
    { everyMs: EVERY_MS },
  );
  return (
    <>
      {view === 'all' ? <SearchForm onSearch={setSought} isBusy={looked.isLooking} /> : null}
      <Pane title={t(`view.${view}`)} isPadded={false}>
        <LookedPart of={looked} empty={t(Object.keys(sought).length > 0 ? 'nothingFound' : `none.${view}`)}>
          {(rows) => (
            <RowsTable
              label={t(`view.${view}`)}
              rows={rows}
              keyOf={({ payment }) => payment}
              wayOf={({ receipt }) => (receipt === '' ? undefined : { to: `/payments/${receipt}` })}
              columns={[
                {
                  key: 'receipt',
                  head: t('column.payment'),
                  isTight: true,
                  render: ({ receipt }) => <span className="mono">{receipt === '' ? t('noReceipt') : receipt}</span>,
                },
                {
                  key: 'from',
                  head: t('column.from'),
                  render: ({ payer, account }) => (
                    <>
                      <span>{payer === '' ? t('programme') : payer}</span>
                      <span className="payments__sub">{account}</span>
                    </>
                  ),
                },
                {
                  key: 'to',
                  head: t('column.to'),
                  render: ({ to, by, bank, number }) => (
                    <>
                      <span>{to}</span>
                      <span className="payments__sub">{t(`by.${by}`, { bank, number })}</span>
                    </>
                  ),
                },
                {
                  key: 'amount',
                  head: t('column.amount'),
                  isFigure: true,
                  render: ({ amount }) => format.money(amount),
                },
                { key: 'state', head: t('column.state'), render: (row) => <PaymentState of={row} /> },
                { key: 'since', head: t('column.since'), isTight: true, render: ({ since }) => format.momentOf(since) },
              ]}
            />
          )}
        </LookedPart>
        <Pager page={page} hasMore={looked.hasMore} />
      </Pane>
    </>
  );
}

type SearchFormProps = { readonly onSearch: (sought: Sought) => void; readonly isBusy: boolean };

function SearchForm({ onSearch, isBusy }: SearchFormProps) {
  const t = useTexts('deskPayments');
  const [typed, setTyped] = useState<Readonly<Record<keyof Sought, string>>>(NOTHING);
  const set = (name: keyof Sought) => (value: string) => setTyped((before) => ({ ...before, [name]: value }));
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const names = namesOf(typed).filter((name) => typed[name] !== '');
    onSearch(byName(names, (name) => typed[name]) as Sought);
  };
  const clear = () => {
    setTyped(NOTHING);
    onSearch({});
  };
  return (
    <Pane title={t('search.title')}>
      <form className="payments__search" noValidate onSubmit={search}>
        {(['receipt', 'account', 'amount'] as const).map((name) => (
          <Field
            key={name}
            id={`payments-${name}`}
            name={name}
            label={t(`search.${name}`)}
            value={typed[name]}
            onValue={set(name)}
            inputMode={name === 'amount' ? 'decimal' : 'numeric'}
            autoComplete="off"
            isNoLogin
          />
        ))}
        <Select
          id="payments-state"
          name="state"
          label={t('search.state')}
          value={typed.state}
          onValue={set('state')}
          prompt={t('search.anyState')}
          options={STATES.map((state) => ({ value: state, label: t(`sought.${state}`) }))}
        />
        <div className="form__actions">
          <Button type="submit" busy={isBusy}>
            {t('search.action')}
          </Button>
          <Button tone="line" onClick={clear}>
            {t('search.clear')}
          </Button>
        </div>
      </form>
    </Pane>
  );
}
