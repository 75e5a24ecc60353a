import type { activateCard } from '@wattle/contract/activation/steps.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useNavigate } from '../../router/public.ts';
import { nextPage } from '../../next-page.ts';
import { paths } from '../../paths.ts';
import { currentSession } from '../../session/session.ts';
import { signIn } from '../../session/sign-in.ts';
import { showToast } from '../../ui/toasts.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { holdOffers, noteNewLogin } from '../access/public.ts';
import { finishActivation, takePassword, useActivationState } from './activation-session.ts';
import { noteActivated } from './ready/just-activated.ts';

/** Result that the last page of an activation shows. */
export type Ended = {
  readonly suffix?: string;
  readonly login?: string;
  /** A card of the list of a signed-in user. */
  readonly isAllocated?: boolean;
  /** Picture and holder of the card, if they are known. */
  readonly image?: string;
  readonly firstName?: string;
};

/**
 * Where an activated card leads: signed in to the cards page, or to the page that a notice or link asked for before,
 * else to the sign-in or to the end of the activation.
 */
export function useAfterActivation(): (answer: ResponseOf<typeof activateCard>) => Promise<void> {
  const navigate = useNavigate();
  const t = useTexts('activation');
  const { view } = useActivationState();
  return async ({ CardNumberSuffix: suffix, LoginName }) => {
    const password = takePassword();
    const toast = () => showToast({ text: () => t('done.toast', { suffix }) });
    finishActivation();
    const leave = async (path: string, state?: object) => navigate(path, { replace: true, state });
    const named = view?.Entered.FirstName || view?.Entered.Surname;
    const ended: Ended = {
      suffix,
      ...(view && { image: view.Image }),
      ...(named && { firstName: named }),
    };
    if (LoginName === null) return leave(paths.cardActivationSuccess(), ended);
    const isNew = currentSession()?.kind !== 'account';
    const isIn =
      currentSession()?.kind === 'account' ||
      (password !== null &&
        (await signIn({ kind: 'account', userName: LoginName, password, rememberMe: null })) === null);
    if (isIn && isNew) noteNewLogin();
    if (isIn) {
      toast();
      holdOffers();
      noteActivated(suffix);
    }
    // A reload has cleared the password, so it is asked for once.
    return isIn ? leave(nextPage('')) : leave(paths.cardActivationSuccess(), { ...ended, login: LoginName });
  };
}
