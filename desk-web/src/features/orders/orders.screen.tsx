import { emailText } from '@wattle/contract/rules/typed-text.ts';
import { createStore, useStore } from '@wattle/web/observable.ts';
import { useParams } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { Field } from '@wattle/web/ui/fields/field.tsx';
import { Select } from '@wattle/web/ui/fields/select.tsx';
import { useId, useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useCommand, usePageNumber } from '../../calls/use-command.ts';
import { sessionState } from '../../session/session.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import { OrderPane } from './order-pane.tsx';
import { OrdersHead } from './orders-head.tsx';
import './orders.css';

type Order = RowOf<'orders'>;

const EVERY_MS = 30_000;
const TONES: Readonly<Record<string, TagTone>> = {
  Placed: 'plain',
  paid: 'ok',
  opened: 'info',
  ended: 'plain',
  Refused: 'bad',
};

/** Email that was searched for. It stays while orders are opened, for the member who typed it. */
const searched = createStore({ by: '', email: '' });

function memberName(): string {
  const state = sessionState.get();
  return state.status === 'in' ? state.session.name : '';
}

/** State of an order by that of its cards. */
const stateOf = ({ state, cards, opened, ended }: Order): string =>
  state !== 'Issued' ? state : ended === cards ? 'ended' : opened > 0 ? 'opened' : 'paid';

/** Orders of the store by the email of their buyer, and one of them with its cards and its refund. */
export function OrdersScreen() {
  const t = useTexts('deskOrders');
  const { order = '' } = useParams();
  const { by, email } = useStore(searched);
  const shown = by === memberName() ? email : '';
  return (
    <>
      <OrdersHead place="orders" />
      <div className="cols orders">
        <div className="col-7 stack">
          <BuyerSearch initial={shown} onSearch={(next) => searched.set({ by: memberName(), email: next })} />
          <OrderList key={shown} email={shown} chosen={order} />
        </div>
        <div className="col-5 stack">
          {order === '' ? <p className="quiet">{t('choose')}</p> : <OrderPane key={order} order={order} />}
        </div>
      </div>
    </>
  );
}

type BuyerSearchProps = { readonly initial: string; readonly onSearch: (email: string) => void };

/** The email stays out of the address, which names no one. */
function BuyerSearch({ initial, onSearch }: BuyerSearchProps) {
  const t = useTexts('deskOrders');
  const id = useId();
  const [typed, setTyped] = useState(initial);
  return (
    <form
      className="orders__search"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(emailText(typed));
      }}
    >
      <Field
        id={id}
        label={t('search.email')}
        value={typed}
        onValue={setTyped}
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        isNoLogin
      />
      <Button type="submit">{t('search.action')}</Button>
      {typed === '' ? null : (
        <Button
          tone="line"
          onClick={() => {
            setTyped('');
            onSearch('');
          }}
        >
          {t('search.clear')}
        </Button>
      )}
    </form>
  );
}

const STATES = ['Placed', 'Paid', 'Opened', 'Ended', 'Refused'] as const;
const DAYS = ['7', '30', '90'] as const;

function OrderList({ email, chosen }: { readonly email: string; readonly chosen: string }) {
  const t = useTexts('deskOrders');
  const id = useId();
  const [chosenState, setState] = useState('');
  const state = STATES.find((one) => one === chosenState);
  const [days, setDays] = useState('');
  return (
    <>
      <div className="orders__filters">
        <Select
          id={`${id}-state`}
          label={t('filter.state')}
          value={chosenState}
          onValue={setState}
          prompt={t('filter.anyState')}
          options={STATES.map((value) => ({ value, label: t(`filter.state.${value}`) }))}
        />
        <Select
          id={`${id}-days`}
          label={t('filter.days')}
          value={days}
          onValue={setDays}
          prompt={t('filter.anyTime')}
          options={DAYS.map((value) => ({ value, label: t(`filter.days.${value}`) }))}
        />
      </div>
      <FoundOrders key={`${chosenState} ${days}`} email={email} state={state} days={days} chosen={chosen} />
    </>
  );
}

type FoundOrdersProps = {
  readonly email: string;
  readonly state: (typeof STATES)[number] | undefined;
  readonly days: string;
  readonly chosen: string;
};

function FoundOrders({ email, state, days, chosen }: FoundOrdersProps) {
  const t = useTexts('deskOrders');
  const format = useDeskFormat();
  const page = usePageNumber();
  const looked = useCommand(
    'orders',
    {
      ...(email !== '' && { email }),
      ...(state && { state }),
      ...(days !== '' && { days }),
      ...(page > 1 && { page: String(page) }),
    },
    { everyMs: EVERY_MS },
  );
  const none = state !== undefined || days !== '' ? 'none.filtered' : email === '' ? 'none.all' : 'none.ofBuyer';
  return (
    <Pane title={t(email === '' ? 'list.all' : 'list.ofBuyer')} isPadded={false}>
      <LookedPart of={looked} empty={t(none)}>
        {(rows) => (
          <RowsTable
            label={t('list.label')}
            rows={rows}
            keyOf={({ order, placed }) => order + placed}
            wayOf={({ order }) => (order === '' ? undefined : { to: `/orders/${order}` })}
            isCurrent={({ order }) => order !== '' && order === chosen}
            columns={[
              {
                key: 'order',
                head: t('column.order'),
                render: ({ order, placed, cards, gifts }) => (
                  <>
                    <span className="figures">{order || t('notPaid')}</span>
                    <span className="orders__sub">
                      {[
                        format.momentOf(placed),
                        t('cards', { count: cards }),
                        gifts > 0 ? t('gifts', { count: gifts }) : '',
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </>
                ),
              },
              { key: 'buyer', head: t('column.buyer'), render: ({ buyer }) => buyer },
              {
                key: 'state',
                head: t('column.state'),
                isTight: true,
                render: (row) => (
                  <Tag tone={TONES[stateOf(row)] ?? 'plain'}>
                    {t(`state.${stateOf(row)}`, { opened: row.opened, gifts: row.gifts })}
                  </Tag>
                ),
              },
              { key: 'amount', head: t('column.paid'), isFigure: true, render: ({ amount }) => format.money(amount) },
            ]}
          />
        )}
      </LookedPart>
      <Pager page={page} hasMore={looked.hasMore} />
    </Pane>
  );
}
