import type { ActivationView } from '@wattle/contract/activation/activation.ts';
import type { signupAndUpgrade } from '@wattle/contract/cards/upgrade.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useNavigate } from '../../../router/public.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { currentSession, endSession } from '../../../session/session.ts';
import { signIn } from '../../../session/sign-in.ts';
import { showToast } from '../../../ui/toasts.ts';
import { noteNewLogin, type UpgradeOutcome } from '../../access/public.ts';
import { finishActivation, takePassword } from '../activation-session.ts';

/** Where a sign-up with an upgrade leads: signed in, to what was requested. */
export function useAfterSignup({ CardName }: ActivationView) {
  const navigate = useNavigate();
  const t = useTexts('activation');
  return async (answer: ResponseOf<typeof signupAndUpgrade>): Promise<void> => {
    const { CardNumberSuffix: suffix, LoginName, ReferenceNumber: reference, Fee: fee } = answer;
    const requested: UpgradeOutcome['requested'] = { reference, fee, card: `${CardName} ·· ${suffix}` };
    const cardSession = currentSession();
    const password = takePassword();
    finishActivation();
    const isIn =
      password !== null &&
      (await signIn({ kind: 'account', userName: LoginName, password, rememberMe: null })) === null;
    if (isIn) {
      noteNewLogin();
      showToast({ text: () => t('upgradePin.added', { suffix }) });
      await navigate(paths.upgradeRequested(), { replace: true, state: { requested } });
      return;
    }
    // A reload has cleared the password, so it is asked for once; what was requested is shown after that sign-in. The
    // card has a login now, which ends its card session.
    await navigate(paths.accountSignIn(), { replace: true, state: { ended: 'upgradeRequested', requested } });
    endSession('cleared', cardSession?.id);
  };
}
