import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { lazy, Suspense } from 'react';
import { loadTexts } from '../../../i18n/i18n.ts';
import { useJustActivated } from './just-activated.ts';

/** Seen once in the life of a card. */
const Panel = lazy(async () => {
  const [{ ReadyCardPanel }] = await Promise.all([import('./ready-card-panel.tsx'), loadTexts(['ready'])]);
  return { default: ReadyCardPanel };
});

/** Next steps for a card that has just been activated. */
export function ReadyCard({ card }: { readonly card: CardSummary }) {
  const suffix = useJustActivated();
  if (suffix === null || !card.MaskedCardNumber.endsWith(suffix)) return null;
  return (
    <Suspense fallback={null}>
      <Panel card={card} />
    </Suspense>
  );
}
