import { createVirtualCard, getVirtualCards } from '@wattle/contract/cards/virtual.ts';
import { VIRTUAL_CARD_KINDS, type VirtualCardKind } from '@wattle/contract/cards/card.ts';
import { useState } from 'react';
import { Link, useNavigate } from '../../../router/public.ts';
import { useAction, useOperation } from '../../../api/use-operation.ts';
import { wordsKeyOf } from '../../../form/failure-words.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { paths } from '../../../paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { holdOffers } from '../../access/public.ts';
import { cardKey, cardReferenceOf } from '../cards.domain.ts';
import { chooseCard } from '../chosen-card.ts';
import { useRefetchCards } from '../public.ts';
import { type Managed, SettingPage } from '../settings/setting-page.part.tsx';

/** A virtual card is made after the chosen card, on its account. */
export function VirtualCardScreen() {
  const t = useTexts('cards');
  return (
    <SettingPage
      title={t('makeVirtual.title')}
      back={{ to: paths.cardHome(), link: Link }}
      isOffered={({ card }) => card.CanMakeVirtualCards}
    >
      {(managed) => <Make {...managed} />}
    </SettingPage>
  );
}

function Make({ card }: Managed) {
  const t = useTexts('cards');
  const errorText = useErrorTexts();
  const navigate = useNavigate();
  const refetch = useRefetchCards();
  const offer = useOperation(getVirtualCards, { body: { Card: cardReferenceOf(card) } });
  const [kind, setKind] = useState<VirtualCardKind>('SingleUse');
  const [problem, setProblem] = useState<string | null>(null);
  const create = useAction(createVirtualCard, {
    invalidates: [getVirtualCards],
    onSuccess: async ({ Card }) => {
      await refetch();
      // The home then shows the new card, which no dialog covers.
      holdOffers();
      chooseCard(cardKey(Card));
      showToast({ text: t('makeVirtual.made') });
      void navigate(paths.cardHome());
    },
    onFailure: (failure) => setProblem(wordsKeyOf(failure)),
  });
  if (offer.failure) return <LoadFailed failure={offer.failure} onRetry={offer.refetch} />;
  if (!offer.data) {
    return (
      <div className="panel">
        <SkeletonRows count={3} />
      </div>
    );
  }
  const { CardsLeft: left, CardsADay: aDay, MaximumCardCount: most } = offer.data;
  const make = () => {
    setProblem(null);
    create.run({ body: { Card: cardReferenceOf(card), Kind: kind } });
  };
  return (
    <>
      <p>{t('makeVirtual.text')}</p>
      <div className="panel setting-page__panel">
        <RadioGroup
          id="virtual-kind"
          name="kind"
          label={t('makeVirtual.kind')}
          value={kind}
          onValue={setKind}
          options={VIRTUAL_CARD_KINDS.map((value) => ({
            value,
            label: t(`makeVirtual.${value}`),
            hint: t(`makeVirtual.${value}.means`),
          }))}
        />
      </div>
      {left > 0 ? (
        <p className="limit-choice__note">{t('makeVirtual.left', { count: left })}</p>
      ) : (
        <Banner tone="warning">{t('makeVirtual.none', { aDay, most })}</Banner>
      )}
      <div role="alert">{problem === null ? null : <Banner tone="danger">{errorText(problem)}</Banner>}</div>
      {left > 0 ? (
        <Button wide busy={create.isPending} onClick={make}>
          {t('makeVirtual.make')}
        </Button>
      ) : null}
    </>
  );
}
