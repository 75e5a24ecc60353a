import {
  removeSavedCard,
  type SavedCard,
  SAVED_CARDS_MAXIMUM,
  getSavedCards,
} from '@wattle/contract/topup/saved-cards.ts';
import { useState } from 'react';
import { useAction } from '../../../api/use-operation.ts';
import { useFailureWords } from '../../../form/failure-words.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';

/** Value of the choice for a card that is not saved. */
export const ANOTHER_CARD = 'another';

type SavedCardsProps = {
  readonly cards: readonly SavedCard[];
  /** Id of a saved card, or `ANOTHER_CARD`. */
  readonly chosen: string;
  readonly onChosen: (chosen: string) => void;
  /** Whether the card that pays is saved. */
  readonly isKept: boolean;
  readonly onKept: (isKept: boolean) => void;
};

/** The card that pays: a saved one, or another one, which may be saved. */
export function SavedCards({ cards, chosen, onChosen, isKept, onKept }: SavedCardsProps) {
  const ui = useTexts('ui');
  const t = useTexts('topup');
  const wordsOf = useFailureWords();
  const [removing, setRemoving] = useState<SavedCard | null>(null);
  const action = useAction(removeSavedCard, { invalidates: [getSavedCards], onSuccess: () => setRemoving(null) });
  const current = cards.find(({ SavedCardId }) => SavedCardId === chosen);
  return (
    <>
      {cards.length === 0 ? null : (
        <RadioGroup
          id="topup-saved"
          name="topup-saved"
          label={t('saved.with')}
          value={chosen}
          onValue={onChosen}
          options={[
            ...cards.map(({ SavedCardId, Ending, Expires }) => ({
              value: SavedCardId,
              label: t('saved.card', { ending: Ending }),
              hint: t('saved.expires', { month: `${Expires.slice(5)}/${Expires.slice(2, 4)}` }),
            })),
            { value: ANOTHER_CARD, label: t('saved.another') },
          ]}
        />
      )}
      {current ? (
        <Button tone="text" small onClick={() => setRemoving(current)}>
          {t('saved.remove', { ending: current.Ending })}
        </Button>
      ) : null}
      {!current && cards.length < SAVED_CARDS_MAXIMUM ? (
        <Checkbox
          id="topup-keep"
          label={t('saved.keep')}
          hint={t('saved.keepHint')}
          isChecked={isKept}
          onChange={onKept}
        />
      ) : null}
      {removing ? (
        <ConfirmDialog
          title={t('saved.removeTitle', { ending: removing.Ending })}
          action={t('saved.removeAction')}
          leave={ui('keepIt')}
          isDangerous
          busy={action.isPending}
          error={action.failure ? wordsOf(action.failure) : undefined}
          onConfirm={() => action.run({ body: { SavedCardId: removing.SavedCardId } })}
          onCancel={() => setRemoving(null)}
        >
          {t('saved.removeText')}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
