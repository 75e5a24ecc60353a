import { Fragment, jsx } from 'react/jsx-runtime';

/**
 * Browsers' translators and extensions replace text nodes. React then writes words into a node that is no longer shown,
 * or fails to remove it. An element whose only child is a text is written as a whole, so every text next to something
 * else gets a separate element here, and every amount one that is not translated.
 */
type Content = string | number | bigint;

/** Elements that have only characters, and those of a drawing, which translators leave out. */
const TEXT_ONLY = new Set(['option', 'title', 'textarea', 'style', 'text', 'tspan', 'desc']);

/** `$2,486.35`, `−$12.34`, `US$12.00`, `KWD 1.250` as it is written with a space that does not break, `2,486.35`. */
const AMOUNT = /[−+]?(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3}\u00a0)\d[\d,]*(?:\.\d+)?|(?<![\d.,])\d[\d,]*\.\d\d(?!\d)/gu;

/** Cheaper than the pattern of amounts: most texts of a page have no digit. */
const DIGIT = /\d/;

const isContent = (child: unknown): child is Content =>
  typeof child === 'string' || typeof child === 'number' || typeof child === 'bigint';
const isNothing = (child: unknown) => child === null || child === undefined || typeof child === 'boolean';

/** Element for words; it has no style and no meaning. */
const ownText = (children: unknown, key: string) => jsx('own-text' as 'span', { children }, key);
const amount = (figures: string, key: string) => jsx('bdi', { translate: 'no', children: figures }, key);

/** A text as one element; its amounts are elements within it. */
function element(text: string, key: string): unknown {
  const amounts = DIGIT.test(text) ? [...text.matchAll(AMOUNT)] : [];
  if (amounts.length === 0) return ownText(text, key);
  if (amounts[0]?.[0] === text) return amount(text, key);
  const parts: unknown[] = [];
  let at = 0;
  for (const { 0: figures, index } of amounts) {
    if (index > at) parts.push(ownText(text.slice(at, index), `${at}`));
    parts.push(amount(figures, `${index}`));
    at = index + figures.length;
  }
  if (at < text.length) parts.push(ownText(text.slice(at), `${at}`));
  return ownText(parts, key);
}

/** Neighbouring texts are one; places stay as they are, since React tells children apart by them. */
function apart(children: readonly unknown[]): readonly unknown[] {
  if (!children.some((child) => isContent(child) || Array.isArray(child))) return children;
  const result: unknown[] = [];
  let run: { readonly at: number; text: string } | null = null;
  const end = () => {
    if (run && run.text !== '') result[run.at] = element(run.text, `text ${run.at}`);
    run = null;
  };
  for (const [at, child] of children.entries()) {
    result[at] = null;
    if (isContent(child)) {
      run ??= { at, text: '' };
      run.text += String(child);
    } else if (!isNothing(child)) {
      end();
      result[at] = Array.isArray(child) ? apart(child) : child;
    }
  }
  end();
  return result;
}

/** The properties of an element with each of its texts in a separate element. Those of a component stay unchanged. */
export function withOwnTexts(type: unknown, props: unknown): unknown {
  const { children } = props as { readonly children?: unknown };
  if (isNothing(children) || (typeof type !== 'string' && type !== Fragment)) return props;
  if (typeof type === 'string' && TEXT_ONLY.has(type)) return props;
  const withChildren = (own: unknown) => ({ ...(props as object), children: own });
  if (Array.isArray(children)) return withChildren(apart(children));
  if (!isContent(children)) return props;
  const text = String(children);
  if (type !== Fragment && !(DIGIT.test(text) && text.search(AMOUNT) !== -1)) return props;
  return text === '' ? props : withChildren(element(text, 'text'));
}
