import { useEffect } from 'react';
import { useNavigate, useParams } from '../../router/public.ts';
import { paths } from '../../paths.ts';
import { holdLink } from './held-link.ts';

/** Target of a mailed link: removes the token from the address, so that no history keeps it, and continues. */
export function CollectLinkScreen() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  useEffect(() => {
    holdLink(token);
    void navigate(paths.storeCollect(), { replace: true });
  }, [token, navigate]);
  return null;
}
