import { loadTexts } from '../../i18n/i18n.ts';
import { lazyPart } from '../../missing-script/lazy-part.tsx';

/** Loaded where a payment needs money that is kept aside. */
export const ReleaseAside = lazyPart(async () => {
  const [{ ReleaseAside: Part }] = await Promise.all([import('./release-aside.tsx'), loadTexts(['savings'])]);
  return Part;
});
