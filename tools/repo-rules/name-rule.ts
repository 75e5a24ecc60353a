import { walk } from './syntax.ts';
import { isTest, type Rule } from './tree.ts';

type Node = { readonly type: string; readonly [key: string]: unknown };

const PRODUCTION = /^(contract|server|web|desk-web)\/src\/.*\.tsx?$/;
/** The one file that tells the compiler which names an object has. */
const MECHANISM = 'contract/src/rules/typed-names.ts';
const OF_NAMES = ['keys', 'entries', 'fromEntries'];

/** A cast hides a name that is wrong or missing. */
export const namesAreTyped: Rule = {
  name: `names of fields are typed by ${MECHANISM}, and are not cast: no [name as Name], no Object.keys(…) as`,
  find: (tree) =>
    tree.paths
      .filter(
        (path) => PRODUCTION.test(path) && path !== MECHANISM && !isTest(path) && !path.includes('/test-support/'),
      )
      .flatMap((path) => castsIn(path, tree.text(path)).map((cast) => `${path}: ${cast}`)),
};

function castsIn(path: string, text: string): string[] {
  if (!/ as (?!const\b)/.test(text)) return [];
  const found: string[] = [];
  walk(path, text, (node) => {
    if (node.type === 'Computed' && isCast(node['expression'] as Node)) found.push('[… as …]');
    const call = isCast(node) ? listOfNames(node['expression'] as Node) : undefined;
    if (call === undefined) return true;
    found.push(`Object.${call}(…) as …`);
    // `as unknown as …` is one cast.
    return false;
  });
  return found;
}

function isCast({ type }: Node): boolean {
  return type === 'TsAsExpression';
}

/** The function of `Object` whose result an expression is, whatever is done with it afterwards. */
function listOfNames(node: Node): string | undefined {
  const inner = node.type === 'ParenthesisExpression' || isCast(node) ? (node['expression'] as Node) : undefined;
  if (inner) return listOfNames(inner);
  if (node.type !== 'CallExpression') return undefined;
  const callee = node['callee'] as Node;
  if (callee.type !== 'MemberExpression') return undefined;
  const owner = callee['object'] as Node;
  const name = String((callee['property'] as Node)['value']);
  return owner['value'] === 'Object' && OF_NAMES.includes(name) ? name : listOfNames(owner);
}
