import './topup.css';
import { isPrimaryAccount } from '@wattle/contract/cards/home.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { getPersonalDetails } from '@wattle/contract/profile/personal-details.ts';
import { getActiveAutoTopup } from '@wattle/contract/topup/auto-topup.ts';
import { getTopupDetails, getTopupsOnTheirWay } from '@wattle/contract/topup/topup.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { Link, useLocation } from '../../router/public.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useFormat } from '../../i18n/format.ts';
import { OwnedMoney, useHiddenMoney, useOwnedMoney } from '../../i18n/hidden-money.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { useStep } from '../../journey/use-step.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { paths } from '../../paths.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { JourneyPage } from '../../ui/pages/journey-page.tsx';
import { RoundPicture } from '../../ui/round-picture.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { AfterTopup } from './after-topup.tsx';
import { CardSection } from './card/card-section.tsx';
import { OnTheirWay } from './on-their-way.tsx';
import { DebtNotice } from '../debts/debt-notice.part.tsx';
import { useCards } from '../cards/public.ts';
import { BankSection } from './bank/bank-section.tsx';
import { voucherJourney } from './voucher/voucher-journey.ts';
import { VoucherSection } from './voucher/voucher-section.tsx';
import { PartFailed } from '../../layout/part-failed.tsx';
import { lazyPart } from '../../missing-script/lazy-part.tsx';
import { Stroke } from '../../ui/charts/stroke.tsx';

/** A way to load a card. */
type WayName = 'card' | 'bank' | 'voucher' | 'link' | 'auto';

const SHAPES: Readonly<Record<WayName, string>> = {
  card: 'M5.5 5.5h13A2.5 2.5 0 0 1 21 8v8a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 16V8a2.5 2.5 0 0 1 2.5-2.5zM3 10h18M6.5 15h3',
  bank: 'M3.5 9.5 12 4.5l8.5 5zM6.5 12.5v5M10.2 12.5v5M13.8 12.5v5M17.5 12.5v5M4 20.5h16',
  voucher: 'M3.5 7h17v3.25a1.75 1.75 0 0 0 0 3.5V17h-17v-3.25a1.75 1.75 0 0 0 0-3.5zM14 7v2M14 11v2M14 15v2',
  auto: 'M4.5 10.5A7.5 7.5 0 0 1 18 7.5l2 2.5M20 4.5V10h-5.5M19.5 13.5A7.5 7.5 0 0 1 6 16.5L4 14M4 19.5V14h5.5',
  link: 'M12 4.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20c.7-3.8 3.5-5.7 7.5-5.7s6.8 1.9 7.5 5.7',
};

/** The drawing of a way. */
function WayIcon({ way }: { readonly way: WayName }) {
  return <Stroke shape={SHAPES[way]} />;
}

/** Ways that few open. */
const AutoSection = lazyPart(
  async () => (await import('./auto/auto-section.tsx')).AutoSection,
  <SkeletonRows count={3} />,
);
const OtherAutoTopups = lazyPart(async () => (await import('./auto/other-auto-topups.tsx')).OtherAutoTopups);
const LinkSection = lazyPart(
  async () => (await import('./links/link-section.tsx')).LinkSection,
  <SkeletonRows count={3} />,
);

type Details = ResponseOf<typeof getTopupDetails>;

