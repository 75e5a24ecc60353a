import type { CardSummary } from '@wattle/contract/cards/card.ts';
import type { Ref } from 'react';
import { Link } from '../../router/public.ts';
import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { useIsUser } from '../../session/session.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Button, type ButtonTone, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type HeroAction, heroActions, paymentsOf, type SecureDetails } from '../cards/public.ts';

type HomeActionsProps = {
  readonly card: CardSummary;
  readonly secure: SecureDetails;
  readonly revealRef: Ref<HTMLButtonElement>;
};

/** Actions offered for the card; the first is the primary button. */
export function HomeActions(props: HomeActionsProps) {
  const isUser = useIsUser();
  return (
    <div className="home-hero__actions">
      {heroActions(props.card, isUser).map((action, place) => (
        <ActionButton key={action} action={action} tone={place === 0 ? 'accent' : 'glass'} {...props} />
      ))}
    </div>
  );
}

type ActionButtonProps = HomeActionsProps & { readonly action: HeroAction; readonly tone: ButtonTone };

/** Text keys of the payment button. */
const PAY_WORDS = { transfers: 'home.transfer', bills: 'home.payBill', both: 'home.transferOrPay' } as const;

function ActionButton({ action, card, tone, secure, revealRef }: ActionButtonProps) {
  const t = useTexts('cards');
  const { SupportPhoneNumber: phone } = useBrand();
  const isShown = secure.state.kind === 'shown';
  switch (action) {
    case 'activate':
      return (
        <Link className={buttonClass({ tone })} to={paths.activateAllocatedCard()}>
          <Icon name="check" size="s" />
          {t('home.activate')}
        </Link>
      );
    case 'transactions':
      return (
        <Link className={buttonClass({ tone })} to={paths.transactions()}>
          <AppIcon name="list" size="s" />
          {t('home.transactions')}
        </Link>
      );
    case 'topUp':
      return (
        <Link className={buttonClass({ tone })} to={paths.topup()}>
          <AppIcon name="plus" size="s" />
          {t('home.topUp')}
        </Link>
      );
    case 'transfer':
      return (
        <Link className={buttonClass({ tone })} to={paths.fundsTransfer()}>
          <AppIcon name="transfer" size="s" />
          {t(PAY_WORDS[paymentsOf(card) ?? 'transfers'])}
        </Link>
      );
    case 'reveal':
      return (
        <Button
          ref={revealRef}
          tone={tone}
          busy={secure.state.kind === 'busy'}
          onClick={isShown ? secure.hide : secure.reveal}
        >
          <AppIcon name={isShown ? 'eyeOff' : 'eye'} size="s" />
          {t(isShown ? 'home.hideNumber' : 'home.showNumber')}
        </Button>
      );
    case 'callSupport':
      return (
        <a className={buttonClass({ tone })} href={`tel:${phone.replace(/\s/g, '')}`}>
          <Icon name="phone" size="s" />
          {t('home.call')}
        </a>
      );
  }
}
