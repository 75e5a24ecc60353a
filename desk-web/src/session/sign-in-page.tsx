import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useEffect, useState } from 'react';
import { Say } from '../ui/say.tsx';
import { EnrolForm } from './enrol-form.tsx';
import type { WhyOut } from './session.ts';
import { SetPasswordForm } from './set-password-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

type View = 'signIn' | 'password' | 'enrol';

/** First page without a session, at any address. The addressed page follows after the sign-in. */
export function SignInPage({ why }: { readonly why: WhyOut | undefined }) {
  const t = useTexts('desk');
  const [view, setView] = useState<View>('signIn');
  const [done, setDone] = useState<'password' | 'enrol'>();
  const title = t(`${view}.title`);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const end = (what: 'password' | 'enrol') => () => {
    setDone(what);
    setView('signIn');
  };
  return (
    <main className="entry" id="main">
      <p className="entry__mark" aria-hidden="true" />
      <h1>{title}</h1>
      {view === 'signIn' && done ? (
        <Say tone="ok" isNews>
          {t(`${done}.done`)}
        </Say>
      ) : null}
      {view === 'signIn' && why && !done ? <Say>{t(`out.${why}`)}</Say> : null}
      {view === 'signIn' ? <SignInForm onFactorMissing={() => setView('enrol')} /> : null}
      {view === 'password' ? <SetPasswordForm onDone={end('password')} /> : null}
      {view === 'enrol' ? <EnrolForm onDone={end('enrol')} /> : null}
      <ul className="entry__ways">
        {(['signIn', 'password', 'enrol'] as const)
          .filter((other) => other !== view)
          .map((other) => (
            <li key={other}>
              <button type="button" className="link-button" onClick={() => setView(other)}>
                {t(`${other}.way`)}
              </button>
            </li>
          ))}
      </ul>
    </main>
  );
}
