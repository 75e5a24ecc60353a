import { useLocation, useNavigate } from 'react-router';
import { nextPage } from '../../../next-page.ts';

/** Goes to the card home, or to the page that the address of the sign-in page asks for. */
export function useSignedIn(): () => Promise<void> {
  const navigate = useNavigate();
  const { search } = useLocation();
  return async () => {
    await navigate(nextPage(search), { replace: true });
  };
}
