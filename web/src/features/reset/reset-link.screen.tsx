import { useEffect } from 'react';
import { useNavigate, useParams } from '../../router/public.ts';
import { paths } from '../../paths.ts';
import { startLinkReset } from './reset-session.ts';

/** Target of a mailed link: removes the token from the address, so that no history keeps it, and continues. */
export function ResetLinkScreen() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  useEffect(() => {
    startLinkReset(token);
    void navigate(paths.reset(), { replace: true });
  }, [token, navigate]);
  return null;
}
