import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import { useJustActivated } from './just-activated.ts';
import { lazyPart } from '../../../missing-script/lazy-part.tsx';

/** Shown once for each card. */
const Panel = lazyPart(async () => {
  const [{ ReadyCardPanel }] = await Promise.all([import('./ready-card-panel.tsx'), loadTexts(['ready'])]);
  return ReadyCardPanel;
});

/** Next steps for a card that has just been activated. */
export function ReadyCard({ card }: { readonly card: CardSummary }) {
  const suffix = useJustActivated();
  if (suffix === null || !card.MaskedCardNumber.endsWith(suffix)) return null;
  return <Panel card={card} />;
}
