import { useEffect } from 'react';
import { useNavigate, useParams } from '../../router/public.ts';
import { paths } from '../../paths.ts';
import { startLinkReset } from './reset-session.ts';

/** The page that a mailed link opens: takes the token out of the address, so that no history keeps it, and goes on. */
export function ResetLinkScreen() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  useEffect(() => {
    startLinkReset(token);
    void navigate(paths.reset(), { replace: true });
  }, [token, navigate]);
  return null;
}
