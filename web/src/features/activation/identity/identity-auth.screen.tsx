import { getActivation } from '@wattle/contract/activation/steps.ts';
import {
  getAuthQuestions,
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
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { callReset, goToResetStage, isResetAsked } from '../../reset/public.ts';
import { StepGate } from '../activation-page.tsx';
import { callActivation } from '../activation-session.ts';
import { useActivation, useNextStep } from '../use-activation.ts';
import { type IdentityAsk, QuestionsForm } from './questions-form.tsx';
import { useAuthStatus } from './use-auth-status.ts';

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
  const language = useLanguage();
  const { isOpen, ...status } = useAuthStatus(ask.call);
  const [questions, setQuestions] = useState<readonly IdentityQuestion[] | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!isOpen) return;
    let isOver = false;
    void ask.call(getAuthQuestions, { body: { Language: language } }).then((answer) => {
      if (isOver) return;
      if (answer.ok) setQuestions(answer.value.Questions);
      else setFailure(answer);
    });
    return () => {
      isOver = true;
    };
  }, [ask, isOpen, language, round]);
  const onDone = async () => {
    const failed = await onPassed();
    if (failed) setFailure(failed);
  };
  const retry = () => {
    setFailure(null);
    setRound(round + 1);
  };
  if (status.failure) return <LoadFailed failure={status.failure} onRetry={status.retry} isPage />;
  if (failure) return <LoadFailed failure={failure} onRetry={retry} isPage />;
  if (questions === null) return <SkeletonRows count={4} />;
  return <QuestionsForm key={language} ask={ask} questions={questions} onPassed={onDone} />;
}
