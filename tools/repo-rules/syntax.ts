import { parseSync } from '@swc/core';

type Node = { readonly type: string; readonly [key: string]: unknown };

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

/** Calls `visit` for each node of a TypeScript file, parents first; `false` leaves the children out. */
export function walk(path: string, text: string, visit: (node: Node) => boolean | void): void {
  const program = parseSync(text, { syntax: 'typescript', tsx: path.endsWith('.tsx'), target: 'esnext' });
  const step = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) step(item);
    } else if (typeof value === 'object' && value !== null) {
      if (isNode(value) && visit(value) === false) return;
      for (const [key, child] of Object.entries(value)) if (key !== 'span') step(child);
    }
  };
  step(program.body);
}

/** The texts of all string and template literals, `${…}` left out as a space. */
export function literals(path: string, text: string): string[] {
  const found: string[] = [];
  walk(path, text, (node) => {
    if (node.type === 'StringLiteral') found.push(String(node['value']));
    if (node.type === 'TemplateLiteral') {
      const parts = node['quasis'] as readonly { raw: string }[];
      found.push(parts.map((part) => part.raw).join(' '));
    }
  });
  return found;
}

/** A call such as `z.regex(a, 'b')`: the name after the dot and its string arguments. */
export function callsOn(path: string, text: string, object: string): { name: string; arguments: Node[] }[] {
  const found: { name: string; arguments: Node[] }[] = [];
  walk(path, text, (node) => {
    if (node.type !== 'CallExpression') return;
    const callee = node['callee'] as Node;
    if (callee.type !== 'MemberExpression') return;
    const owner = callee['object'] as Node;
    const property = callee['property'] as Node;
    if (owner['value'] !== object) return;
    const given = node['arguments'] as readonly { expression: Node }[];
    found.push({ name: String(property['value']), arguments: given.map((argument) => argument.expression) });
  });
  return found;
}
