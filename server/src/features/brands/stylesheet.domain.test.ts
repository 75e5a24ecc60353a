import { expect, test } from 'vitest';
import { findWeakContrast } from './brand-contrast.domain.ts';
import { readBrandTokens, readProductTokens, tokensOfTheme } from './stylesheet.domain.ts';

const PRODUCT = readProductTokens(`
  /* { not a block } */
  :root { --ink: #111111; --space-1: 0.25rem; --surface: #ffffff; --font: 'A B', serif; }
  @media (min-width: 40rem) { :root { --space-1: 9rem; } }
  @media (prefers-color-scheme: dark) { :root:not([data-theme='light']) { --ink: #eeeeee; --surface: #141d1a; } }
  :where(:root) { --paper: #f5f6f4; --brand: #2b3634; }
  @media (prefers-color-scheme: dark) { :where(:root:not([data-theme='light'])) { --paper: #0b1110; } }
`);
const ROOT = ":root[data-brand='x']";
const NIGHT = '@media (prefers-color-scheme: dark)';
const read = (css: string) => readBrandTokens(css, 'x', PRODUCT);
const found = (css: string) => read(css).findings;

test('reads the tokens of a brand for the light and the dark theme', () => {
  const { tokens, findings } = read(`/* Blue */
    ${ROOT} { --brand: #123; --font: 'C D', serif; }
    ${NIGHT} { ${ROOT}:not([data-theme='light']) { --brand: #cde; } }
    :root[data-brand="x"][data-theme="dark"] { --brand: #cde; }`);
  expect(findings).toEqual([]);
  expect([...tokens.light]).toEqual([
    ['brand', '#123'],
    ['font', "'C D', serif"],
  ]);
  expect([...tokens.dark]).toEqual([['brand', '#cde']]);
});

test('in the dark theme a neutral colour of the product overrides the light one of a brand, and a fallback does not', () => {
  const { tokens } = read(`${ROOT} { --surface: #fafafa; --paper: #fffff0; }`);
  const dark = tokensOfTheme(PRODUCT, tokens, 'dark');
  expect([dark.get('surface'), dark.get('paper'), dark.get('space-1')]).toEqual(['#141d1a', '#fffff0', '0.25rem']);
  expect(tokensOfTheme(PRODUCT, tokens, 'light').get('surface')).toBe('#fafafa');
});

test.each<[string, string, string, string | RegExp]>([
  [
    'an import',
    `@import '//x.example/a.css'; ${ROOT} { --brand: #123; }`,
    "@import '//x.example/a.css';",
    /only rules with custom properties/,
  ],
  [
    'an import alone',
    `${ROOT} { --brand: #123; } @import '//x.example/a.css';`,
    "@import '//x.example/a.css';",
    /only rules with custom properties/,
  ],
  ['an address in a colour', `${ROOT} { --brand: url(//x.example); }`, '--brand', 'may load or call nothing'],
  ['an address in a font', `${ROOT} { --font: image-set('a.png' 1x); }`, '--font', 'may load or call nothing'],
  ['an address in escapes', `${ROOT} { --font: u\\72l(a); }`, '\\', 'no character may be written as an escape'],
  ['a property', `${ROOT} { background: #123; }`, 'background: #123', 'is no custom property'],
  ['an unknown token', `${ROOT} { --brnad: #123; }`, '--brnad', 'is no token of the product'],
  ['a colour by name', `${ROOT} { --brand: navy; }`, '--brand', 'must be a colour as #rgb or #rrggbb'],
  ['a colour that lets through', `${ROOT} { --brand: #11223344; }`, '--brand', 'must be a colour as #rgb or #rrggbb'],
  [
    'another selector',
    `${ROOT} { --brand: #123; } body { --brand: #123; }`,
    'body',
    /must be :root\[data-brand='x'\] or /,
  ],
  ["another brand's selector", ":root[data-brand='y'] { --brand: #123; }", ":root[data-brand='y']", /must be /],
  ['another media query', `@media print { ${ROOT} { --brand: #123; } }`, `@media print ${ROOT}`, /must be /],
  ['a rule in a rule', `${ROOT} { --brand: #123; & a { --brand: #123; } }`, ":root[data-brand='x'] { & a", /must be /],
  ['nothing', '', ROOT, 'is missing'],
  [
    'two nights',
    `${ROOT} { --brand: #123; } ${NIGHT} { ${ROOT}:not([data-theme='light']) { --brand: #cde; } } ${ROOT}[data-theme='dark'] { --brand: #def; }`,
    '--brand',
    'must be the same in both blocks for the dark theme',
  ],
])('refuses %s', (_, css, key, reason) => {
  expect(found(css)).toContainEqual({
    key,
    reason: typeof reason === 'string' ? reason : (expect.stringMatching(reason) as string),
  });
});

