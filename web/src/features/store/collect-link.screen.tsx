import { useEffect } from 'react';
import { useNavigate, useParams } from '../../router/public.ts';
import { paths } from '../../paths.ts';
import { holdLink } from './held-link.ts';

/** The page that a mailed link opens: takes the token out of the address, so that no history keeps it, and goes on. */
export function CollectLinkScreen() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  useEffect(() => {
    holdLink(token);
    void navigate(paths.storeCollect(), { replace: true });
  }, [token, navigate]);
  return null;
}
