import './schedules.css';
import '../../ui/pages/panel.css';
import { getScheduledPayments, type ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { useState } from 'react';
import { Link } from '../../router/public.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useBrand } from '../../brand/brand.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AsOf } from '../../layout/as-of.tsx';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { paths } from '../../paths.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CardPicker } from '../cards/card-picker.part.tsx';
import { useCards } from '../cards/public.ts';
import { isRegular, dueSoon } from './scheduled.domain.ts';
import { DeleteScheduled } from './delete-scheduled.tsx';
import { RegularRow } from './regular-row.tsx';
import { UpcomingRow } from './upcoming-row.tsx';

type NextDaysProps = { readonly transfers: readonly ScheduledPayment[]; readonly bills: readonly ScheduledPayment[] };

/** How much leaves the card in the next 30 days. */
function NextDays({ transfers, bills }: NextDaysProps) {
  const t = useTexts('schedules');
  const format = useFormat();
  const [transfer, bill] = [dueSoon(transfers), dueSoon(bills)];
  return (
    <section className="scheduled__days" aria-labelledby="scheduled-days">
      <h2 id="scheduled-days">{t('days.title')}</h2>
      <dl className="scheduled__sums">
        <dt>
          {t('days.transfers')} ({transfer.count})
        </dt>
        <dd>{format.money(transfer.dollars)}</dd>
        <dt>
          {t('days.bpay')} ({bill.count})
        </dt>
        <dd>{format.money(bill.dollars)}</dd>
        <dt className="scheduled__sum">{t('days.sum')}</dt>
        <dd className="scheduled__sum">{format.money(transfer.dollars + bill.dollars)}</dd>
      </dl>
      <p className="scheduled__how">{t('days.note')}</p>
    </section>
  );
}

const TABS = ['transfers', 'bpay'] as const;
type TabName = (typeof TABS)[number];

/** Payments that are made later, once or regularly. */
export function ScheduledPaymentsScreen() {
  const t = useTexts('schedules');
  const cards = useCards();
  return (
    <div className="scheduled">
      <h1 className="scheduled__title">{t('title')}</h1>
      {cards.failure ? <LoadFailed failure={cards.failure} onRetry={cards.refetch} /> : null}
      {cards.isPending ? <Waiting /> : null}
      {cards.reference ? (
        <>
          {cards.cards.length > 1 ? (
            <CardPicker cards={cards.cards} index={cards.index} onSelect={cards.select} />
          ) : null}
          <Scheduled key={cards.key} accountNumber={cards.reference.AccountNumber} />
        </>
      ) : null}
    </div>
  );
}

function Waiting() {
  return (
    <div className="panel">
      <SkeletonRows count={4} />
    </div>
  );
}

function Scheduled({ accountNumber }: { readonly accountNumber: string }) {
  const t = useTexts('schedules');
  const answer = useOperation(getScheduledPayments, { query: { accountNumber } });
  const { data, failure, refetch } = answer;
  const { Features } = useBrand();
  const [tab, setTab] = useState<TabName>('transfers');
  if (!data) return failure ? <LoadFailed failure={failure} onRetry={refetch} /> : <Waiting />;
  const lists = { transfers: data.transferPayments, bpay: data.bpayPayments };
  // What the brand does not offer has no tab, unless something is left of it.
  const tabs = TABS.filter((name) => Features[name] || lists[name].length > 0);
  const name = tabs.includes(tab) ? tab : (tabs[0] ?? tab);
  const list = <List key={name} payments={lists[name]} accountNumber={accountNumber} />;
  return (
    <>
      <AsOf answers={[answer]} />
      <div className="scheduled__columns">
        {tabs.length > 1 ? (
          <Tabs
            label={t('tabs')}
            tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
            value={name}
            onChange={setTab}
          >
            {list}
          </Tabs>
        ) : (
          <div>{list}</div>
        )}
        <NextDays transfers={data.transferPayments} bills={data.bpayPayments} />
      </div>
    </>
  );
}

type ListProps = { readonly payments: readonly ScheduledPayment[]; readonly accountNumber: string };

function List({ payments, accountNumber }: ListProps) {
  const t = useTexts('schedules');
  const format = useFormat();
  const [deleting, setDeleting] = useState<ScheduledPayment | null>(null);
  const upcoming = payments.filter(({ state }) => state === 'Active');
  const regular = upcoming.filter(isRegular);
  const ended = payments.filter(({ state }) => state !== 'Active');
  return (
    <>
      {payments.length === 0 ? (
        <div className="panel">
          <EmptyState picture={<AppIcon name="calendar" />} title={t('empty.title')} text={t('empty.text')} />
        </div>
      ) : null}
      {upcoming.length > 0 ? (
        <section className="scheduled__section" aria-labelledby="scheduled-upcoming">
          <h2 id="scheduled-upcoming">{t('upcoming')}</h2>
          <ul className="scheduled__rows">
            {upcoming.map((payment) => (
              <UpcomingRow
                key={payment.id}
                payment={payment}
                accountNumber={accountNumber}
                onDelete={() => setDeleting(payment)}
              />
            ))}
          </ul>
        </section>
      ) : null}
      {regular.length > 0 ? (
        <section className="scheduled__section" aria-labelledby="scheduled-regular">
          <h2 id="scheduled-regular">{t('regular')}</h2>
          <ul className="scheduled__rows">
            {regular.map((payment) => (
              <RegularRow key={payment.id} payment={payment} />
            ))}
          </ul>
        </section>
      ) : null}
      {ended.length > 0 ? (
        <section className="scheduled__section" aria-labelledby="scheduled-ended">
          <h2 id="scheduled-ended">{t('ended')}</h2>
          <ul className="scheduled__rows">
            {ended.map((payment) => (
              <RegularRow key={payment.id} payment={payment} onHide={() => setDeleting(payment)} />
            ))}
          </ul>
        </section>
      ) : null}
      <Link className={`${buttonClass({ tone: 'tonal' })} scheduled__add`} to={paths.fundsTransfer()}>
        <AppIcon name="calendar" size="s" />
        {t('add')}
      </Link>
      {deleting ? (
        <DeleteScheduled
          payment={deleting}
          accountNumber={accountNumber}
          day={deleting.nextDate === null ? '' : format.dateOf(deleting.nextDate)}
          onClose={() => setDeleting(null)}
        />
      ) : null}
    </>
  );
}
