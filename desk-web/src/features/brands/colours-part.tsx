import { type ContrastPair, contrastPairs, shownRatio } from '@wattle/contract/brands/contrast-pairs.ts';
import { readColour } from '@wattle/contract/brands/contrast.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Field } from '@wattle/web/ui/fields/field.tsx';
import { Segmented } from '@wattle/web/ui/fields/segmented.tsx';
import { useId, useState } from 'react';
import { Pane } from '../../ui/pane.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { BrandEdit, Theme } from './use-brand-edit.ts';

/** Colours that make a brand, in the order in which they are chosen. */
const MAIN = ['brand', 'on-brand', 'brand-ink', 'hero', 'hero-2', 'on-hero', 'accent', 'on-accent', 'focus', 'paper'];

const placeOf = (name: string) => (MAIN.includes(name) ? MAIN.indexOf(name) : MAIN.length);

/** WCAG 2.2, level AAA. */
const ENHANCED = 7;

/** Colours of a version with the contrast of each, computed while they are chosen. */
export function ColoursPart({ edit }: { readonly edit: BrandEdit }) {
  const t = useTexts('deskBrands');
  const [theme, setTheme] = useState<Theme>('light');
  const [isWhole, setWhole] = useState(false);
  const tokens = edit.tokensOf(theme);
  const pairs = contrastPairs(tokens);
  const isWeak = ({ ratio, least }: ContrastPair) => ratio < least;
  const atFault = new Set(pairs.filter(isWeak).flatMap(({ front, ground }) => [front, ground]));
  // A colour that keeps the brand from being published is always shown.
  const others = [...tokens.keys()].filter((name) => !MAIN.includes(name) && !atFault.has(name));
  const first = [...tokens.keys()].filter((name) => !others.includes(name)).toSorted((x, y) => placeOf(x) - placeOf(y));
  const shown = [...first, ...(isWhole ? others : [])];
  const [light = 0, dark = 0] = (['light', 'dark'] as const).map(
    (one) => contrastPairs(edit.tokensOf(one)).filter(isWeak).length,
  );
  return (
    <Pane
      title={t('colours.title')}
      aside={
        <Segmented
          label={t('colours.theme')}
          options={(['light', 'dark'] as const).map((value) => ({ value, label: t(`theme.${value}`) }))}
          value={theme}
          onChange={setTheme}
        />
      }
      isPadded={false}
    >
      <div className="table-place">
        <table className="table brands__colours">
          <caption className="visually-hidden">{t('colours.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('colours.name')}</th>
              <th scope="col">{t('colours.contrast')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((name) => (
              <ColourRow
                key={`${theme} ${name}`}
                name={name}
                theme={theme}
                value={tokens.get(name) ?? ''}
                pair={worstOf(pairs, name)}
                edit={edit}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="pane__body brands__under">
        <button type="button" className="link-button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {t(isWhole ? 'colours.fewer' : 'colours.more', { count: others.length })}
        </button>
        <p className="small quiet" role="status">
          {t('colours.checked', { light, dark })}
        </p>
      </div>
    </Pane>
  );
}

/** Pair of a colour that lacks most contrast. */
function worstOf(pairs: readonly ContrastPair[], name: string): ContrastPair | undefined {
  return pairs
    .filter(({ front, ground }) => front === name || ground === name)
    .toSorted((a, b) => a.ratio / a.least - b.ratio / b.least)[0];
}

type RowProps = {
  readonly name: string;
  readonly theme: Theme;
  readonly value: string;
  readonly pair: ContrastPair | undefined;
  readonly edit: BrandEdit;
};

function ColourRow({ name, theme, value, pair, edit }: RowProps) {
  const t = useTexts('deskBrands');
  const id = useId();
  const place = `colours.${theme}.${name}`;
  const label = t(`token.${name}`);
  const colour = readColour(value);
  const isOwn = (edit.valueOf(place) ?? null) !== null;
  return (
    <tr>
      <td>
        <span className="brands__value">
          <input
            type="color"
            aria-label={t('colours.pick', { name: label })}
            value={colour ? hexOf(colour) : '#000000'}
            onChange={({ target }) => edit.change(place, target.value)}
          />
          <Field
            id={id}
            label={label}
            value={value}
            spellCheck={false}
            autoComplete="off"
            onValue={(typed) => edit.change(place, typed)}
          />
        </span>
      </td>
      <td className="brands__contrast">
        {colour ? <Contrast pair={pair} name={name} /> : <Tag tone="bad">{t('colours.none')}</Tag>}

        {isOwn ? (
          <button
            type="button"
            className="link-button small brands__reset"
            aria-label={t('colours.resetOf', { name: label })}
            onClick={() => edit.change(place, null)}
          >
            {t('colours.reset')}
          </button>
        ) : null}
      </td>
    </tr>
  );
}

function Contrast({ pair, name }: { readonly pair: ContrastPair | undefined; readonly name: string }) {
  const t = useTexts('deskBrands');
  if (!pair) return <span className="quiet">{t('colours.free')}</span>;
  const { ratio, least } = pair;
  return (
    <>
      <span className="figures">{shownRatio(ratio)}</span>
      {ratio >= least ? (
        <Tag tone="ok">{t(ratio >= ENHANCED ? 'colours.enhanced' : 'colours.enough')}</Tag>
      ) : (
        <Tag tone="bad">{t('colours.low', { least })}</Tag>
      )}
      <span className="brands__sub">
        {t('colours.with', { name: t(`token.${pair.front === name ? pair.ground : pair.front}`) })}
      </span>
    </>
  );
}

const hexOf = (colour: readonly number[]) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
