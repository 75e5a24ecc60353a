import './schedules.css';
import '../../ui/pages/panel.css';
import { getScheduledPayments, type ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { useState } from 'react';
import { Link } from '../../router/public.ts';
import { useNow } from '../../api/use-now.ts';
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
import { ComingRow } from './coming-row.tsx';
import { DeleteScheduled } from './delete-scheduled.tsx';
import { SchedulePanel } from './schedule-panel.tsx';
import { ScheduleRow } from './schedule-row.tsx';
import { comingSoon, isRegular, onceLater } from './scheduled.domain.ts';

const TABS = ['transfers', 'bpay'] as const;
type TabName = (typeof TABS)[number];

/** Payments that are made later, once or regularly. */
export function ScheduledPaymentsScreen() {
  const t = useTexts('schedules');
  const cards = useCards();
  return (
    <div className="scheduled">
      <div className="scheduled__head">
        <h1 className="scheduled__title">{t('title')}</h1>
        <Link className={buttonClass({ tone: 'tonal' })} to={paths.fundsTransfer()}>
          <AppIcon name="plus" size="s" />
          {t('new')}
        </Link>
      </div>
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
  const today = useFormat().dayOf(useNow());
  if (!data) return failure ? <LoadFailed failure={failure} onRetry={refetch} /> : <Waiting />;
  const lists = { transfers: data.transferPayments, bpay: data.bpayPayments };
  const all = [...lists.transfers, ...lists.bpay];
  if (all.length === 0) {
    return (
      <div className="panel">
        <EmptyState picture={<AppIcon name="calendar" />} title={t('empty.title')} text={t('empty.text')} />
      </div>
    );
  }
  const soon = comingSoon(all, today);
  const next = soon.rows[0]?.payment ?? all.find(({ nextPaymentDate }) => nextPaymentDate !== null);
  return (
    <>
      <AsOf answers={[answer]} />
      <div className="scheduled__columns">
        <div className="scheduled__lists">
          <NextDays soon={soon} />
          <Lists lists={lists} accountNumber={accountNumber} today={today} />
          <p className="scheduled__how">{t('days.note')}</p>
        </div>
        {next ? (
          <aside className="scheduled__side" aria-label={next.accountName}>
            <h2>{next.accountName}</h2>
            <SchedulePanel key={next.id} payment={next} accountNumber={accountNumber} />
          </aside>
        ) : null}
      </div>
    </>
  );
}

/** Each payment of the next days, and what leaves the card by them. */
function NextDays({ soon }: { readonly soon: ReturnType<typeof comingSoon> }) {
  const t = useTexts('schedules');
  const format = useFormat();
  return (
    <section className="scheduled__section" aria-labelledby="scheduled-days">
      <div className="scheduled__days">
        <h2 id="scheduled-days">{t('days.title')}</h2>
        {soon.rows.length > 0 ? <p className="scheduled__sum">{format.money(soon.dollars)}</p> : null}
      </div>
      {soon.rows.length > 0 ? (
        <ul className="scheduled__rows">
          {soon.rows.map((row) => (
            <ComingRow key={`${row.payment.id} ${row.plannedDate}`} {...row} />
          ))}
        </ul>
      ) : (
        <p className="scheduled__how">{t('days.none')}</p>
      )}
    </section>
  );
}

type ListsProps = {
  readonly lists: Readonly<Record<TabName, readonly ScheduledPayment[]>>;
  readonly accountNumber: string;
  readonly today: string;
};

/** Regular, later and ended payments: transfers and bills in tabs where there are both. */
function Lists({ lists, accountNumber, today }: ListsProps) {
  const t = useTexts('schedules');
  const { Features } = useBrand();
  const [tab, setTab] = useState<TabName>('transfers');
  // What the brand does not offer has no tab, unless something is left of it.
  const tabs = TABS.filter((name) => Features[name] || lists[name].length > 0);
  const name = tabs.includes(tab) ? tab : (tabs[0] ?? tab);
  const list = <List key={name} payments={lists[name]} accountNumber={accountNumber} today={today} />;
  if (tabs.length < 2) return list;
  return (
    <Tabs
      label={t('tabs')}
      tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
      value={name}
      onChange={setTab}
    >
      {list}
    </Tabs>
  );
}

type ListProps = { readonly payments: readonly ScheduledPayment[]; readonly accountNumber: string; today: string };

function List({ payments, accountNumber, today }: ListProps) {
  const t = useTexts('schedules');
  const [hiding, setHiding] = useState<ScheduledPayment | null>(null);
  const active = payments.filter(({ state }) => state === 'Active');
  const groups = [
    { name: 'regular', rows: active.filter(isRegular) },
    { name: 'later', rows: onceLater(active, today) },
    { name: 'ended', rows: payments.filter(({ state }) => state !== 'Active') },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <div className="scheduled__lists">
      {groups.length === 0 ? <p className="scheduled__how">{t('noMore')}</p> : null}
      {groups.map((group) => (
        <section key={group.name} className="scheduled__section" aria-labelledby={`scheduled-${group.name}`}>
          <h2 id={`scheduled-${group.name}`}>{t(group.name)}</h2>
          <ul className="scheduled__rows panel">
            {group.rows.map((payment) => (
              <ScheduleRow
                key={payment.id}
                payment={payment}
                {...(group.name === 'ended' ? { onHide: () => setHiding(payment) } : {})}
              />
            ))}
          </ul>
        </section>
      ))}
      {hiding ? (
        <DeleteScheduled payment={hiding} accountNumber={accountNumber} onClose={() => setHiding(null)} />
      ) : null}
    </div>
  );
}
