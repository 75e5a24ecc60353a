import { useEffect, useState } from 'react';
import { loadTexts } from '../i18n/i18n.ts';
import type { ElementComponent } from '../jsx/jsx-types.d.ts';

/** Offers the app for installing, once, where something has just succeeded. Loaded after the page, which does not wait. */
export function InstallOffer() {
  const [Panel, setPanel] = useState<ElementComponent | null>(null);
  useEffect(() => {
    let isGone = false;
    void Promise.all([import('./install-panel.tsx'), loadTexts(['installed'])]).then(
      ([{ InstallPanel }]) => (isGone ? undefined : setPanel(() => InstallPanel)),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return Panel ? <Panel /> : null;
}
