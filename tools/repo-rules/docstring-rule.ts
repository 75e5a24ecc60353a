import type { Rule, Tree } from './tree.ts';

const DECLARATION = /^export (?:async )?function (\w+)|^export const (\w+) = (?:async )?(?:<[^>]*>)?\(/;

function isPublicSurface(tree: Tree, path: string): boolean {
  if (path.endsWith('.test.ts')) return false;
  if (/^contract\/src\/.*\.ts$/.test(path) || /^server\/src\/outside\/[^/]+\/port\.ts$/.test(path)) return true;
  const file = /^server\/src\/(ledger\/[^/]+\.ts)$/.exec(path)?.[1];
  return file !== undefined && isUsedElsewhere(tree, file);
}

/** The ledger's inner files describe themselves through the type `Ledger`. */
function isUsedElsewhere(tree: Tree, file: string): boolean {
  return tree.paths.some(
    (path) =>
      /^server\/.*\.ts$/.test(path) && !path.startsWith('server/src/ledger/') && tree.text(path).includes(`/${file}'`),
  );
}

export const publicFunctionsAreDescribed: Rule = {
  name: 'every public function of the contract, the ledger and the ports says what it promises',
  find: (tree) =>
    tree.paths
      .filter((path) => isPublicSurface(tree, path))
      .flatMap((path) => {
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
