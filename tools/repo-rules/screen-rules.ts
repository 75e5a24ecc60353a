import { walk } from './syntax.ts';
import { isTest, type Rule } from './tree.ts';

const READ_OUT = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
  'label',
]);

/** Texts that are equal in every language: figures, signs, a letter that marks a card. */
function isLanguageless(text: string): boolean {
  return !/\p{L}{2,}/u.test(text);
}

type Node = { readonly type: string; readonly [key: string]: unknown };

function literalOf(value: unknown): string | undefined {
  const node = value as Node | null | undefined;
  if (!node) return undefined;
  if (node.type === 'StringLiteral' || node.type === 'JSXText') return String(node['value']);
  if (node.type === 'JSXExpressionContainer') return literalOf(node['expression']);
  if (node.type === 'TemplateLiteral')
    return (node['quasis'] as readonly { raw: string }[]).map((part) => part.raw).join('');
  if (node.type === 'ConditionalExpression') {
    return [literalOf(node['consequent']), literalOf(node['alternate'])].filter(Boolean).join(' / ') || undefined;
  }
  return undefined;
}

export const noLiteralText: Rule = {
  name: 'no words in a screen: every text comes from texts/',
  find: (tree) =>
    tree.paths
      .filter((path) => /^(web|desk-web)\/src\//.test(path) && path.endsWith('.tsx') && !isTest(path))
      .flatMap((path) => {
        const found: string[] = [];
        const note = (text: string | undefined, where: string) => {
          if (text !== undefined && !isLanguageless(text))
            found.push(`${path}: “${text.trim().slice(0, 60)}” ${where}`);
        };
        walk(path, tree.text(path), (node) => {
          if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
            for (const child of node['children'] as readonly Node[]) {
              if (child.type === 'JSXText' || child.type === 'JSXExpressionContainer')
                note(literalOf(child), 'as text');
            }
          }
          if (node.type === 'JSXAttribute') {
            const name = String((node['name'] as Node)['value']);
            if (READ_OUT.has(name)) note(literalOf(node['value']), `in ${name}`);
          }
        });
        return found;
      }),
};

export const nothingIsHiddenByColour: Rule = {
  name: 'no text is hidden by its colour, which forced colours show again: opacity hides it',
  find: (tree) =>
    tree.paths
      .filter((path) => /^(web|desk-web)\/src\/.*\.css$/.test(path))
      .flatMap((path) =>
        [...tree.text(path).matchAll(/(?<![\w-])(?:color|-webkit-text-fill-color):\s*(?:transparent|#0000)\b/g)].map(
          ([found]) => `${path}: ${found}`,
        ),
      ),
};

export const formatsAreMadeOnce: Rule = {
  name: 'formats of Intl, which are expensive to make, come from rules/intl-formats.ts',
  find: (tree) =>
    tree.paths
      .filter((path) => /^(web|desk-web|contract)\/src\/.*\.tsx?$/.test(path) && !isTest(path))
      .filter((path) => path !== 'contract/src/rules/intl-formats.ts')
      .flatMap((path) =>
        [...tree.text(path).matchAll(/new Intl\.(?:DateTime|Number|RelativeTime)Format\b/g)].map(
          ([found]) => `${path}: ${found}`,
        ),
      ),
};