const NO_CALL = 'may load or call nothing';
const OPEN = 'is not closed';
test.each<[string, string, string, string | RegExp]>([
  ['an address as a string', `${ROOT} { --font: url('//x.example'); }`, '--font', NO_CALL],
  ['an address with spaces', `${ROOT} { --font: url( //x.example ); }`, '--font', NO_CALL],
  ['an address in capitals', `${ROOT} { --font: URL(//x.example); }`, '--font', NO_CALL],
  ['an address behind a comment', `${ROOT} { --font: serif, /**/url(//x.example); }`, '--font', NO_CALL],
  ['an address within a function', `${ROOT} { --font: max(1px, image-set('a.png' 1x)); }`, '--font', NO_CALL],
  ['a variable', `${ROOT} { --font: var(--ink); }`, '--font', NO_CALL],
  ['an attribute', `${ROOT} { --space-1: attr(data-brand px); }`, '--space-1', NO_CALL],
  ['an expression', `${ROOT} { --space-1: expression(alert(1)); }`, '--space-1', NO_CALL],
  [
    'a function in escapes',
    `${ROOT} { --font: u\\72 l(//x.example); }`,
    '\\',
    'no character may be written as an escape',
  ],
  ['a name in escapes', `${ROOT} { --br\\61nd: #123; }`, '\\', 'no character may be written as an escape'],
  ['an address that does not end', `${ROOT} { --font: url(//x.example; }`, 'url(//x.example; }', OPEN],
  ['a string that does not end', `${ROOT} { --font: 'C D; }`, "'C D; }", OPEN],
  ['a string over two lines', `${ROOT} { --font: 'C\nD'; }`, "'C D'; }", OPEN],
  ['a comment that does not end', `${ROOT} { --brand: #123; } /* body {`, '/* body {', OPEN],
  ['a block that does not end', `${ROOT} { --brand: #123;`, '{ --brand: #123;', OPEN],
  [
    'an outer block that does not end',
    `${NIGHT} { ${ROOT} { --brand: #123; }`,
    "{ :root[data-brand='x'] { --brand: #123; }",
    OPEN,
  ],
  [
    'a block that ends twice',
    `${ROOT} { --brand: #123; } } body { color: red }`,
    '} body { color: red }',
    'closes what is not open',
  ],
  [
    'parentheses that do not end',
    `${ROOT} { --space-1: calc(1px; } body { color: red; }`,
    '} body { color: red; }',
    'closes what is not open',
  ],
  ['a block as a value', `${ROOT} { --font: { color: red }; }`, '--font', 'cannot be { color: red }'],
  ['brackets', `${ROOT} { --font: [serif]; }`, '--font', 'cannot be [serif]'],
  ['quotes in a string', `${ROOT} { --font: "a'b"; }`, '--font', `cannot be "a'b"`],
  ['importance', `${ROOT} { --font: serif !important; }`, '--font', 'cannot be serif'],
  ['a value of nothing', `${ROOT} { --font: ; }`, '--font', 'cannot be '],
  ['a declaration without a value', `${ROOT} { --brand: #123; --font }`, '--font', /only rules with custom properties/],
  [
    'its own selector within itself',
    `${ROOT} { ${ROOT} { --brand: #123; } }`,
    `${ROOT} { --brand: #123; }`,
    /only rules/,
  ],
  ['a selector list', `${ROOT}, body { --brand: #123; }`, `${ROOT}, body`, /must be /],
  ['a comment in a selector', `:root/**/[data-brand='x'] { --brand: #123; }`, ":root/**/[data-brand='x']", /must be /],
  [
    'a media query in a media query',
    `${NIGHT} { ${NIGHT} { ${ROOT} { --brand: #123; } } }`,
    `${NIGHT} { ${ROOT} `,
    /no other at-rule/,
  ],
  [
    'a font face',
    `@font-face { font-family: x; src: url(//x.example) }`,
    '@font-face { font-family: x; src: url(//x.example) }',
    /no other at-rule/,
  ],
  ['marks of HTML', `${ROOT} { --brand: #123; } <!-- -->`, '<!--', /only rules with custom properties/],
])('refuses the attack: %s', (_, css, key, reason) => {
  expect(found(css)).toContainEqual({
    key,
    reason: typeof reason === 'string' ? reason : (expect.stringMatching(reason) as string),
  });
});

