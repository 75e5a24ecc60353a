import '../../../ui/pages/panel.css';
import './setting-page.css';
import { canOrderAdditionalCard } from '@wattle/contract/cards/additional.ts';
import { getCardControls } from '@wattle/contract/cards/controls.ts';
import { getCardReplacementFee } from '@wattle/contract/cards/replace.ts';
import { getCardDetails } from '@wattle/contract/cards/home.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { Link } from '../../../router/public.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useBrand } from '../../../brand/brand.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useOwnedMoney } from '../../../i18n/hidden-money.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { paths } from '../../../paths.ts';
import { useIsUser } from '../../../session/session.ts';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { OptionList, type OptionRow } from '../../../ui/fields/option-list.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { CardPicture } from '../card-picture.part.tsx';
import { canSwitch, cardKey, cardReferenceOf } from '../cards.domain.ts';
import { type Cards, cardWords, useCards } from '../public.ts';
import { CardSwitch } from '../switch/card-switch.part.tsx';
import { ContactlessSwitch } from './contactless-switch.tsx';
import { controlRows } from './control-switch.tsx';
import { DayBar } from './day-meter.tsx';
import type { Managed } from './setting-page.part.tsx';
import { offers } from './settings.domain.ts';
import { SETTING_SHAPES } from './setting-shapes.ts';
import { useWordsOfCard } from './words-of-card.ts';

/** All settings of a card with their current state. */
export function SettingsScreen() {
  const t = useTexts('settings');
  const cards = useCards();
  const card = cards.selected;
  return (
    <div className="settings">
      <h1 className="settings__title">{t('title')}</h1>
      {card ? <Plate cards={cards} card={card} /> : null}
      {card ? <OtherGroups key={cards.key} card={card} /> : null}
      {card ? null : <NoCard cards={cards} />}
    </div>
  );
}

function NoCard({ cards }: { readonly cards: Cards }) {
  const t = useTexts('settings');
  if (cards.failure) return <LoadFailed failure={cards.failure} onRetry={cards.refetch} />;
  return (
    <div className="panel">
      {cards.isPending ? (
        <SkeletonRows count={5} />
      ) : (
        <EmptyState picture={<Icon name="card" />} title={t('notOfferedTitle')} text={t('noCard')} />
      )}
    </div>
  );
}

type PlateProps = { readonly cards: Cards; readonly card: CardSummary };

