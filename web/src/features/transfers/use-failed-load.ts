import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { CallFailure } from '../../api/send.ts';
import { paths } from '../../paths.ts';

const SESSION_OVER = '401';

/** Without its cards or payees the page cannot go on: the error page says why. */
export function useFailedLoad(failure: CallFailure | null): void {
  const navigate = useNavigate();
  const code = failure?.code;
  useEffect(() => {
    // The end of a session leads to sign-in by itself.
    if (code !== undefined && code !== SESSION_OVER) void navigate(paths.error(), { state: { code } });
  }, [code, navigate]);
}
