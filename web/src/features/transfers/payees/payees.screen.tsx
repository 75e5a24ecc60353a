import { isBlank } from '@wattle/contract/rules/typed-text.ts';
import './payees.css';
import { useRef, useState } from 'react';
import { Link } from '../../../router/public.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { AsOf } from '../../../layout/as-of.tsx';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../ui/pages/back-link.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { BlockedPayees } from '../../scams/blocked-payees.part.tsx';
import { PayeeRow } from './payee-row.tsx';
import { found, type Listed } from './payees.domain.ts';
import { useAllPayees } from './payees.queries.ts';

/** Saved payees: search, details, payment, change and deletion. */
export function PayeesScreen() {
  const t = useTexts('payees');
  const { all, answers, isPending, failure, refetch } = useAllPayees();
  return (
    <div className="payees">
      <BackLink way={{ to: paths.fundsTransfer(), link: Link }} />
      <h1 className="payees__title">{t('title')}</h1>
      {failure ? (
        <LoadFailed failure={failure} onRetry={refetch} />
      ) : isPending ? (
        <div className="panel">
          <SkeletonRows count={4} />
        </div>
      ) : all.length === 0 ? (
        <div className="panel">
          <EmptyState
            picture={<Icon name="person" />}
            title={t('empty.title')}
            text={t('empty.text')}
            action={
              <Link className={buttonClass({ wide: true })} to={paths.fundsTransfer()}>
                {t('empty.pay')}
              </Link>
            }
          />
        </div>
      ) : (
        <>
          <AsOf answers={answers} />
          <Searched payees={all} />
        </>
      )}
      <BlockedPayees />
    </div>
  );
}

function Searched({ payees }: { readonly payees: readonly Listed[] }) {
  const t = useTexts('payees');
  const search = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState<string | null>(null);
  const shown = found(payees, typed);
  const people = byName(shown.filter(({ method }) => method.pays === 'people'));
  const billers = byName(shown.filter(({ method }) => method.pays === 'billers'));
  const first = people[0] ?? billers[0];
  const chosen = shown.find(({ PayeeId }) => PayeeId === opened) ?? first;
  // The row that had the focus was deleted. With the last row the search field disappears too.
  const leave = () => {
    const next = payees.length > 1 ? search.current : document.querySelector<HTMLElement>('h1');
    next?.focus();
  };
  const section = (name: 'people' | 'billers', list: readonly Listed[]) =>
    list.length === 0 ? null : (
      <section aria-labelledby={`payees-${name}`}>
        <div className="payees__head">
          <h2 id={`payees-${name}`}>{t(name)}</h2>
          <span aria-hidden="true">{t('lastPaid')}</span>
        </div>
        <ul className="payees__rows">
          {list.map((payee) => (
            <PayeeRow
              key={payee.PayeeId}
              payee={payee}
              isOpen={payee === chosen}
              onOpen={() => setOpened(payee.PayeeId)}
              onDeleted={leave}
            />
          ))}
        </ul>
      </section>
    );
  return (
    <>
      <search className="payees__search">
        <SearchField
          inputRef={search}
          label={t('search')}
          placeholder={t('searchHint')}
          value={typed}
          onText={setTyped}
        />
      </search>
      <p className="visually-hidden" role="status">
        {isBlank(typed) ? '' : t('found', { count: shown.length })}
      </p>
      <div className="payees__list">
        {section('people', people)}
        {section('billers', billers)}
        {shown.length === 0 ? <p className="payees__none">{t('nothingFound')}</p> : null}
      </div>
    </>
  );
}

function byName(payees: readonly Listed[]): readonly Listed[] {
  return payees.toSorted((one, other) => one.DestinationAccountName.localeCompare(other.DestinationAccountName));
}
