import { getActivation } from '@wattle/contract/activation/steps.ts';
import {
  getAuthQuestions,
  getAuthStatus,
  type IdentityQuestion,
  submitAuthAnswers,
  submitAuthAnswersForForgotPassword,
} from '@wattle/contract/identity/questions.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from '../../../router/public.ts';
import type { CallFailure } from '../../../api/send.ts';
import { useLanguage } from '../../../i18n/use-texts.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { paths } from '../../../paths.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { callReset, goToResetStage, isResetAsked } from '../../reset/public.ts';
import { StepGate } from '../activation-page.tsx';
import { callActivation } from '../activation-session.ts';
import { useActivation, useNextStep } from '../use-activation.ts';
import { FROM_JOURNEY } from '../use-from-journey.ts';
import { type IdentityAsk, QuestionsForm } from './questions-form.tsx';

/** Questions about the card, or about its holder: of an activation, or of a password that is reset. */
export function IdentityAuthScreen() {
  const [isReset] = useState(isResetAsked);
  return isReset ? <OfReset /> : <OfActivation />;
}

function OfActivation() {
  const activation = useActivation('identityAuth');
  const goOn = useNextStep();
  const onPassed = async () => {
    const answer = await callActivation(getActivation, {});
    if (answer.ok) await goOn(answer.value);
    return answer.ok ? null : answer;
  };
  return (
    <StepGate page="identityAuth" activation={activation}>
      <Questions ask={ASK_ACTIVATION} onPassed={onPassed} />
    </StepGate>
  );
}

/** Before the new password. */
function OfReset() {
  const navigate = useNavigate();
  const onPassed = async () => {
    goToResetStage({ at: 'password' });
    await navigate(paths.reset(), { replace: true });
    return null;
  };
  return (
    <div className="entry">
      <Questions ask={ASK_RESET} onPassed={onPassed} />
    </div>
  );
}

const ASK_ACTIVATION: IdentityAsk = { call: callActivation, submit: submitAuthAnswers };
const ASK_RESET: IdentityAsk = { call: callReset, submit: submitAuthAnswersForForgotPassword };

type QuestionsProps = { readonly ask: IdentityAsk; readonly onPassed: () => Promise<CallFailure | null> };

function Questions({ ask, onPassed }: QuestionsProps) {
  const navigate = useNavigate();
  const language = useLanguage();
  const [questions, setQuestions] = useState<readonly IdentityQuestion[] | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isOver = false;
    const load = async () => {
      const status = await ask.call(getAuthStatus, { body: {} });
      if (isOver) return;
      if (!status.ok) return setFailure(status);
      if (status.value.IsCardAuthenticationLocked) {
        return navigate(paths.cardIdentityAuthFailed(), { replace: true, state: FROM_JOURNEY });
      }
      const answer = await ask.call(getAuthQuestions, { body: { Language: language } });
      if (isOver) return;
      if (answer.ok) setQuestions(answer.value.Questions);
      else setFailure(answer);
    };
    void load();
    return () => {
      isOver = true;
    };
  }, [ask, language, navigate, round]);
  const onDone = async () => {
    const failed = await onPassed();
    if (failed) setFailure(failed);
  };
  const retry = () => {
    setFailure(null);
    setRound(round + 1);
  };
  if (failure) return <LoadFailed failure={failure} onRetry={retry} isPage />;
  if (questions === null) return <SkeletonRows count={4} />;
  return <QuestionsForm key={language} ask={ask} questions={questions} onPassed={onDone} />;
}
