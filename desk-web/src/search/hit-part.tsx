import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Facts } from '../ui/facts.tsx';
import type { Hit } from './hit.ts';

/** Facts of the chosen hit, beside the list. They came with the answer: no further call is made. */
export function HitPart({ hit }: { readonly hit: Hit }) {
  const t = useTexts('deskSearch');
  const facts = hit.facts.filter(([, value]) => value !== '');
  return (
    <>
      <p className="strong">{hit.title}</p>
      {facts.length > 0 ? <Facts facts={facts} /> : <p className="quiet small">{hit.sub}</p>}
      <p className="quiet small">{t(hit.kind === 'action' ? 'opens.action' : 'opens.hit')}</p>
    </>
  );
}

const KINDS_OF_WORDS = ['name', 'card', 'receipt', 'account', 'amount', 'order', 'action'] as const;

/** Kinds of texts that may be typed, until one is. */
export function TypedPart() {
  const t = useTexts('deskSearch');
  return (
    <>
      <p className="strong">{t('typed.title')}</p>
      <Facts facts={KINDS_OF_WORDS.map((kind) => [t(`typed.${kind}`), t(`typed.${kind}.as`)])} />
      <p className="quiet small">{t('typed.text')}</p>
    </>
  );
}
