import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { getOnlineAccount } from '@wattle/contract/profile/online-account.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { openQueryClient } from '../../../api/query-client.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { Link } from '../../../router/public.ts';
import { OwnedMoney } from '../../../i18n/hidden-money.tsx';
import { greetedName } from '../../../i18n/greeted-name.ts';
import { useLanguage, useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { OptionList } from '../../../ui/fields/option-list.tsx';
import { CardPicture } from '../../cards/card-picture.part.tsx';
import { canTopUp, cardWords, useCards } from '../../cards/public.ts';
import { ReadyFrame } from '../ready/ready-frame.tsx';
import { useNextSteps } from '../ready/ready-card-panel.tsx';

type AllocatedReadyProps = { readonly suffix: string };

/** End of the activation of a card of the list: the card with its balance, and the first steps. */
export function AllocatedReady({ suffix }: AllocatedReadyProps) {
  // A public page has no frame for it.
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
  return (
    <ReadyFrame suffix={suffix} name={useOwnName()} picture={card && <CardPicture card={card} isCurrent />}>
      {card && <First card={card} />}
      <Link className={buttonClass({ wide: true, tone: 'text' })} to={paths.cardHome()}>
        {t('done.toCards')}
      </Link>
    </ReadyFrame>
  );
}

/** Form of address of the signed-in person. */
function useOwnName(): string | undefined {
  const language = useLanguage();
  const { data: person } = useOperation(getOnlineAccount, {});
  return person && greetedName(person, language);
}

function First({ card }: { readonly card: CardSummary }) {
  const t = useTexts('ready');
  const rows = useNextSteps(false);
  const takesMoney = canTopUp(card);
  return (
    <>
      <p className="ready__balance">
        <b className="figures">
          <OwnedMoney dollars={card.AvailableAccountBalance} />
        </b>
        <span>{t('balance', { card: cardWords(card) })}</span>
      </p>
      {takesMoney ? (
        <>
          <p className="ready__first">{t('topUp.text')}</p>
          <Link className={buttonClass({ wide: true })} to={paths.topup()}>
            {t('topUp.title')}
          </Link>
        </>
      ) : null}
      <h2 className="ready__later">{t('later')}</h2>
      <OptionList rows={rows} />
    </>
  );
}