/** The ways to load a card, one of them open at a time. */
export function TopupScreen() {
  const t = useTexts('topup');
  const { cards, selected: card, isPending, failure: cardsFailure, refetch } = useCards();
  const accountNumber = card?.AccountNumber ?? '';
  const details = useOperation(
    getTopupDetails,
    { body: { accountNumber } },
    { isEnabled: card?.IsReloadable ?? false },
  );
  const onTheirWay = useOperation(
    getTopupsOnTheirWay,
    { body: { accountNumber } },
    { isEnabled: card?.IsReloadable ?? false },
  );
  const person = useOperation(getPersonalDetails, {});
  // Automatic top-up requires a verified and unrestricted user.
  const isVerified = (person.data?.Kyc ?? false) && person.data?.IsKycRestricted === false;
  const failure = cardsFailure ?? details.failure;
  const isOffered = card && waysOf(card, { isPrimary: false, isVerified }).length > 0;
  const hasNoCard = !card && !isPending && !cardsFailure;
  if (hasNoCard || (card && !isOffered)) return <NoTopup cards={cards} card={card} />;
  if (failure || !card || !details.data) {
    return (
      <JourneyPage title={t('title')}>
        {failure ? (
          <LoadFailed failure={failure} onRetry={cardsFailure ? refetch : details.refetch} />
        ) : (
          <SkeletonRows count={4} />
        )}
      </JourneyPage>
    );
  }
  return (
    <Ways
      key={card.AccountNumber}
      cards={cards}
      card={card}
      details={details.data}
      isVerified={isVerified}
      others={[person, onTheirWay]}
    >
      <DebtNotice card={card} isAtTopUp />
      <RoomLeft details={details.data} />
      <OnTheirWay
        topUps={onTheirWay.data?.TopUps ?? []}
        accountNumber={accountNumber}
        onLook={() => {
          details.refetch();
          onTheirWay.refetch();
        }}
      />
    </Ways>
  );
}

/** Rights of the user: nominees have no payment links, and automatic top-up requires verification. */
type Holder = { readonly isPrimary: boolean; readonly isVerified: boolean };

function waysOf(card: CardSummary, { isPrimary, isVerified }: Holder): WayName[] {
  const isUsable = card.IsReloadable && (card.CardStatus === 'Active' || card.CardStatus === 'ActiveOff');
  if (!isUsable) return [];
  return [
    ...(card.AllowSchemeTopUp ? ['card' as const] : []),
    ...(card.AllowBankTransferTopUp ? ['bank' as const] : []),
    ...(card.AllowVoucherTopUp ? ['voucher' as const] : []),
    ...(card.AllowAutoTopUp && isVerified ? ['auto' as const] : []),
    // A nominee has no links on someone else's account.
    ...(card.AllowSchemeTopUp && isPrimary ? ['link' as const] : []),
  ];
}

type NoTopupProps = { readonly cards: readonly CardSummary[]; readonly card: CardSummary | null };

/** Nothing can be loaded now. An automatic top-up can be seen, changed and cancelled all the same. */
function NoTopup({ cards, card }: NoTopupProps) {
  const t = useTexts('topup');
  return (
    <JourneyPage title={t('title')}>
      <OtherAutoTopups cards={cards} selected={card} isAmongWays={false} />
      <EmptyState
        picture={<Icon name="card" />}
        title={t(card ? 'none.title' : 'none.noCard')}
        text={t(card ? 'none.text' : 'none.noCardText')}
        action={
          <Link className={buttonClass({ wide: true })} to={paths.cardHome()}>
            {t('home')}
          </Link>
        }
      />
    </JourneyPage>
  );
}

/** How much the card can still take, and what is on it. */
function RoomLeft({ details }: { readonly details: Details }) {
  const t = useTexts('topup');
  const format = useFormat();
  const owned = useOwnedMoney();
  const { isHidden } = useHiddenMoney();
  const { MaximumAvailableTopup: room, CurrentAccountBalance: balance, MaximumLoadLimit: most, OnItsWay } = details;
  const share = most > 0 ? Math.min(100, Math.max(0, (balance / most) * 100)) : 0;
  return (
    <div className="topup__room">
      <p>
        {t('room.left')}{' '}
        <b>
          <OwnedMoney dollars={room} />
        </b>
      </p>
      <span className="topup__meter" aria-hidden="true">
        {isHidden ? null : <i style={{ inlineSize: `${share}%` }} />}
        {OnItsWay > 0 && most > 0 && !isHidden ? (
          <i className="topup__wait" style={{ inlineSize: `${Math.min(100 - share, (OnItsWay / most) * 100)}%` }} />
        ) : null}
      </span>
      <p className="topup__key">
        <span className="topup__on">{t('room.on', { balance: owned(balance) })}</span>
        {OnItsWay > 0 ? (
          <span className="topup__on topup__on--wait">{t('room.coming', { amount: format.money(OnItsWay) })}</span>
        ) : null}
        <span>{t('room.most', { most: format.money(most) })}</span>
      </p>
    </div>
  );
}

