import { Dialog } from '@wattle/web/ui/dialog.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { type DeskSession, signOut, type WhyOut } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';

type SignInAgainProps = { readonly session: DeskSession; readonly why: WhyOut };

/** Above the page of an ended session, so that typed text is not lost. */
export function SignInAgain({ session, why }: SignInAgainProps) {
  const t = useTexts('desk');
  return (
    <div className="again">
      <Dialog
        title={t('again.title', { name: session.fullName })}
        describedBy="again-text"
        // Escape does nothing: the page behind belongs to the member who was signed in.
        onDismiss={() => undefined}
        actions={
          <button type="button" className="link-button" onClick={() => void signOut()}>
            {t('again.other')}
          </button>
        }
      >
        <p id="again-text">{t(`again.${why}`)}</p>
        <SignInForm of={session} />
      </Dialog>
    </div>
  );
}
