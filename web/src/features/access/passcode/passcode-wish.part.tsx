import { useStore } from '../../../observable.ts';
import { lazyPart } from '../../../missing-script/lazy-part.tsx';
import { useSession } from '../../../session/session.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import { passcodeWish } from './passcode-wish.ts';

const PasscodeDialog = lazyPart(async () => {
  const [part] = await Promise.all([import('./passcode-dialog.tsx'), loadTexts(['passcode', 'signInMethods'])]);
  return part.PasscodeDialog;
});

/** Sets a passcode right after the proof at which a person asked for one. */
export function PasscodeWish() {
  const wish = useStore(passcodeWish);
  const session = useSession()?.id;
  return wish !== null && wish === session ? <PasscodeDialog onClose={() => passcodeWish.set(null)} /> : null;
}
