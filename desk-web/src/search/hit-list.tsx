import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Link } from '@wattle/web/router/public.ts';
import { Stroke } from '@wattle/web/ui/charts/stroke.tsx';
import { useEffect } from 'react';
import { PLACE_SHAPES } from '../desk-page.ts';
import { Tag } from '../ui/tag.tsx';
import type { Hit, Kind } from './hit.ts';
import { markedPieces } from './marked-words.ts';
import { clearRecent } from './recent.ts';

const SHAPES: Readonly<Record<Kind, string>> = {
  card: PLACE_SHAPES.cards,
  person: PLACE_SHAPES.people,
  payment: PLACE_SHAPES.payments,
  order: PLACE_SHAPES.store,
  complaint: PLACE_SHAPES.complaints,
  request: PLACE_SHAPES.approvals,
  action: 'M13 3L5 14h6l-1 7 8-11h-6z',
};

type HitListProps = {
  readonly id: string;
  readonly hits: readonly Hit[];
  readonly words: string;
  readonly chosen: Hit | undefined;
  readonly idOf: (hit: Hit) => string;
  readonly isRecent: boolean;
  readonly onOpen: (hit: Hit) => void;
};

type Group = { readonly name: string; readonly hits: readonly Hit[] };

/** The first hit by itself, and the others by their kind. */
function groupsOf(hits: readonly Hit[], isRecent: boolean): readonly Group[] {
  if (isRecent) return hits.length === 0 ? [] : [{ name: 'recent', hits }];
  const [best, ...others] = hits;
  const kinds = new Set(others.map(({ kind }) => kind));
  const groups = [...kinds].map((kind) => ({ name: kind, hits: others.filter((hit) => hit.kind === kind) }));
  return [...(best ? [{ name: 'best', hits: [best] }] : []), ...groups];
}

/** The list of a combobox: the chosen hit is named by the field, and none takes the focus. */
export function HitList({ id, hits, words, chosen, idOf, isRecent, onOpen }: HitListProps) {
  const t = useTexts('deskSearch');
  const chosenId = chosen ? idOf(chosen) : '';
  useEffect(() => {
    if (chosenId !== '') document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  return (
    <>
      {isRecent && hits.length > 0 ? (
        <button type="button" className="link-button palette__clear" onClick={clearRecent}>
          {t('recent.clear')}
        </button>
      ) : null}
      <div id={id} role="listbox" aria-label={t('hits')}>
        {groupsOf(hits, isRecent).map((group) => (
          <div key={group.name} role="group" aria-labelledby={`${id}-${group.name}`}>
            <p className="palette__group" id={`${id}-${group.name}`} role="presentation">
              {t(`group.${group.name}`)}
            </p>
            {group.hits.map((hit) => (
              <Link
                key={hit.id}
                id={idOf(hit)}
                role="option"
                tabIndex={-1}
                aria-selected={hit === chosen}
                className="hit"
                to={hit.to}
                onClick={(event) => {
                  // A press with a key opens another tab, and leaves this one as it is.
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  onOpen(hit);
                }}
              >
                <span className="hit__mark">
                  <Stroke shape={SHAPES[hit.kind]} size="s" />
                </span>
                <span className="hit__text">
                  <span className="strong">
                    <Marked text={hit.title} words={words} />
                  </span>
                  <span className="small quiet">
                    <Marked text={hit.sub} words={words} />
                  </span>
                </span>
                <span className="hit__end">
                  {hit.amount === undefined || hit.amount === '' ? null : <span className="figures">{hit.amount}</span>}
                  {hit.state ? <Tag tone={hit.state.tone}>{hit.state.words}</Tag> : null}
                </span>
              </Link>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

/** A text with the searched words marked. */
function Marked({ text, words }: { readonly text: string; readonly words: string }) {
  let at = 0;
  return markedPieces(text, words).map((piece) => {
    at += piece.text.length;
    return piece.isMarked ? <mark key={at}>{piece.text}</mark> : <span key={at}>{piece.text}</span>;
  });
}
