import { treeRules } from './rules.ts';
import { readTree } from './tree.ts';
import { readWire } from './wire.ts';
import { commitSubjectsAreShort, unpublishedSubjects } from './word-rules.ts';

export type TreeFinding = { readonly rule: string; readonly found: readonly string[] };

/** Runs every rule on the working tree; one entry for each rule, broken or not. */
export async function checkTree(root: string): Promise<TreeFinding[]> {
  const tree = readTree(root);
  if (tree.paths.length === 0) throw new Error('the tree is empty: no rule would fail');
  const wire = await readWire(root, tree);
  const rules = [...treeRules(wire), commitSubjectsAreShort(unpublishedSubjects(root))];
  return rules.map((rule) => ({ rule: rule.name, found: rule.find(tree) }));
}
