import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { openQueryClient } from '../../../api/query-client.ts';
import { Link } from '../../../router/public.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { JourneyPage } from '../../../ui/journey-page.tsx';
import { OptionList } from '../../../ui/option-list.tsx';
import { canTopUp, useCards } from '../../cards/public.ts';
import { ActivationFrame } from '../activation-frame.part.tsx';
import { useNextSteps } from '../ready/ready-card-panel.tsx';

type AllocatedReadyProps = { readonly suffix: string };

/** End of the activation of a card of the list: the card, and what to do first. */
export function AllocatedReady({ suffix }: AllocatedReadyProps) {
  // A public page has no frame that opens one.
  const [client] = useState(openQueryClient);
  return (
    <QueryClientProvider client={client}>
      <Ready suffix={suffix} />
    </QueryClientProvider>
  );
}

function Ready({ suffix }: AllocatedReadyProps) {
  const t = useTexts('activation');
  const card = useCards().cards.find(({ MaskedCardNumber }) => MaskedCardNumber.endsWith(suffix));
  const picture = card?.CardThumbnail && (
    <div className="activation__card activation__card--shown">
      <img src={card.CardThumbnail} alt="" />
    </div>
  );
  return (
    <ActivationFrame page="alone" view={null} card={picture}>
      <JourneyPage title={t('done.title')} lead={t('done.lead', { suffix })}>
        <div className="activation__ways">
          {card && <First card={card} />}
          <Link className={buttonClass({ wide: true, tone: 'text' })} to={paths.cardHome()}>
            {t('done.toCards')}
          </Link>
        </div>
      </JourneyPage>
    </ActivationFrame>
  );
}

function First({ card }: { readonly card: CardSummary }) {
  const t = useTexts('ready');
  const rows = useNextSteps(false);
  return (
    <>
      {canTopUp(card) ? (
        <Link className={buttonClass({ wide: true })} to={paths.topup()}>
          {t('topUp.title')}
        </Link>
      ) : null}
      <h2 className="ready-card__later">{t('later')}</h2>
      <OptionList rows={rows} />
    </>
  );
}
