import path from 'node:path';
import { isTest, type Rule, type Tree } from './tree.ts';

export const FEATURE_PAGE = 'docs/architecture.md';
const BEGIN = '<!-- features: drawn by npm run features -->';
const END = '<!-- /features -->';

const SIDES = ['server', 'web'] as const;
type Side = (typeof SIDES)[number];

/** The features that each feature imports, types too, by name. */
export type Imports = ReadonlyMap<string, ReadonlySet<string>>;
/** Features that reach each other by imports; alone where a feature is in no circle. */
type Group = { readonly features: readonly string[]; readonly level: number };

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;

/** Imports between the features of a side, tests left out. */
export function importsOf(tree: Tree, side: Side): Imports {
  const root = `${side}/src/features/`;
  const featureOf = (file: string) => (file.startsWith(root) ? file.slice(root.length).split('/')[0] : undefined);
  const imports = new Map<string, Set<string>>();
  for (const file of tree.paths) {
    const feature = featureOf(file);
    if (feature === undefined || !/\.tsx?$/.test(file) || isTest(file)) continue;
    const others = imports.get(feature) ?? new Set();
    imports.set(feature, others);
    for (const [, specifier = ''] of tree.text(file).matchAll(IMPORT)) {
      const other = featureOf(path.posix.join(path.posix.dirname(file), specifier));
      if (other !== undefined && other !== feature) others.add(other);
    }
  }
  return imports;
}

/** All that a feature reaches by imports, over others too; itself where it is in a circle. */
function reachOf(imports: Imports, feature: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (from: string) => {
    for (const other of imports.get(from) ?? []) {
      if (reached.has(other)) continue;
      reached.add(other);
      visit(other);
    }
  };
  visit(feature);
  return reached;
}

/** The features by level: each imports only lower levels and its own circle. */
export function groupsOf(imports: Imports): readonly Group[] {
  const names = [...imports.keys()].toSorted();
  const reach = new Map(names.map((name) => [name, reachOf(imports, name)]));
  const circleOf = (name: string) =>
    names.filter((other) => other === name || (reach.get(name)?.has(other) && reach.get(other)?.has(name)));
  const levels = new Map<string, number>();
  const levelOf = (name: string): number => {
    const known = levels.get(name);
    if (known !== undefined) return known;
    const circle = circleOf(name);
    const below = circle.flatMap((member) => [...(imports.get(member) ?? [])]).filter((one) => !circle.includes(one));
    const level = 1 + Math.max(0, ...below.map(levelOf));
    for (const member of circle) levels.set(member, level);
    return level;
  };
  const first = names.filter((name) => circleOf(name)[0] === name);
  return first
    .map((name) => ({ features: circleOf(name), level: levelOf(name) }))
    .toSorted((one, other) => one.level - other.level);
}

/** One line a level, the highest first: each feature imports only features of lower lines. */
function drawSide(tree: Tree, side: Side): string {
  const groups = groupsOf(importsOf(tree, side));
  const levels = [...new Set(groups.map(({ level }) => level))].toReversed();
  const lines = levels.map((level) => {
    const names = groups
      .filter((group) => group.level === level)
      .map(({ features }) => (features.length === 1 ? features[0] : `(circle: ${features.join(', ')})`));
    return `${String(level).padStart(2)}  ${names.join(', ')}\n`;
  });
  return `${side}\n${lines.join('')}`;
}

/** The drawing of the features of both sides, as it is in the page. */
export function drawFeatures(tree: Tree): string {
  const sides = SIDES.map((side) => drawSide(tree, side)).join('\n');
  return `${BEGIN}\n\n\`\`\`text\n${sides}\`\`\`\n\n${END}`;
}

/** The page with a drawing in place of the one that it has. */
export function withDrawing(page: string, drawing: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${FEATURE_PAGE} has no ${BEGIN} with ${END} after it`);
  return page.slice(0, from) + drawing + page.slice(to + END.length);
}

export const featuresAreATree: Rule = {
  name: 'features import each other in no circle',
  find: (tree) =>
    SIDES.flatMap((side) =>
      groupsOf(importsOf(tree, side))
        .filter(({ features }) => features.length > 1)
        .map(({ features }) => `${side}: ${features.join(', ')}`),
    ),
};

export const featuresAreDrawn: Rule = {
  name: 'the drawing of the features is that of their imports',
  find: (tree) => {
    const drawing = drawFeatures(tree);
    return tree.text(FEATURE_PAGE).includes(drawing) ? [] : [`${FEATURE_PAGE}: draw it anew with npm run features`];
  },
};
