import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { useDefinition } from '../../calls/definitions.ts';
import { useCommand } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { groupedAccount } from '../../ui/grouped-account.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { CardState } from './card-line.tsx';
import { useMayGive } from './use-acts.ts';
import type { Act } from './use-person.ts';

type AccountsPartProps = { readonly person: string; readonly onAct: (act: Act) => void };

/** Accounts with their limits, holds and postings, and all cards. */
export function AccountsPart({ person, onAct }: AccountsPartProps) {
  const t = useTexts('deskPeople');
  const format = useDeskFormat();
  const accounts = useCommand('accounts', { person });
  const cards = useCommand('cards-of', { person });
  const [chosen, setChosen] = useState<string>();
  const mayWriteOff = useDefinition('write-off-balance')?.mayGive ?? false;
  const account = chosen ?? accounts.rows?.[0]?.account;
  const below = accounts.rows?.find((row) => row.account === account && row.balance.startsWith('-'));
  return (
    <>
      <Pane title={t('column.accounts')} isPadded={false}>
        <LookedPart of={accounts} empty={t('none.accounts')}>
          {(rows) => (
            <RowsTable
              label={t('column.accounts')}
              rows={rows}
              keyOf={(row) => row.account}
              wayOf={(row) => ({ onOpen: () => setChosen(row.account) })}
              isCurrent={(row) => row.account === account}
              columns={[
                {
                  key: 'account',
                  head: t('column.account'),
                  render: ({ account: number, name, role, debts }) => (
                    <>
                      <span>{name || t(`role.${role}`)}</span>
                      <span className="people__sub figures">{groupedAccount(number)}</span>
                      {role === 'nominee' ? <span className="people__sub">{t('role.nominee')}</span> : null}
                      {debts > 0 ? <span className="people__sub">{t('debts', { count: debts })}</span> : null}
                    </>
                  ),
                },
                {
                  key: 'balance',
                  head: t('column.balance'),
                  isFigure: true,
                  render: (row) => format.money(row.balance),
                },
                { key: 'held', head: t('column.held'), isFigure: true, render: (row) => format.money(row.held) },
                {
                  key: 'keptAside',
                  head: t('column.keptAside'),
                  isFigure: true,
                  render: (row) => format.money(row.keptAside),
                },
                {
                  key: 'available',
                  head: t('column.available'),
                  isFigure: true,
                  render: (row) => format.money(row.available),
                },
                {
                  key: 'limit',
                  head: t('column.dailyLimit'),
                  isFigure: true,
                  render: (row) => (
                    <>
                      <span>{row.dailyLimit === '' ? t('noLimit') : format.money(row.dailyLimit)}</span>
                      <span className="people__sub">{t('paidToday', { amount: format.money(row.paidToday) })}</span>
                    </>
                  ),
                },
              ]}
            />
          )}
        </LookedPart>
      </Pane>
      {mayWriteOff && below ? (
        <Pane title={t('writeOff.title', { account: below.account })}>
          <CommandForm
            key={below.account}
            name="write-off-balance"
            given={{ account: below.account }}
            action={t('writeOff')}
          >
            <p>{t('writeOff.text', { balance: format.money(below.balance) })}</p>
          </CommandForm>
        </Pane>
      ) : null}
      <Pane title={t('cards.all')} isPadded={false}>
        <LookedPart of={cards} empty={t('none.cards')}>
          {(rows) => (
            <RowsTable
              label={t('cards.all')}
              rows={rows}
              keyOf={({ card }) => card}
              columns={[
                { key: 'name', head: t('column.name'), render: ({ name }) => name },
                { key: 'number', head: t('column.number'), isTight: true, render: ({ number }) => number },
                {
                  key: 'status',
                  head: t('column.state'),
                  isTight: true,
                  render: ({ status }) => <CardState status={status} />,
                },
                { key: 'product', head: t('column.product'), render: ({ product }) => product },
                {
                  key: 'limit',
                  head: t('column.purchaseLimit'),
                  isFigure: true,
                  render: ({ purchaseLimit }) => (purchaseLimit === '' ? t('noLimit') : format.money(purchaseLimit)),
                },
              ]}
            />
          )}
        </LookedPart>
      </Pane>
      {account === undefined ? null : <HoldsPane account={account} />}
      {account === undefined ? null : <PostingsPane key={account} account={account} onAct={onAct} />}
    </>
  );
}

