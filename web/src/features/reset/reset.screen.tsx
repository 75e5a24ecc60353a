import { verifyToken } from '@wattle/contract/reset/reset.ts';
import { useEffect, useState } from 'react';
import { Navigate, Link } from '../../router/public.ts';
import { send, type CallFailure } from '../../api/send.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { paths } from '../../paths.ts';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { AnswerForm } from './answer-form.tsx';
import { CodeForm } from './code-form.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { PasswordIsSet } from './password-is-set.tsx';
import { endReset, useReset, type HeldReset } from './reset-session.ts';
import { ResetWarning } from './reset-warning.tsx';
import { useBrand } from '../../brand/brand.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { DonePage } from '../access/done-page.part.tsx';

type ResetOverProps = { readonly code: string; readonly held: HeldReset };

/** A reset that cannot continue: expired (20062), unknown, used, or failed too often. */
function ResetOver({ code, held }: ResetOverProps) {
  const t = useTexts('reset');
  const { SupportPhoneNumber: phone } = useBrand();
  const why = code === '20062' ? 'expired' : 'invalid';
  return (
    <DonePage title={t(`over.${why}.title`)} tone="brand" picture={<Icon name="clock" />}>
      <p className="entry__lead">{t(`over.${why}.lead`)}</p>
      <div className="entry__actions">
        <Link
          className={buttonClass({ wide: true })}
          to={held.tokens ? paths.requestPasswordReset() : paths.requestReset()}
        >
          {t('over.again')}
        </Link>
      </div>
      <p className="entry__lead">{t('over.call', { phone })}</p>
    </DonePage>
  );
}

/** A reset that has begun: the answer, where it is needed a code, the new password. */
export function ResetScreen() {
  const { held } = useReset();
  const [isDone, setIsDone] = useState(false);
  if (isDone) return <PasswordIsSet />;
  if (!held) return <Navigate to={paths.requestReset()} replace />;
  return (
    <>
      <Steps
        key={held.token}
        held={held}
        onDone={() => {
          setIsDone(true);
          endReset();
        }}
      />
      <ResetWarning held={held} />
    </>
  );
}

type StepsProps = { readonly held: HeldReset; readonly onDone: () => void };

function Steps({ held, onDone }: StepsProps) {
  const language = useLanguage();
  const { stage } = useReset();
  const [question, setQuestion] = useState<string | null | undefined>();
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const { token } = held;
  useEffect(() => {
    let isGone = false;
    void send(verifyToken, { body: { token, Language: language } }).then((answer) => {
      if (isGone) return;
      if (answer.ok) setQuestion(answer.value.SecurityQuestion);
      else if (answer.code === '20060' || answer.code === '20062') setOver(answer.code);
      else setFailure(answer);
    });
    return () => {
      isGone = true;
    };
  }, [token, language, round]);
  const retry = () => {
    setFailure(null);
    setRound(round + 1);
  };
  if (over !== null) return <ResetOver code={over} held={held} />;
  if (failure) return <LoadFailed failure={failure} onRetry={retry} isPage />;
  if (question === undefined) return <SkeletonRows count={3} />;
  if (stage.at === 'answer') return <AnswerForm held={held} question={question} onOver={setOver} />;
  if (stage.at === 'code') return <CodeForm held={held} sentTo={stage.sentTo} onOver={setOver} />;
  return <NewPasswordForm held={held} onOver={setOver} onDone={onDone} />;
}
