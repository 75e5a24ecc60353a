import './card-access-details.css';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate } from '../../../router/public.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useStep } from '../../../journey/use-step.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { RoundPicture } from '../../../ui/round-picture.tsx';
import { Steps } from '../../../ui/pages/steps.tsx';
import { cardAccessJourney } from './card-access-journey.ts';
import { CARD_ACCESS_STEPS } from '../entry-page.part.tsx';
import { handOverCard } from '../sign-in/card-handover.ts';

/**
 * Forgotten card details, last step: the card id and a fresh access code. The journey forgets them when the page is
 * left.
 */
export function CardAccessDetailsScreen() {
  const t = useTexts('recovery');
  const access = useTexts('access');
  const navigate = useNavigate();
  const { isReady, elsewhere, before } = useStep(cardAccessJourney, 'details');
  // Copied before the journey forgets them.
  const [details] = useState<typeof before.pin | undefined>(before.pin);
  useEffect(() => cardAccessJourney.throwAway(), []);
  if (!isReady) return null;
  if (!details) return <Navigate to={elsewhere ?? paths.cardAccess()} replace />;
  const { CardId, AccessCode } = details;
  const signIn = () => {
    handOverCard(CardId);
    void navigate(paths.cardSignIn(), { replace: true });
  };
  return (
    <div className="entry">
      <Steps step={CARD_ACCESS_STEPS} of={CARD_ACCESS_STEPS} />
      <RoundPicture tone="ok">
        <Icon name="check" />
      </RoundPicture>
      <h1>{t('cardAccess.details.title')}</h1>
      <p className="entry__lead">{t('cardAccess.details.lead')}</p>
      <dl className="found">
        <div className="found__row">
          <dt className="found__name">{access('cardId.label')}</dt>
          <dd className="found__line">
            <span className="found__value figures">{CardId}</span>
            <CopyButton text={CardId} label={t('cardAccess.details.copyCardId')} />
          </dd>
        </div>
        <div className="found__row">
          <dt className="found__name">{access('accessCode.label')}</dt>
          <dd className="found__line">
            <span className="found__value found__value--code figures">{AccessCode}</span>
            <CopyButton text={AccessCode} label={t('cardAccess.details.copyCode')} />
          </dd>
        </div>
      </dl>
      <p className="entry__note">
        <Icon name="lock" size="s" />
        <span>{t('cardAccess.details.note')}</span>
      </p>
      <div className="entry__actions">
        <Button wide onClick={signIn}>
          {t('cardAccess.details.signIn')}
        </Button>
      </div>
    </div>
  );
}