function HoldsPane({ account }: { readonly account: string }) {
  const t = useTexts('deskPeople');
  const format = useDeskFormat();
  const looked = useCommand('holds', { account });
  return (
    <Pane title={t('holds')} isPadded={false}>
      <LookedPart of={looked} empty={t('none.holds')}>
        {(rows) => (
          <RowsTable
            label={t('holds')}
            rows={rows}
            keyOf={({ reference, at }) => reference + at}
            columns={[
              { key: 'what', head: t('column.what'), render: ({ what, why }) => what || t(`hold.${why}`) },
              { key: 'card', head: t('column.card'), isTight: true, render: ({ card }) => card },
              { key: 'at', head: t('column.at'), isTight: true, render: ({ at }) => format.momentOf(at) },
              { key: 'until', head: t('column.until'), isTight: true, render: ({ until }) => format.dateOf(until) },
              { key: 'amount', head: t('column.amount'), isFigure: true, render: ({ amount }) => format.money(amount) },
            ]}
          />
        )}
      </LookedPart>
    </Pane>
  );
}

type PostingsPaneProps = { readonly account: string; readonly onAct: (act: Act) => void };

function PostingsPane({ account, onAct }: PostingsPaneProps) {
  const t = useTexts('deskPeople');
  const mayGive = useMayGive();
  const refunding = (sequence: number): Act => ({
    command: 'refund-fee',
    label: 'act.refundFee',
    given: { account, sequence: String(sequence) },
  });
  const format = useDeskFormat();
  const [before, setBefore] = useState<readonly number[]>([]);
  const top = before.at(-1);
  const looked = useCommand('account-transactions', { account, ...(top !== undefined && { before: String(top) }) });
  const last = looked.rows?.at(-1)?.sequence;
  return (
    <Pane title={t('postings')} isPadded={false}>
      <LookedPart of={looked} empty={t('none.postings')}>
        {(rows) => (
          <RowsTable
            label={t('postings')}
            rows={rows}
            keyOf={({ sequence }) => String(sequence)}
            columns={[
              {
                key: 'what',
                head: t('column.what'),
                render: ({ description, sequence, refundable }) => (
                  <>
                    <span>{description}</span>
                    {Number(refundable) > 0 && mayGive(refunding(sequence)) ? (
                      <span className="people__sub">
                        <button
                          type="button"
                          className="link-button"
                          onClick={() =>
                            onAct({ ...refunding(sequence), of: `${description}, ${format.money(refundable)}` })
                          }
                        >
                          {t('act.refundFee')}
                        </button>
                      </span>
                    ) : null}
                  </>
                ),
              },
              { key: 'at', head: t('column.at'), isTight: true, render: ({ at }) => format.momentOf(at) },
              { key: 'reference', head: t('column.reference'), render: ({ reference }) => reference },
              { key: 'amount', head: t('column.amount'), isFigure: true, render: ({ amount }) => format.money(amount) },
              {
                key: 'balance',
                head: t('column.balance'),
                isFigure: true,
                render: ({ balanceAfter }) => format.money(balanceAfter),
              },
            ]}
          />
        )}
      </LookedPart>
      <PageButtons
        before={before.length > 0 && { label: t('newer'), onPress: () => setBefore(before.slice(0, -1)) }}
        next={
          looked.hasMore &&
          last !== undefined && {
            label: t('older'),
            onPress: () => setBefore([...before, last]),
            isBusy: looked.isLooking,
          }
        }
      />
    </Pane>
  );
}
