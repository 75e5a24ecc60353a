import './home-actions.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import type { ReactNode, Ref } from 'react';
import { Link } from '../../router/public.ts';
import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { useIsUser } from '../../session/session.ts';
import { AppIcon, type AppIconName } from '../../ui/app-icon.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { type CardPower, type HeroAction, heroActions, paymentsOf, type SecureDetails } from '../cards/public.ts';

type HomeActionsProps = {
  readonly card: CardSummary;
  readonly secure: SecureDetails;
  readonly power: CardPower;
  readonly revealRef: Ref<HTMLButtonElement>;
  /** A new card can be ordered for a reported one. */
  readonly canOrderNew: boolean;
};

/** The four most frequent actions of the card in one row. The first one is emphasised. */
export function HomeActions(props: HomeActionsProps) {
  const t = useTexts('cards');
  const isUser = useIsUser();
  return (
    <ul className="home-actions" aria-label={t('home.actions')}>
      {heroActions(props.card, isUser, props.canOrderNew).map((action, place, { length }) => (
        <li
          key={action}
          className={classNames(
            'home-actions__item',
            place === 0 && 'home-actions__item--main',
            length === 1 && 'home-actions__item--only',
          )}
        >
          {action === 'orderNew' ? <OrderNew card={props.card} /> : <Action action={action} {...props} />}
        </li>
      ))}
    </ul>
  );
}

/** Pages that an action leads to. */
const PAGES: Partial<
  Readonly<Record<HeroAction, { readonly to: string; readonly icon: AppIconName; readonly text: string }>>
> = {
  topUp: { to: paths.topup(), icon: 'plus', text: 'home.topUp' },
  settings: { to: paths.settings(), icon: 'settings', text: 'ways.settings' },
  transactions: { to: paths.transactions(), icon: 'list', text: 'home.transactions' },
  report: { to: paths.stopCard(), icon: 'stop', text: 'ways.lost' },
};

/** The order of a new card for a reported one, the only action of its card. */
function OrderNew({ card: { CardStatus } }: { readonly card: CardSummary }) {
  const t = useTexts('cards');
  return (
    <Link
      className={buttonClass({ tone: 'accent', wide: true })}
      to={`${paths.stopCard()}?why=${CardStatus === 'Stolen' ? 'stolen' : 'lost'}`}
    >
      {t('home.orderNew')}
    </Link>
  );
}

function Action({ action, card, secure, power, revealRef }: HomeActionsProps & { readonly action: HeroAction }) {
  const t = useTexts('cards');
  const { SupportPhoneNumber: phone } = useBrand();
  const page = PAGES[action];
  if (page) {
    return (
      <Link className="home-actions__way" to={page.to}>
        <Round icon={<AppIcon name={page.icon} />}>{t(page.text)}</Round>
      </Link>
    );
  }
  const isShown = secure.state.kind === 'shown';
  switch (action) {
    case 'activate':
      return (
        <Link className="home-actions__way" to={paths.activateAllocatedCard()}>
          <Round icon={<Icon name="check" />}>{t('home.activate')}</Round>
        </Link>
      );
    case 'transfer':
      return (
        <Link className="home-actions__way" to={paths.fundsTransfer()}>
          <Round icon={<AppIcon name="transfer" />}>
            {t(paymentsOf(card) === 'bills' ? 'home.payBill' : 'home.pay')}
          </Round>
        </Link>
      );
    case 'reveal':
      return (
        <button
          type="button"
          className="home-actions__way"
          ref={revealRef}
          aria-disabled={secure.state.kind === 'busy' || undefined}
          onClick={isShown ? secure.hide : secure.state.kind === 'busy' ? undefined : secure.reveal}
        >
          <Round icon={<AppIcon name={isShown ? 'eyeOff' : 'eye'} />}>
            {t(isShown ? 'home.hideNumber' : 'home.showNumber')}
          </Round>
        </button>
      );
    case 'switch':
      return (
        <button
          type="button"
          className="home-actions__way"
          aria-disabled={power.isBusy || undefined}
          onClick={() => power.isBusy || power.change(!power.isOn)}
        >
          <Round icon={<AppIcon name="power" />}>{t(power.isOn ? 'home.turnOff' : 'home.turnOn')}</Round>
        </button>
      );
    case 'callSupport':
      return (
        <a className="home-actions__way" href={`tel:${phone.replace(/\s/g, '')}`}>
          <Round icon={<Icon name="phone" />}>{t('home.call')}</Round>
        </a>
      );
    default:
      return null;
  }
}

function Round({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      <span className="home-actions__icon">{icon}</span>
      <span>{children}</span>
    </>
  );
}
