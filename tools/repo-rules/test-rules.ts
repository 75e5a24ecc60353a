import { dirname, join } from 'node:path';
import { walk } from './syntax.ts';
import type { Rule, Tree } from './tree.ts';

type Node = { readonly type: string; readonly [key: string]: unknown };

const isTestFile = (path: string) => /\.(test|spec)\.tsx?$/.test(path);

/** The name that a call begins with: `it` of `it.each([])('…', run)`. */
function nameOf(callee: Node): string {
  if (callee.type === 'Identifier') return String(callee['value']);
  if (callee.type === 'MemberExpression') return nameOf(callee['object'] as Node);
  if (callee.type === 'CallExpression') return nameOf(callee['callee'] as Node);
  return '';
}

const argumentsOf = (call: Node) =>
  (call['arguments'] as readonly { readonly expression: Node }[]).map(({ expression }) => expression);
const isFunction = ({ type }: Node) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression';

/** Every node of a function's own body; what the functions inside of it do is theirs. */
function ownNodes(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) ownNodes(item, visit);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const node = value as Node;
  if (typeof node.type === 'string') {
    if (isFunction(node) || node.type === 'FunctionDeclaration') return;
    visit(node);
  }
  for (const [key, child] of Object.entries(node)) if (key !== 'span') ownNodes(child, visit);
}

/** Whether a test has a way out before its first assertion. */
function endsEarly(body: unknown): boolean {
  let [hasAsserted, isEarly] = [false, false];
  ownNodes(body, (node) => {
    if (isExpect(node)) hasAsserted = true;
    if (node.type === 'ReturnStatement' && (node['argument'] ?? null) === null && !hasAsserted) isEarly = true;
  });
  return isEarly;
}

const isExpect = (node: Node) => node.type === 'Identifier' && String(node['value']).startsWith('expect');

/** Names in a file that lead to an assertion: imported from a file that has one, or made from such a name. */
function assertingNames(tree: Tree, path: string): ReadonlySet<string> {
  const text = tree.text(path);
  const names = new Set<string>();
  for (const [, list = '', from = ''] of text.matchAll(/import \{([^}]*)\} from '(\.[^']*)'/g)) {
    const source = join(dirname(path), from);
    if (!tree.paths.includes(source) || !tree.text(source).includes('expect')) continue;
    for (const name of list.split(',')) names.add(name.replace(/^type |^.* as /, '').trim());
  }
  // Functions of the file itself, until none is added that uses another.
  for (let before = -1; before !== names.size; ) {
    before = names.size;
    for (const part of text.split(/\n(?=(?:async )?function |const )/)) {
      const [, name] = /^(?:async )?(?:function|const) (\w+)/.exec(part) ?? [];
      if (name !== undefined && (part.match(/\w+/g) ?? []).some((word) => word === 'expect' || names.has(word)))
        names.add(name);
    }
  }
  return names;
}

function asserts(body: unknown, names: ReadonlySet<string>): boolean {
  const look = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.some(look);
    if (typeof value !== 'object' || value === null) return false;
    const node = value as Node;
    if (node.type === 'Identifier' && (isExpect(node) || names.has(String(node['value'])))) return true;
    return Object.entries(node).some(([key, child]) => key !== 'span' && look(child));
  };
  return look(body);
}

function faultsIn(tree: Tree, path: string): string[] {
  const found: string[] = [];
  const names = path.startsWith('e2e/') ? assertingNames(tree, path) : null;
  walk(path, tree.text(path), (node) => {
    if (node.type !== 'CallExpression') return;
    const callee = node['callee'] as Node;
    const given = argumentsOf(node);
    const [first] = given;
    if (callee.type === 'Identifier' && callee['value'] === 'expect' && first && isLiteral(first))
      found.push('expects something of a literal');
    const run = given.find(isFunction);
    if (!run || callee.type === 'MemberExpression' || !['it', 'test'].includes(nameOf(callee))) return;
    const title = first && 'value' in first ? String(first['value']) : 'a test';
    if (endsEarly(run['body'])) found.push(`"${title}" can end before it asserts something`);
    // The runner counts the assertions of all other tests.
    if (names && !asserts(run['body'], names)) found.push(`"${title}" asserts nothing`);
  });
  return found.map((fault) => `${path}: ${fault}`);
}

const isLiteral = (node: Node) =>
  node.type.endsWith('Literal') && (node.type !== 'TemplateLiteral' || (node['expressions'] as unknown[]).length === 0);

export const testsAssert: Rule = {
  name: 'a test asserts something on each of its ways, and nothing of a literal',
  find: (tree) => tree.paths.filter(isTestFile).flatMap((path) => faultsIn(tree, path)),
};
