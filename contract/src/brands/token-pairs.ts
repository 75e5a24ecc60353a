/** WCAG 2.2, 1.4.3 and 1.4.11, level AA. */
export const TEXT_CONTRAST = 4.5;
export const CONTROL_CONTRAST = 3;

/**
 * Tokens that are used on each other in the stylesheets of the web app, by ground. A rule of the tree
 * (tools/repo-rules/brand-rules.ts) finds pairs that are missing here.
 */
export const TEXT_ON_GROUND: Readonly<Record<string, readonly string[]>> = {
  paper: ['ink', 'ink-2', 'ink-3', 'brand-ink', 'ok', 'danger'],
  surface: ['ink', 'ink-2', 'ink-3', 'brand-ink', 'ok', 'danger'],
  'surface-2': ['ink', 'ink-2', 'ink-3', 'brand-ink'],
  lift: ['ink'],
  ink: ['paper'],
  brand: ['on-brand'],
  'brand-press': ['on-brand'],
  'brand-soft': ['on-brand-soft', 'ink'],
  hero: ['on-hero', 'on-hero-2'],
  'hero-2': ['on-hero', 'on-hero-2'],
  accent: ['on-accent'],
  'accent-press': ['on-accent'],
  'danger-soft': ['danger', 'ink'],
  'warn-soft': ['warn', 'ink'],
  'info-soft': ['info', 'ink'],
  'ok-soft': ['ok', 'ink'],
  danger: ['surface'],
};

/** Grounds that are mixed from two tokens: text, upper token, lower token, and the share of the upper. */
export const TEXT_ON_MIX: readonly (readonly [text: string, over: string, under: string, share: number])[] = [
  ['on-brand-soft', 'on-brand-soft', 'brand-soft', 0.12],
  ['on-hero', 'white', 'hero', 0.2],
  ['on-hero', 'white', 'hero-2', 0.2],
  ['on-hero-2', 'white', 'hero', 0.09],
  ['on-hero-2', 'white', 'hero-2', 0.09],
  ['brand-ink', 'brand-ink', 'surface', 0.08],
  ['brand-ink', 'brand-ink', 'paper', 0.08],
];

/**
 * Borders of controls, indicators that one is on, and the focus ring, by ground. `mark` is not among them, because it
 * only decorates words that say the same.
 */
export const CONTROL_ON_GROUND: Readonly<Record<string, readonly string[]>> = {
  paper: ['line-strong', 'focus', 'brand'],
  surface: ['line-strong', 'focus', 'brand', 'ok', 'danger'],
  'surface-2': ['focus', 'brand-ink'],
  hero: ['accent'],
  'hero-2': ['accent'],
};
