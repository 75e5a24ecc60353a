import type { ActivationStep } from '@wattle/contract/activation/activation.ts';
import { useNavigate } from '../../../router/public.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { showToast } from '../../../ui/toasts.ts';
import { endingOf, useRefetchCards } from '../../cards/public.ts';
import { endActivation } from '../activation-session.ts';
import { pathOfStep } from '../step-paths.ts';

type What = 'added' | 'activated';

/** Where a card that was added or activated leads: the cards page with a message, or what its activation asks first. */
export function useAfterAdding() {
  const t = useTexts('addCard');
  const navigate = useNavigate();
  const refetch = useRefetchCards();
  const addedEnding = async (suffix: string, what: What) => {
    await refetch();
    showToast({ text: t(what === 'added' ? 'done.added' : 'done.activated', { suffix }) });
    await navigate(paths.cardHome(), { replace: true });
  };
  return {
    added: (maskedNumber: string, what: What) => addedEnding(endingOf(maskedNumber), what),
    addedEnding,
    goOn: async (step: ActivationStep) => {
      // The login drives the activation from here on, without a token of the card.
      endActivation();
      await navigate(pathOfStep(step));
    },
  };
}
