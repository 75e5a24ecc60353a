import { useEffect, useEffectEvent } from 'react';
import { forget, readStored, store } from './browser/storage.ts';
import { useNavigate, useParams } from './router/public.ts';

/**
 * Target of a link whose last part is a secret: takes it out of the address, so that no history, bookmark or screenshot
 * keeps it, gives it to `keep` and goes on at `to`. The parameter of the route is the name of the secret.
 */
export function useMailedLink(parameter: string, keep: (secret: string) => void, to: string): void {
  const { [parameter]: secret = '' } = useParams();
  const navigate = useNavigate();
  const take = useEffectEvent(() => keep(secret));
  useEffect(() => {
    take();
    void navigate(to, { replace: true });
  }, [secret, to, navigate]);
}

/** The secret of such a link for this tab: it survives a reload where the browser keeps anything. */
export function linkSecret(name: 'store' | 'undoContact' | 'complaint') {
  const key = `wattle.${name}.link`;
  return {
    hold: (secret: string) => void store('sessionStorage', key, secret),
    held(): string | null {
      const kept = readStored('sessionStorage', key);
      return typeof kept === 'string' ? kept : null;
    },
    forget: () => forget('sessionStorage', key),
  };
}
