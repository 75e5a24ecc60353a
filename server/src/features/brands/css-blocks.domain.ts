import { type CssNode, type Declaration, parse, type Rule, tokenize, tokenNames } from 'css-tree';
import type { FindingIn } from './brand-finding.ts';

/** A declaration as it is written and as a browser reads it. */
export type CssDeclaration = Pick<Declaration, 'property' | 'value' | 'important'> & {
  /** The value in one line, without comments. */
  readonly text: string;
};

/**
 * The declarations of one rule. `media` is empty outside of a media query, else `@media …`. The selector
 * of a rule within a rule is written with the outer one before it: `a { b`.
 */
export type CssBlock = {
  readonly media: string;
  readonly selector: string;
  readonly declarations: readonly CssDeclaration[];
};

export type CssBlocks = {
  readonly blocks: readonly CssBlock[];
  /** Text that is neither a rule nor a declaration, line by line. */
  readonly rest: readonly string[];
};

/** Media query, rule, function, parentheses. A parser calls itself for each level. */
const MAX_DEPTH = 6;

/**
 * Reads a stylesheet of rules and media queries without throwing. Text that the parser cannot read is in `rest`. Like
 * browsers, it repairs blocks left open at the end, so call `findUnclosed` before.
 */
export function readBlocks(css: string): CssBlocks {
  const blocks: CssBlock[] = [];
  const rest: string[] = [];
  const textOf = (node: CssNode | null) => (node?.loc ? css.slice(node.loc.start.offset, node.loc.end.offset) : '');

  function readRule(rule: Rule, media: string, outer: string): void {
    const selector = outer + oneLine(textOf(rule.prelude));
    const declarations: CssDeclaration[] = [];
    const nested: CssNode[] = [];
    for (const node of rule.block.children) {
      if (node.type === 'Declaration') {
        const text = oneLine(textOf(node.value).replaceAll(/\/\*[\s\S]*?\*\//g, ' '));
        declarations.push({ property: node.property, value: node.value, important: node.important, text });
      } else if (!isEmpty(node)) nested.push(node);
    }
    blocks.push({ media, selector, declarations });
    for (const node of nested) read(node, media, `${selector} { `);
  }

  function read(node: CssNode, media: string, outer = ''): void {
    if (node.type === 'Rule') readRule(node, media, outer);
    else if (node.type === 'Atrule' && node.name === 'media' && node.block && media === '' && outer === '') {
      const own = oneLine(`@media ${textOf(node.prelude)}`);
      for (const inner of node.block.children) read(inner, own);
    } else if (!isEmpty(node)) rest.push(oneLine(textOf(node)));
  }

  const sheet = parse(css, { parseCustomProperty: true, positions: true, onParseError: () => {} });
  if (sheet.type === 'StyleSheet') for (const node of sheet.children) read(node, '');
  return { blocks, rest };
}

function isEmpty(node: CssNode): boolean {
  return node.type === 'Comment' || node.type === 'WhiteSpace' || (node.type === 'Raw' && /^[\s;]*$/.test(node.value));
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

const OPENING = new Map([
  ['{-token', '}-token'],
  ['(-token', ')-token'],
  ['[-token', ']-token'],
  ['function-token', ')-token'],
]);
const CLOSING = new Set(OPENING.values());

/**
 * Blocks that are left open in a stylesheet, closed without being open, or nested deeper than in any brand's
 * stylesheet. A parser would accept the first of these.
 */
export function findUnclosed(css: string): FindingIn[] {
  const findings: FindingIn[] = [];
  const open: { readonly until: string; readonly start: number }[] = [];
  const note = (start: number, reason: string) => findings.push({ key: oneLine(css.slice(start, start + 60)), reason });
  tokenize(css, (type, start, end) => {
    const name = tokenNames[type] ?? '';
    const until = OPENING.get(name);
    if (until !== undefined) {
      open.push({ until, start });
      if (open.length === MAX_DEPTH + 1) note(start, 'is nested too deep');
    } else if (CLOSING.has(name)) {
      if (open.pop()?.until !== name) note(start, 'closes what is not open');
    } else if (isLeftOpen(name, css.slice(start, end))) note(start, 'is not closed');
  });
  for (const { start } of open) note(start, 'is not closed');
  return findings.slice(0, 1);
}

function isLeftOpen(name: string, text: string): boolean {
  if (name === 'bad-string-token' || name === 'bad-url-token') return true;
  if (name === 'string-token') return text.length < 2 || !text.endsWith(text.charAt(0));
  if (name === 'url-token') return !text.endsWith(')');
  return name === 'comment-token' && !/^\/\*[\s\S]*\*\/$/.test(text);
}
