import './virtual-card-panel.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { deleteVirtualCard } from '@wattle/contract/cards/virtual.ts';
import { useState } from 'react';
import { useAction } from '../../../api/use-operation.ts';
import { wordsKeyOf } from '../../../form/failure-words.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { cardReferenceOf } from '../cards.domain.ts';
import { useRefetchCards } from '../public.ts';

/** Uses of a virtual card that its holder created, with the button to delete it. */
export function VirtualCardPanel({ card }: { readonly card: CardSummary }) {
  const t = useTexts('cards');
  const errorText = useErrorTexts();
  const refetch = useRefetchCards();
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const remove = useAction(deleteVirtualCard, {
    onSuccess: async () => {
      await refetch();
      showToast({ text: t('virtual.deleted') });
    },
    onFailure: (failure) => setProblem(wordsKeyOf(failure)),
  });
  if (card.VirtualCardKind === null) return null;
  const merchant = card.LockedMerchant;
  return (
    <section className="panel virtual-card" aria-label={t('virtual.label')}>
      <p>{merchant === null ? t(`virtual.${card.VirtualCardKind}`) : t('virtual.lockedTo', { merchant })}</p>
      {isAsked ? (
        <>
          <p role="status">{t('virtual.sure')}</p>
          <div className="virtual-card__ways">
            <Button
              tone="danger"
              small
              busy={remove.isPending}
              onClick={() => remove.run({ body: { Card: cardReferenceOf(card) } })}
            >
              {t('virtual.delete')}
            </Button>
            <Button tone="text" small onClick={() => setAsked(false)}>
              {t('virtual.keep')}
            </Button>
          </div>
        </>
      ) : (
        <div className="virtual-card__ways">
          <Button tone="line" small onClick={() => setAsked(true)}>
            {t('virtual.delete')}
          </Button>
        </div>
      )}
      <div role="alert">{problem === null ? null : <p className="virtual-card__problem">{errorText(problem)}</p>}</div>
    </section>
  );
}
