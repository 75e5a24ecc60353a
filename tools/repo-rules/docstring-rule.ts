import type { Rule } from './tree.ts';

const DECLARATION = /^export (?:async )?function (\w+)|^export const (\w+) = (?:async )?(?:<[^>]*>)?\(/;

function isPublicSurface(path: string): boolean {
  return (
    (/^(contract\/src|server\/src\/ledger)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts')) ||
    /^server\/src\/outside\/[^/]+\/port\.ts$/.test(path)
  );
}

export const publicFunctionsAreDescribed: Rule = {
  name: 'every public function of the contract, the ledger and the ports says what it promises',
  find: (tree) =>
    tree.paths.filter(isPublicSurface).flatMap((path) => {
      const lines = tree.text(path).split('\n');
      return lines.flatMap((line, index) => {
        const name = DECLARATION.exec(line)?.slice(1).find(Boolean);
        const above = lines[index - 1] ?? '';
        return name && !above.trimEnd().endsWith('*/') && !isOverload(above, name)
          ? [`${path}:${index + 1}: ${name}`]
          : [];
      });
    }),
};

function isOverload(above: string, name: string): boolean {
  return above.includes(`function ${name}`);
}