test('accepts functions that only calculate', () => {
  expect(found(`${ROOT} { --brand: #123; --space-1: clamp(1rem, calc((1px + 2vw) * 3), 10%) }`)).toEqual([]);
});

test('refuses a stylesheet that is nested 20,000 levels deep', () => {
  const deep = `${ROOT} { --font: ${'('.repeat(20_000)}${')'.repeat(20_000)}; }`;
  expect(found(deep)).toContainEqual({ key: '('.repeat(60), reason: 'is nested too deep' });
  expect(found('a{'.repeat(20_000))).toContainEqual({
    key: expect.any(String) as string,
    reason: 'is nested too deep',
  });
});

const GREYS = new Map(
  `paper surface surface-2 lift ink ink-2 ink-3 brand-ink ok danger brand on-brand brand-press brand-soft on-brand-soft
   hero hero-2 on-hero on-hero-2 accent on-accent accent-press danger-soft warn-soft warn info-soft info ok-soft
   line-strong focus`
    .split(/\s+/)
    .map((name) => [
      name,
      /^(paper|surface|surface-2|lift|on-brand|.*-soft|on-hero.*|accent.*)$/.test(name) && name !== 'on-brand-soft'
        ? '#ffffff'
        : '#000000',
    ]),
);
const PLAIN = { fallback: { light: new Map(), dark: new Map() }, common: { light: GREYS, dark: new Map() } };

test('finds pairs of too little contrast by theme, with their ratio', () => {
  const brand = {
    light: new Map([['on-brand', '#767676']]),
    dark: new Map([
      ['focus', '#949494'],
      ['on-hero-2', '#757575'],
      ['ink-3', '#777777'],
    ]),
  };
  expect(findWeakContrast(PLAIN, { light: new Map(), dark: new Map() })).toEqual([]);
  expect(findWeakContrast(PLAIN, brand)).toEqual([
    { key: '--ink-3 on --paper', reason: 'contrast 4.47:1 in the dark theme, at least 4.5:1 is needed' },
    { key: '--ink-3 on --surface', reason: 'contrast 4.47:1 in the dark theme, at least 4.5:1 is needed' },
    { key: '--ink-3 on --surface-2', reason: 'contrast 4.47:1 in the dark theme, at least 4.5:1 is needed' },
    {
      key: '--on-hero-2 on --hero under 9% white',
      reason: expect.stringMatching(/^contrast 3\.\d\d:1 in the dark/) as string,
    },
    {
      key: '--on-hero-2 on --hero-2 under 9% white',
      reason: expect.stringMatching(/^contrast 3\.\d\d:1 in the dark/) as string,
    },
  ]);
});
