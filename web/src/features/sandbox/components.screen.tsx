import { lazy, Suspense, useEffect, useState } from 'react';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { getConfiguration } from '@wattle/contract/brands/config.ts';
import { useNavigate } from '../../router/public.ts';
import { call } from '../../api/call.ts';
import { useBrand } from '../../brand/brand.ts';
import { paths } from '../../paths.ts';

/** True once the server has said that it is a sandbox. In production there is no such page: it leads to the error page. */
function useIsSandbox(): boolean {
  const { BrandIdentifier: brand } = useBrand();
  const navigate = useNavigate();
  const [isSandbox, setIsSandbox] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    void call(getConfiguration, { query: { brand }, signal: leaving.signal }).then((answer) => {
      if (leaving.signal.aborted) return;
      if (answer.ok && answer.value.IsSandbox) setIsSandbox(true);
      else void navigate(paths.error(), { replace: true });
    });
    return () => leaving.abort();
  }, [brand, navigate]);
  return isSandbox;
}

const ComponentsPage = lazy(async () => ({ default: (await import('./components-page.tsx')).ComponentsPage }));

/** Every component in every state, in the brand of the address. Fetched only in a sandbox. */
export function ComponentsScreen() {
  const waiting = <SkeletonRows count={3} />;
  return useIsSandbox() ? (
    <Suspense fallback={waiting}>
      <ComponentsPage />
    </Suspense>
  ) : (
    waiting
  );
}
