import { getInstanceName, getShowAboutLink } from '@wattle/contract/brands/config.ts';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { useBrand } from '../../brand/brand.ts';

/** The name of the instance for its link; null where the brand shows none, and until that is known. */
export function useInstanceName(): string | null {
  const { BrandIdentifier: brand } = useBrand();
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    const ask = async () => {
      const shown = await call(getShowAboutLink, { query: { brand } });
      if (!shown.ok || !shown.value.ShowAboutLink) return;
      const named = await call(getInstanceName, { query: { brand } });
      if (!isGone && named.ok) setName(named.value.InstanceName);
    };
    void ask();
    return () => {
      isGone = true;
    };
  }, [brand]);
  return name;
}
