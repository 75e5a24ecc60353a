import '../../ui/chip.css';
import '../../ui/pages/panel.css';
import '../../ui/pages/page-parts.css';
import './transactions.css';
import './merchant.css';
import { getMerchant } from '@wattle/contract/transactions/get-merchant.ts';
import { getRecentTransactions } from '@wattle/contract/transactions/transactions.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import { type ReactNode, useState } from 'react';
import { Link, Navigate, useParams } from '../../router/public.ts';
import { usePageFault } from '../../api/server-fault.ts';
import { useNow } from '../../api/use-now.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { paths } from '../../paths.ts';
import { useIsUser } from '../../session/session.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { BackLink } from '../../ui/pages/back-link.tsx';
import { OptionList, type OptionRow } from '../../ui/fields/option-list.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { canSwitch, useCards } from '../cards/public.ts';
import { CategoryIcon } from './category-icon.part.tsx';
import { CategoryDialog } from './category-dialog.tsx';
import { MerchantRows } from './merchant-rows.tsx';
import { MerchantSpending } from './merchant-spending.tsx';
import { PendingRows } from './pending-rows.tsx';
import { useTransactionSearch } from './transaction-search.queries.ts';
import { pendingOf } from './transactions.domain.ts';

/** A shop: what was spent there, every purchase, and what to do if something is wrong. */
export function MerchantScreen() {
  const t = useTexts('transactions');
  const { id = '' } = useParams();
  const { reference, isPending, failure, refetch } = useCards();
  const sequence = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  if (sequence === 0) return <Navigate to={paths.transactions()} replace />;
  if (reference) return <OfRow card={reference} sequence={sequence} />;
  return (
    <Waiting title={t('merchant.title')}>
      {failure ? <LoadFailed failure={failure} onRetry={refetch} /> : null}
      {isPending ? <SkeletonRows count={4} /> : null}
    </Waiting>
  );
}

function Waiting({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const t = useTexts('transactions');
  return (
    <div className="merchant">
      <BackLink way={{ to: paths.transactions(), link: Link }} text={t('title')} />
      <h1 className="merchant__name">{title}</h1>
      <div className="panel">{children}</div>
    </div>
  );
}

type OfRowProps = { readonly card: CardReference; readonly sequence: number };

function OfRow({ card, sequence }: OfRowProps) {
  const t = useTexts('transactions');
  const asked = { accountNumber: card.AccountNumber, Sequence: sequence };
  const { data, failure, refetch } = useOperation(getMerchant, { body: asked });
  usePageFault(data ? null : failure);
  if (data) return <Merchant card={card} merchant={data} sequence={sequence} />;
  return (
    <Waiting title={t('merchant.title')}>
      {failure ? <LoadFailed failure={failure} onRetry={refetch} /> : <SkeletonRows count={4} />}
    </Waiting>
  );
}

type MerchantProps = OfRowProps & { readonly merchant: ResponseOf<typeof getMerchant> };

function Merchant({ card, merchant, sequence }: MerchantProps) {
  const t = useTexts('transactions');
  const now = useNow();
  const [isChoosing, setChoosing] = useState(false);
  const { Name, Category } = merchant;
  const found = useTransactionSearch(card.AccountNumber, { merchant: Name }, 10, true);
  const recent = useOperation(getRecentTransactions, { body: { Card: card, IncludePending: true } });
  const pending = pendingOf(recent.data?.Transactions ?? []).filter(({ Description }) => Description === Name);
  const last = found.rows.find(({ Amount }) => Amount < 0);
  return (
    <div className="merchant">
      <BackLink way={{ to: paths.transactions(), link: Link }} text={t('title')} />
      <div className="merchant__head">
        <span className="merchant__tile" aria-hidden="true">
          {[...Name][0]?.toUpperCase()}
        </span>
        <h1 className="merchant__name">{Name}</h1>
        <button type="button" className="merchant__category chip" onClick={() => setChoosing(true)}>
          <span className="visually-hidden">{t('merchant.changeCategory')} </span>
          <CategoryIcon category={Category} />
          {t(`category.${Category}`)}
          <AppIcon name="down" size="s" />
        </button>
      </div>
      <div className="merchant__columns">
        <div className="merchant__main">
          <MerchantSpending merchant={merchant} />
          {pending.length > 0 && <PendingRows rows={pending} now={now} />}
          <MerchantRows months={merchant.Months} found={found} now={now} />
        </div>
        <aside className="merchant__side">
          <SomethingWrong sequence={last?.Sequence ?? null} />
          <Facts merchant={merchant} now={now} />
        </aside>
      </div>
      {isChoosing && (
        <CategoryDialog
          accountNumber={card.AccountNumber}
          row={{ Sequence: last?.Sequence ?? sequence, Category, Description: Name, Kind: 'purchase' }}
          isOfMerchant
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

const WARNING = 'M12 4 3 19.5h18zM12 10v4.500M12 17h.01';
const CARD_OFF =
  'M11.5 18.5h-6A2.5 2.5 0 0 1 3 16V8a2.5 2.5 0 0 1 2.5-2.5h13A2.5 2.500 0 0 1 21 8v2.5M3 10h18M18 13a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM15.2 19.8l5.6-5.6';

/** Ways out. `sequence` is of the last purchase; null: none is posted. */
function SomethingWrong({ sequence }: { readonly sequence: number | null }) {
  const t = useTexts('transactions');
  const isUser = useIsUser();
  const { selected } = useCards();
  const rows: OptionRow[] = [];
  if (isUser && sequence !== null) {
    const way = { to: paths.dispute(String(sequence)), link: Link };
    rows.push({ title: t('merchant.report'), now: t('merchant.reportText'), shape: WARNING, way });
  }
  if (selected && canSwitch(selected)) {
    const way = { to: paths.cardHome(), link: Link };
    rows.push({ title: t('merchant.cardOff'), now: t('merchant.cardOffText'), shape: CARD_OFF, way });
  }
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="merchant-wrong">
      <h2 className="merchant__title" id="merchant-wrong">
        {t('merchant.wrong')}
      </h2>
      <OptionList rows={rows} />
    </section>
  );
}

function Facts({ merchant, now }: Pick<MerchantProps, 'merchant'> & { readonly now: string }) {
  const t = useTexts('transactions');
  const format = useFormat();
  return (
    <dl className="merchant__facts">
      {merchant.RawDescription !== null && (
        <div>
          <dt>{t('detail.raw')}</dt>
          <dd>{merchant.RawDescription}</dd>
        </div>
      )}
      <div>
        <dt>{t('merchant.first')}</dt>
        <dd>{format.dayInWords(merchant.FirstAt, now)}</dd>
      </div>
    </dl>
  );
}