/** The chosen card, the others, and help with problems of the card. */
function Plate({ cards, card }: PlateProps) {
  const t = useTexts('settings');
  const owned = useOwnedMoney();
  return (
    <div className="settings__plate">
      <div className="settings__card">
        <CardPicture card={card} />
        <div>
          <p className="settings__name">{card.CardName}</p>
          <p className="settings__available figures">
            {t('available', { amount: owned(card.AvailableAccountBalance) })}
          </p>
        </div>
      </div>
      {cards.cards.length > 1 ? (
        <ul className="settings__thumbs" aria-label={t('yourCards')}>
          {cards.cards.map((one, place) => (
            <li key={cardKey(one)}>
              <button
                type="button"
                className="settings__thumb"
                aria-pressed={place === cards.index}
                aria-label={cardWords(one)}
                onClick={() => cards.select(place)}
              >
                {one.CardThumbnail === null ? (
                  <Icon name="card" />
                ) : (
                  <img src={one.CardThumbnail} alt="" width="64" height="40" />
                )}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {canSwitch(card) ? <CardSwitch key={`switch ${cards.key}`} card={card} /> : null}
      <Wrong key={`wrong ${cards.key}`} card={card} />
    </div>
  );
}

type GroupProps = { readonly title: string; readonly rows: readonly OptionRow[]; readonly coming?: number };

/** Rows under a heading, with placeholders while they load. */
function Group({ title, rows, coming = 0 }: GroupProps) {
  if (rows.length === 0) return null;
  return (
    <section className="settings__group" aria-label={title}>
      <h2 className="settings__heading">{title}</h2>
      <OptionList rows={rows} />
      {coming > 0 ? <SkeletonRows count={coming} /> : null}
    </section>
  );
}

function Wrong({ card }: { readonly card: CardSummary }) {
  const t = useTexts('settings');
  const wordsOf = useWordsOfCard(card);
  const format = useFormat();
  const isUser = useIsUser();
  const { OverrideLostOrStolenText: lostWords } = useBrand();
  const { data: details, isPending } = useDetails(card);
  const fee = useOperation(
    getCardReplacementFee,
    { body: { Card: cardReferenceOf(card) } },
    { isEnabled: isUser && details?.CanReplaceDamaged === true },
  );
  const to = (why: string) => ({ to: `${paths.stopCard()}?why=${why}`, link: Link });
  const rows: OptionRow[] = [
    {
      title: wordsOf('lost.title'),
      now: lostWords ?? wordsOf(details?.CanReplaceLost && isUser ? 'lost.now' : 'lost.nowOnly'),
      shape: SETTING_SHAPES.lost,
      isStop: true,
      way: to('lost'),
    },
  ];
  if (isUser && details?.CanReplaceDamaged) {
    rows.push({
      title: t('damaged.title'),
      now: fee.data ? t('damaged.now', { fee: format.money(fee.data.ReplacementFee) }) : t('damaged.nowOnly'),
      shape: SETTING_SHAPES.damaged,
      way: to('damaged'),
    });
  }
  if (isUser && details?.CanBlock) {
    rows.push({ title: t('block.title'), now: t('block.now'), shape: SETTING_SHAPES.block, way: to('other') });
  }
  return <Group title={t('group.wrong')} rows={rows} coming={isUser && isPending ? 2 : 0} />;
}

function useDetails(card: CardSummary) {
  return useOperation(getCardDetails, { body: { Card: cardReferenceOf(card) } });
}

function OtherGroups({ card }: { readonly card: CardSummary }) {
  const t = useTexts('settings');
  const isUser = useIsUser();
  const details = useDetails(card);
  const limits = useLimitRows(card, details.data);
  const own = useOwnRows(card, details.data);
  if (!isUser) return null;
  if (details.failure) return <LoadFailed failure={details.failure} onRetry={details.refetch} />;
  if (!details.data) {
    return (
      <div className="panel">
        <SkeletonRows count={5} />
      </div>
    );
  }
  const managed = { card, details: details.data };
  return (
    <div className="settings__groups">
      <Group title={t('group.limits')} rows={limits} />
      <Where {...managed} />
      <Group title={t('group.card')} rows={own} />
    </div>
  );
}

/** Ways to pay, and the kinds of shops as one. */
const CONTROL_ROWS = 5;

/** Where the card works: ways to pay as switches in their place, kinds of shops on a separate page. */
function Where({ card, details }: Managed) {
  const t = useTexts('settings');
  const isOffered = offers.controls({ card, details });
  const asked = useOperation(getCardControls, { body: { Card: cardReferenceOf(card) } }, { isEnabled: isOffered });
  const controls = asked.data;
  const rows: OptionRow[] = [];
  if (offers.contactless({ card, details })) {
    rows.push({
      title: t('contactless.title'),
      shape: SETTING_SHAPES.contactless,
      control: <ContactlessSwitch card={card} details={details} />,
    });
  }
  if (controls) {
    const blocked = controls.Controls.filter(({ Kind, IsAllowed }) => Kind === 'category' && !IsAllowed);
    const names = blocked.map(({ Control }) => t(`control.${Control}.title`)).join(t('controls.and'));
    rows.push(...controlRows(card, controls, 'channel', (name) => t(`control.${name}.title`)), {
      title: t('controls.category'),
      now: blocked.length === 0 ? t('controls.noneBlocked') : t('controls.blocked', { names }),
      shape: SETTING_SHAPES.gambling,
      way: { to: paths.cardControls(), link: Link },
    });
  }
  const isComing = isOffered && controls === undefined && asked.failure === null;
  return <Group title={t('group.where')} rows={rows} coming={isComing ? CONTROL_ROWS : 0} />;
}

function useLimitRows(card: CardSummary, details: Managed['details'] | undefined): OptionRow[] {
  const t = useTexts('settings');
  const format = useFormat();
  if (!details) return [];
  const managed = { card, details };
  const rows: OptionRow[] = [];
  if (offers.spendLimit(managed)) {
    const limit = details.SpendLimit === -1 ? details.ProductSpendLimit : details.SpendLimit;
    rows.push({
      title: t('spendLimit.title'),
      now: limit === null ? t('spendLimit.none') : t('spendLimit.now', { amount: format.money(limit) }),
      shape: SETTING_SHAPES.spendLimit,
      way: { to: paths.spendLimit(), link: Link },
    });
  }
  if (offers.paymentLimit(managed)) {
    const limit = details.AccountPaymentLimit;
    const amounts = { used: format.money(details.PaidToday), amount: format.money(limit ?? 0) };
    rows.push({
      title: t('paymentLimit.title'),
      now: limit === null ? t('paymentLimit.none') : t('paymentLimit.now', amounts),
      shape: SETTING_SHAPES.paymentLimit,
      way: { to: paths.paymentLimit(), link: Link },
      ...(limit === null ? {} : { more: <DayBar used={details.PaidToday} limit={limit} /> }),
    });
  }
  return rows;
}

function useOwnRows(card: CardSummary, details: Managed['details'] | undefined): OptionRow[] {
  const t = useTexts('settings');
  const format = useFormat();
  const hasMore = details?.ShowOrderAdditionalCard === true;
  const hasAlerts = useBrand().Features.alerts;
  const another = useOperation(
    canOrderAdditionalCard,
    { body: { memberNumber: card.AccountNumber, checkBalance: false } },
    { isEnabled: hasMore },
  ).data;
  if (!details) return [];
  const managed = { card, details };
  const rows: OptionRow[] = [];
  if (offers.name(managed)) {
    const hasPin = offers.pin(managed);
    rows.push({
      title: t(hasPin ? 'pinAndName.title' : 'name.title'),
      now: card.CardName,
      shape: hasPin ? SETTING_SHAPES.pin : SETTING_SHAPES.name,
      way: { to: paths.cardPin(), link: Link },
    });
  }
  if (hasAlerts) {
    rows.push({
      title: t('alerts.title'),
      now: t('alerts.now'),
      shape: SETTING_SHAPES.alerts,
      way: { to: paths.alerts(), link: Link },
    });
  }
  if (hasMore) {
    rows.push({
      title: t('additional.title'),
      now: another && additionalWords(t, another, format.money(another.AdditionalCardFee)),
      shape: SETTING_SHAPES.additionalCard,
      way: { to: paths.additionalCard(), link: Link },
    });
  }
  return rows;
}

function additionalWords(
  t: ReturnType<typeof useTexts>,
  { CardCount: used, MaximumCardCount: most }: { readonly CardCount: number; readonly MaximumCardCount: number },
  fee: string,
): string {
  // An account from another system may have more.
  return used > most ? t('additional.over', { count: used, fee }) : t('additional.now', { used, most, fee });
}
