import { getAuthStatus } from '@wattle/contract/identity/questions.ts';
import { useEffect, useState } from 'react';
import type { CallFailure } from '../../../api/send.ts';
import { paths } from '../../../paths.ts';
import { useNavigate } from '../../../router/public.ts';
import { FROM_JOURNEY } from '../use-from-journey.ts';
import type { IdentityAsk } from './questions-form.tsx';

type AuthStatus = {
  /** The check can be answered. */
  readonly isOpen: boolean;
  readonly failure: CallFailure | null;
  readonly retry: () => void;
};

/** Whether a check of identity can be answered. A locked one leads to the page that says so. */
export function useAuthStatus(call: IdentityAsk['call']): AuthStatus {
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isOver = false;
    void call(getAuthStatus, { body: {} }).then((answer) => {
      if (isOver) return;
      if (!answer.ok) return setFailure(answer);
      if (!answer.value.IsCardAuthenticationLocked) return setIsOpen(true);
      void navigate(paths.cardIdentityAuthFailed(), { replace: true, state: FROM_JOURNEY });
    });
    return () => {
      isOver = true;
    };
  }, [call, navigate, round]);
  const retry = () => {
    setFailure(null);
    setRound(round + 1);
  };
  return { isOpen, failure, retry };
}
