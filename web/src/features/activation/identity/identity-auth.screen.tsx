import { getActivation } from '@wattle/contract/activation/get-activation.ts';
import { getAuthQuestions } from '@wattle/contract/identity/questions/get-auth-questions.ts';
import { getAuthStatus } from '@wattle/contract/identity/questions/get-auth-status.ts';
import type { IdentityQuestion } from '@wattle/contract/identity/questions/question.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CallFailure } from '../../../api/send.ts';
import { useLanguage } from '../../../i18n/use-texts.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { paths } from '../../../paths.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { StepGate } from '../activation-page.tsx';
import { callActivation } from '../activation-session.ts';
import { useActivation, useNextStep } from '../use-activation.ts';
import { QuestionsForm } from './questions-form.tsx';

/** Questions about the card, or about its holder. */
export function IdentityAuthScreen() {
  const activation = useActivation('identityAuth');
  return (
    <StepGate page="identityAuth" activation={activation}>
      <Questions />
    </StepGate>
  );
}

function Questions() {
  const navigate = useNavigate();
  const language = useLanguage();
  const goOn = useNextStep();
  const [questions, setQuestions] = useState<readonly IdentityQuestion[] | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isOver = false;
    const load = async () => {
      const status = await callActivation(getAuthStatus, { body: {} });
      if (isOver) return;
      if (!status.ok) return setFailure(status);
      if (status.value.IsCardAuthenticationLocked) return navigate(paths.cardIdentityAuthFailed(), { replace: true });
      const answer = await callActivation(getAuthQuestions, { body: { Language: language } });
      if (isOver) return;
      if (answer.ok) setQuestions(answer.value.Questions);
      else setFailure(answer);
    };
    void load();
    return () => {
      isOver = true;
    };
  }, [language, navigate, round]);
  const onPassed = async () => {
    const activation = await callActivation(getActivation, {});
    if (activation.ok) await goOn(activation.value);
    else setFailure(activation);
  };
  const retry = () => {
    setFailure(null);
    setRound(round + 1);
  };
  if (failure) return <LoadFailed failure={failure} onRetry={retry} />;
  if (questions === null) return <SkeletonRows count={4} />;
  return <QuestionsForm key={language} questions={questions} onPassed={onPassed} />;
}
