import { useLocation, useNavigate } from '../../../router/public.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { nextPage } from '../../../next-page.ts';
import { paths } from '../../../paths.ts';
import { showToast } from '../../../ui/toasts.ts';
import type { UpgradeOutcome } from './card-to-login.ts';

/** Goes to the card home, or to the page that the address of the sign-in page asks for. */
export function useSignedIn(): () => Promise<void> {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  // An upgrade that was requested before someone could sign in.
  const { requested } = (state ?? {}) as { readonly requested?: UpgradeOutcome['requested'] };
  return async () => {
    if (requested) await navigate(paths.upgradeRequested(), { replace: true, state: { requested } });
    else await navigate(nextPage(search), { replace: true });
  };
}

/** Continues after a login has added the upgraded card: to the requested page, otherwise to the card home. */
export function useUpgraded(): (outcome: UpgradeOutcome) => Promise<void> {
  const navigate = useNavigate();
  const t = useTexts('access');
  return async ({ suffix, requested }) => {
    if (suffix !== '') showToast({ text: () => t('upgrade.added', { suffix }) });
    await navigate(requested ? paths.upgradeRequested() : paths.cardHome(), {
      replace: true,
      ...(requested && { state: { requested } }),
    });
  };
}
