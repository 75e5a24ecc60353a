import type { FindingIn } from './brand-finding.ts';
import { readColour } from './contrast.domain.ts';

/** Values of custom properties by name, without the two hyphens. */
export type Tokens = ReadonlyMap<string, string>;

/** What a brand's stylesheet sets: by day, and over that by night. */
export type BrandTokens = { readonly light: Tokens; readonly dark: Tokens };

type Block = { readonly media: string; readonly selector: string; readonly body: string };

const DARK = '@media (prefers-color-scheme: dark)';

/** Blocks of a stylesheet that nests no deeper than a media query; `rest` is what is none. */
function readBlocks(css: string): { blocks: Block[]; rest: string } {
  const blocks: Block[] = [];
  const readInner = (text: string, media: string) =>
    text.replaceAll(/([^{}]*)\{([^{}]*)\}/g, (_all, selector: string, body: string) => {
      blocks.push({ media, selector: oneLine(selector), body });
      return '';
    });
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const outer = plain.replaceAll(/(@[^{};]*)\{((?:[^{}]*\{[^{}]*\})*[^{}]*)\}/g, (_all, media: string, inner: string) =>
    readInner(inner, oneLine(media)),
  );
  return { blocks, rest: oneLine(readInner(outer, '')) };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** The tokens of the product's own stylesheet, in the order in which they win over each other. */
export type ProductTokens = {
  /** Weigh nothing: a brand's own win, in either theme. */
  readonly fallback: BrandTokens;
  /** Everybody's: those by night win over what a brand sets by day. */
  readonly common: BrandTokens;
};

/** Reads `tokens.css` of the web app. */
export function readProductTokens(css: string): ProductTokens {
  const { blocks } = readBlocks(css);
  const of = (media: string, selector: string) =>
    new Map(blocks.filter((one) => one.media === media && one.selector === selector).flatMap(declarationsOf));
  return {
    fallback: { light: of('', ':where(:root)'), dark: of(DARK, ":where(:root:not([data-theme='light']))") },
    common: { light: of('', ':root'), dark: of(DARK, ":root:not([data-theme='light'])") },
  };
}

function declarationsOf({ body }: Block): [name: string, value: string][] {
  return [...body.matchAll(/--([\w-]+)\s*:\s*([^;]+)/g)].map(([, name = '', value = '']) => [name, oneLine(value)]);
}

/** Every token that there is in one theme, as a page of the brand has them. */
export function tokensOfTheme(product: ProductTokens, brand: BrandTokens, theme: 'light' | 'dark'): Tokens {
  const { fallback, common } = product;
  const layers = [fallback.light, common.light];
  if (theme === 'dark') layers.push(fallback.dark);
  layers.push(brand.light);
  if (theme === 'dark') layers.push(common.dark, brand.dark);
  return new Map(layers.flatMap((layer) => [...layer]));
}

/**
 * Reads a brand's stylesheet, which is served from our own origin: nothing but tokens of the
 * product may stand in it, under the brand's own selectors.
 */
export function readBrandTokens(
  css: string,
  identifier: string,
  product: ProductTokens,
): { readonly tokens: BrandTokens; readonly findings: readonly FindingIn[] } {
  const findings: FindingIn[] = [];
  const note = (key: string, reason: string) => findings.push({ key, reason });
  const root = `:root[data-brand='${identifier}']`;
  const light = new Map<string, string>();
  const dark = new Map<string, string>();
  const forced = new Map<string, string>();
  const targets = new Map<string, Map<string, string>>([
    [`{${root}`, light],
    [`${DARK}{${root}:not([data-theme='light'])`, dark],
    [`{${root}[data-theme='dark']`, forced],
  ]);

  if (css.includes('\\')) note('\\', 'no character may be written as an escape');
  const { blocks, rest } = readBlocks(css);
  if (rest !== '')
    note(rest.slice(0, 60), 'only rules with custom properties may stand here: no @import, no other at-rule');
  const known = new Map([...product.fallback.light, ...product.common.light]);
  for (const { media, selector, body } of blocks) {
    const target = targets.get(`${media}{${selector.replaceAll('"', "'")}`);
    if (!target) {
      const allowed = [...targets.keys()].map((one) => one.replace(/^\{/, '').replace('{', ' { ')).join(' or ');
      note(`${media} ${selector}`.trim(), `must be ${allowed}`);
    }
    for (const declaration of body.split(';').map(oneLine)) {
      if (declaration === '') continue;
      const [, name = '', value = ''] = /^--([\w-]+)\s*:\s*(.+)$/.exec(declaration) ?? [];
      const reason = faultOf(name, value, known);
      if (reason !== undefined) note(name === '' ? declaration.slice(0, 60) : `--${name}`, reason);
      else target?.set(name, value);
    }
  }
  if (light.size === 0) note(root, 'is missing');
  for (const name of new Set([...dark.keys(), ...forced.keys()])) {
    if (forced.size > 0 && dark.get(name) !== forced.get(name)) {
      note(`--${name}`, 'must be the same in both blocks for the dark theme');
    }
  }
  return { tokens: { light, dark }, findings };
}

function faultOf(name: string, value: string, known: Tokens): string | undefined {
  if (name === '') return 'is no custom property';
  const own = known.get(name);
  if (own === undefined) return 'is no token of the product';
  if (/(url|image|image-set|src|attr|expression|element)\s*\(/i.test(value)) return 'may load or call nothing';
  if (readColour(own)) return readColour(value) ? undefined : 'must be a colour as #rgb or #rrggbb';
  return /^(?:[\w\s.,%#/()-]|'[\w\s-]*')+$/.test(value) ? undefined : `cannot be ${value}`;
}
