import path from 'node:path';
import { isTest, type Rule, type Tree } from './tree.ts';

const LIST_OF_ALL = 'server/src/compose/due-jobs.ts';

function imports(tree: Tree, from: string, to: string): boolean {
  const specifiers = [...tree.text(from).matchAll(/from '(\.[^']+)'/g)].map(([, specifier = '']) => specifier);
  return specifiers.some((specifier) => path.posix.join(path.posix.dirname(from), specifier) === to);
}

export const everyJobIsStarted: Rule = {
  name: 'every job (*.due.ts) is listed by a due.ts or due-jobs.ts, and every due.ts by due-jobs.ts',
  find: (tree) => {
    const server = tree.paths.filter((file) => /^server\/src\/.*\.ts$/.test(file) && !isTest(file));
    const lists = server.filter((file) => file.endsWith('/due.ts'));
    const all = server.filter((file) => file === LIST_OF_ALL);
    return [
      ...lists.filter((file) => !all.some((list) => imports(tree, list, file))),
      ...server.filter(
        (file) => file.endsWith('.due.ts') && ![...lists, ...all].some((list) => imports(tree, list, file)),
      ),
    ].map((file) => `${file}: is listed nowhere, so nobody carries it out`);
  },
};
