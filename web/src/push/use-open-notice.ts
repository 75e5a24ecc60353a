import { useEffect } from 'react';
import { useNavigate } from '../router/public.ts';
import { PREFIX } from '../brand/brand.ts';
import { serviceWorkers } from '../browser/notices.ts';
import { pageOf } from '../next-page.ts';

/** A notice that is clicked goes on in this page, if the notice is of this page's brand and its cardholder looks at it. */
export function useOpenNotice(isCardholder: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    const workers = serviceWorkers();
    if (!workers || !isCardholder) return;
    const onMessage = ({ data, ports }: MessageEvent<{ kind?: unknown; prefix?: unknown; page?: unknown }>) => {
      if (data.kind !== 'openNotice' || data.prefix !== PREFIX.toLowerCase()) return;
      ports[0]?.postMessage('taken');
      void navigate(pageOf(data.page));
    };
    workers.addEventListener('message', onMessage);
    workers.startMessages();
    return () => workers.removeEventListener('message', onMessage);
  }, [navigate, isCardholder]);
}
