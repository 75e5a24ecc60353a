import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Facts } from '../ui/facts.tsx';
import type { Hit, HitAct } from './hit.ts';

/** Facts of the chosen hit, beside the list. They came with the answer: no further call is made. */
export function HitPart({ hit, onAct }: { readonly hit: Hit; readonly onAct: (act: HitAct) => void }) {
  const t = useTexts('deskSearch');
  const { acts = [] } = hit;
  const facts = hit.facts.filter(([, value]) => value !== '');
  return (
    <>
      <p className="strong">{hit.title}</p>
      {facts.length > 0 ? <Facts facts={facts} /> : <p className="quiet small">{hit.sub}</p>}
      {acts.length > 0 ? (
        <div className="palette__acts" role="group" aria-label={t('acts', { of: hit.title })}>
          <p className="small strong">{t(`acts.${hit.kind}`)}</p>
          {acts.map((act) => (
            <button
              key={`${act.command} ${act.object}`}
              type="button"
              className="link-button"
              onClick={() => onAct(act)}
            >
              {act.words}
            </button>
          ))}
        </div>
      ) : null}
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
