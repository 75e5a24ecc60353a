import type { FindingIn } from './brand-finding.ts';
import type { CssNode } from 'css-tree';
import { readColour } from '@wattle/contract/brands/contrast.ts';
import { type CssBlock, type CssDeclaration, findUnclosed, readBlocks } from './css-blocks.domain.ts';

/** Values of custom properties by name, without the two hyphens. */
export type Tokens = ReadonlyMap<string, string>;

/** Tokens of a brand's stylesheet: for the light theme, and those that override them in the dark theme. */
export type BrandTokens = { readonly light: Tokens; readonly dark: Tokens };

const DARK = '@media (prefers-color-scheme: dark)';

/** Tokens of the product's own stylesheet, in their order of precedence. */
export type ProductTokens = {
  /** Tokens that a brand overrides in either theme. */
  readonly fallback: BrandTokens;
  /** Tokens whose dark values override the light values of a brand. */
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

function declarationsOf({ declarations }: CssBlock): [name: string, value: string][] {
  return declarations.flatMap(({ property, text }) => (property.startsWith('--') ? [[property.slice(2), text]] : []));
}

/** Every token of a theme, as a page of the brand has it. */
export function tokensOfTheme(product: ProductTokens, brand: BrandTokens, theme: 'light' | 'dark'): Tokens {
  const { fallback, common } = product;
  const layers = [fallback.light, common.light];
  if (theme === 'dark') layers.push(fallback.dark);
  layers.push(brand.light);
  if (theme === 'dark') layers.push(common.dark, brand.dark);
  return new Map(layers.flatMap((layer) => [...layer]));
}

/**
 * Reads a brand's stylesheet. It is served from our own origin, so it may only have tokens of the product under the
 * brand's own selectors.
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
  findings.push(...findUnclosed(css));
  // A browser and our parser may read a malformed stylesheet differently, so it is refused unparsed.
  if (findings.length > 0) return { tokens: { light, dark }, findings };
  const { blocks, rest } = readBlocks(css);
  for (const text of rest) {
    note(text.slice(0, 60), 'only rules with custom properties may stand here: no @import, no other at-rule');
  }
  const known = new Map([...product.fallback.light, ...product.common.light]);
  for (const { media, selector, declarations } of blocks) {
    const target = targets.get(`${media}{${selector.replaceAll('"', "'")}`);
    if (!target) {
      const allowed = [...targets.keys()].map((one) => one.replace(/^\{/, '').replace('{', ' { ')).join(' or ');
      note(`${media} ${selector}`.trim(), `must be ${allowed}`);
    }
    for (const declaration of declarations) {
      const { property, text } = declaration;
      const isToken = property.startsWith('--');
      const reason = isToken ? faultOf(declaration, known) : 'is no custom property';
      if (reason !== undefined) note(isToken ? property : `${property}: ${text}`.slice(0, 60), reason);
      else target?.set(property.slice(2), text);
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

/** Functions that only calculate with their arguments. */
const FUNCTIONS = new Set('rgb rgba hsl hsla calc min max clamp cubic-bezier'.split(' '));
const PLAIN = new Set(['Identifier', 'Number', 'Dimension', 'Percentage', 'Hash', 'Operator', 'WhiteSpace']);

function faultOf({ property, value, important, text }: CssDeclaration, known: Tokens): string | undefined {
  const own = known.get(property.slice(2));
  if (own === undefined) return 'is no token of the product';
  const reason = important || text === '' ? 'plain' : faultOfValue(value);
  if (reason === 'call') return 'may load or call nothing';
  if (readColour(own)) return readColour(text) ? undefined : 'must be a colour as #rgb or #rrggbb';
  return reason === undefined ? undefined : `cannot be ${text}`;
}

/** `call`: a function or an address that no token needs. `plain`: something else that none needs. */
function faultOfValue(node: CssNode): 'call' | 'plain' | undefined {
  if (node.type === 'Url') return 'call';
  if (node.type === 'String') return /^[\w\s-]*$/.test(node.value) ? undefined : 'plain';
  if (PLAIN.has(node.type)) return undefined;
  if (node.type === 'Function' && !FUNCTIONS.has(node.name.toLowerCase())) return 'call';
  if (node.type !== 'Value' && node.type !== 'Parentheses' && node.type !== 'Function') return 'plain';
  const faults = [...node.children].map(faultOfValue);
  return faults.find((fault) => fault === 'call') ?? faults.find((fault) => fault !== undefined);
}
