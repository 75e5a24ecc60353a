import { getCards } from '@wattle/contract/cards/home.ts';
import type { ActivationStep } from '@wattle/contract/activation/activation.ts';
import { useNavigate } from '../../../router/public.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { showToast } from '../../../ui/toasts.ts';
import { call } from '../../../api/call.ts';
import { holdOffers } from '../../access/public.ts';
import { CARDS_INPUT, chooseCard, endingOf, keyOfCard, useRefetchCards } from '../../cards/public.ts';
import { noteActivated } from '../ready/just-activated.ts';
import { endActivation } from '../activation-session.ts';
import { pathOfStep } from '../step-paths.ts';

type What = 'added' | 'activated';

/**
 * Where a card that was added or activated leads: the cards page with a message, or the first step of its activation.
 */
export function useAfterAdding() {
  const t = useTexts('activation');
  const navigate = useNavigate();
  const refetch = useRefetchCards();
  const addedEnding = async (suffix: string, what: What) => {
    await refetch();
    await chooseAdded(suffix);
    showToast({ text: () => t(what === 'added' ? 'add.done.added' : 'add.done.activated', { suffix }) });
    await navigate(paths.cardHome(), { replace: true });
  };
  return {
    /** A card of the list: the end page shows it with the first steps. */
    activatedAllocated: async (maskedNumber: string) => {
      const suffix = endingOf(maskedNumber);
      await refetch();
      await chooseAdded(suffix);
      holdOffers();
      noteActivated(suffix);
      await navigate(paths.cardActivationSuccess(), { replace: true, state: { suffix, isAllocated: true } });
    },
    added: (maskedNumber: string, what: What) => addedEnding(endingOf(maskedNumber), what),
    addedEnding,
    goOn: async (step: ActivationStep) => {
      // The login drives the activation from here on, without a token of the card.
      endActivation();
      await navigate(pathOfStep(step));
    },
  };
}

/** The home shows the added card. If the list fails to load, the previous choice stays. */
async function chooseAdded(suffix: string): Promise<void> {
  const answer = await call(getCards, CARDS_INPUT);
  const added = answer.ok && answer.value.cards.find(({ value }) => endingOf(value.MaskedCardNumber) === suffix);
  if (added) chooseCard(keyOfCard(added.value));
}