type WaysProps = {
  readonly cards: readonly CardSummary[];
  readonly card: CardSummary;
  readonly details: Details;
  readonly isVerified: boolean;
  /** Answers on which the ways depend. */
  readonly others: ComponentProps<typeof PartFailed>['parts'];
  /** Above the ways. */
  readonly children: ReactNode;
};

function Ways({ cards, card, details, isVerified, others, children }: WaysProps) {
  const format = useFormat();
  const t = useTexts('topup');
  const primary = useOperation(isPrimaryAccount, {});
  const ways = waysOf(card, { isPrimary: primary.data ?? false, isVerified });
  const { values: draft } = useStep(voucherJourney, 'details');
  // A voucher that was begun stays visible.
  const { state } = useLocation() as { readonly state: { readonly way?: WayName | null } | null };
  const first = draft.number ? 'voucher' : (ways[0] ?? null);
  const [open, setOpen] = useState<WayName | null>(state?.way === undefined ? first : state.way);
  const content: Readonly<Record<WayName, ReactNode>> = {
    card: <CardSection card={card} details={details} />,
    bank: <BankSection card={card} />,
    voucher: <VoucherSection card={card} />,
    auto: <AutoSection card={card} />,
    link: <LinkSection card={card} details={details} />,
  };
  const auto = useOperation(
    getActiveAutoTopup,
    { query: { memberNumber: card.AccountNumber } },
    { isEnabled: ways.includes('auto') },
  );
  // A payment by link is a load by card, with the same fee.
  const termsOf = (way: WayName) => {
    if (way === 'bank' || way === 'voucher') return t(`${way}.terms`);
    if (way !== 'auto')
      return details.Fee === 0 ? t(`${way}.terms`) : t(`${way}.termsFee`, { fee: format.money(details.Fee) });
    if (!auto.data) return '';
    const { Fee, CreditDays: count, CanUsePayTo, AutoTopup } = auto.data;
    if (AutoTopup ? AutoTopup.payTo !== null : CanUsePayTo) {
      return Fee === 0 ? t('auto.termsPayTo') : t('auto.termsPayToFee', { fee: format.money(Fee) });
    }
    return Fee === 0 ? t('auto.terms', { count }) : t('auto.termsFee', { count, fee: format.money(Fee) });
  };
  return (
    <div className="topup__page">
      <JourneyPage title={t('titleOf', { card: card.CardName })}>
        {children}
        <div>
          {ways.map((way) => (
            <Way
              key={way}
              name={way}
              terms={termsOf(way)}
              isOpen={open === way}
              onOpen={(is) => setOpen(is ? way : null)}
            >
              {content[way]}
            </Way>
          ))}
        </div>
        <PartFailed parts={[...others, primary]} text={t('waysFailed')} />
        <OtherAutoTopups cards={cards} selected={card} isAmongWays={ways.includes('auto')} />
      </JourneyPage>
      <AfterTopup card={card} details={details} isChoosing={open === 'card'} />
    </div>
  );
}

type WayProps = {
  readonly name: WayName;
  /** Cost and duration. */
  readonly terms: string;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly children: ReactNode;
};

function Way({ name, terms, isOpen, onOpen, children }: WayProps) {
  const t = useTexts('topup');
  return (
    <details
      className="topup__way"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) onOpen(currentTarget.open);
      }}
    >
      <summary>
        <RoundPicture>
          <WayIcon way={name} />
        </RoundPicture>
        <span>
          <b>{t(`${name}.title`)}</b>
          <small>{terms}</small>
        </span>
        <AppIcon name="down" size="s" />
      </summary>
      {isOpen ? <div className="topup__content">{children}</div> : null}
    </details>
  );
}
