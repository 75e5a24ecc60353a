import { callsOn, literals } from './syntax.ts';
import type { Rule, Tree } from './tree.ts';

const LOCALES = ['enAU', 'zhCN'] as const;

type Texts = Readonly<Record<string, string>>;

function read(tree: Tree, path: string): Texts {
  return tree.paths.includes(path) ? (JSON.parse(tree.text(path)) as Texts) : {};
}

/** Pairs of files that say the same thing in two languages: the product's own and each brand's. */
function pairs(tree: Tree): { english: string; chinese: string }[] {
  const found = tree.paths.flatMap((path) => {
    const match = /^(texts\/|brands\/[^/]+\/texts\/)(enAU|zhCN)(\/[^/]+)?\.json$/.exec(path);
    return match ? [`${match[1]}{}${match[3] ?? ''}.json`] : [];
  });
  return [...new Set(found)].map((pattern) => ({
    english: pattern.replace('{}', LOCALES[0]),
    chinese: pattern.replace('{}', LOCALES[1]),
  }));
}

/** Chinese has one plural form, English two: both are the same text. */
function base(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '');
}

function missing(from: Texts, inOther: Texts, otherPath: string): string[] {
  const has = new Set(Object.keys(inOther).map(base));
  return [...new Set(Object.keys(from).map(base))]
    .filter((key) => !has.has(key))
    .map((key) => `${otherPath}: lacks ${key}`);
}

export const localesHaveSameKeys: Rule = {
  name: 'both languages have the same texts, none empty',
  find: (tree) =>
    pairs(tree).flatMap(({ english, chinese }) => {
      const en = read(tree, english);
      const zh = read(tree, chinese);
      const empty = (texts: Texts, path: string) =>
        Object.entries(texts).flatMap(([key, text]) => (text.trim() === '' ? [`${path}: ${key} is empty`] : []));
      return [...missing(en, zh, chinese), ...missing(zh, en, english), ...empty(en, english), ...empty(zh, chinese)];
    }),
};

function placeholders(text: string): string {
  return [...new Set([...text.matchAll(/\{\{\s*([^},\s]+)[^}]*\}\}/g)].map((match) => match[1] ?? ''))]
    .sort((one, other) => one.localeCompare(other))
    .join(', ');
}

export const placeholdersAgree: Rule = {
  name: 'both languages fill in the same values',
  find: (tree) =>
    pairs(tree).flatMap(({ english, chinese }) => {
      const en = read(tree, english);
      const zh = new Map(Object.entries(read(tree, chinese)).map(([key, text]) => [base(key), placeholders(text)]));
      return Object.entries(en).flatMap(([key, text]) => {
        // The singular may write its number as a word.
        if (key.endsWith('_one')) return [];
        const other = zh.get(base(key));
        const own = placeholders(text);
        return other === undefined || other === own
          ? []
          : [`${chinese}: ${base(key)} has {${other}}, English has {${own}}`];
      });
    }),
};

const CHECKS = new Set([
  'regex',
  'minLength',
  'maxLength',
  'length',
  'int',
  'minimum',
  'maximum',
  'literal',
  'refine',
  'enum',
  'union',
  'discriminatedUnion',
  'includes',
  'email',
]);

/** Message keys that the contract's shapes refuse with. */
export function messageKeys(tree: Tree): { path: string; key: string }[] {
  return tree.paths
    .filter((path) => /^contract\/src\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
    .flatMap((path) =>
      callsOn(path, tree.text(path), 'z')
        .filter((call) => CHECKS.has(call.name) && call.arguments.length > 1)
        .flatMap((call) => {
          const last = call.arguments.at(-1);
          return last?.type === 'StringLiteral' ? [{ path, key: String(last['value']) }] : [];
        }),
    );
}

export const messageKeysHaveTexts: Rule = {
  name: 'every message key of the contract stands in validation.json',
  find: (tree) => {
    const known = new Set(Object.keys(read(tree, 'texts/enAU/validation.json')));
    return [
      ...new Set(
        messageKeys(tree)
          .filter(({ key }) => !known.has(key))
          .map(({ path, key }) => `${path}: ${key} has no text`),
      ),
    ];
  },
};

/** `t('home.title')` after `useTexts('cards')`, and `t('cards:home.title')`. */
export const usedKeysExist: Rule = {
  name: 'every text that a screen asks for by a fixed key exists',
  find: (tree) => {
    const known = new Set(
      tree.paths.flatMap((path) => {
        const feature = /^texts\/enAU\/([^/]+)\.json$/.exec(path)?.[1];
        return feature
          ? Object.keys(read(tree, path)).flatMap((key) => [`${feature}:${key}`, `${feature}:${base(key)}`])
          : [];
      }),
    );
    return tree.paths
      .filter((path) => /^web\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
      .flatMap((path) => {
        const source = tree.text(path);
        const text = source.replaceAll(/\/\*[\s\S]*?\*\//g, '');
        const found = [...text.matchAll(/const (\w+) = useTexts\('(\w+)'\)/g)].flatMap(([, name = '', feature = '']) =>
          [...text.matchAll(new RegExp(`\\b${name}\\(\\s*'([^']+)'`, 'g'))]
            .map(([, key = '']) => (key.includes(':') ? key : `${feature}:${key}`))
            // Two components of one file may use one name for two features.
            .filter((key) => !known.has(key) && !isKeyOfAnother(text, name, key, known))
            .map((key) => `${path}: ${key} has no text`),
        );
        const features = new Set([...known].map((key) => key.slice(0, key.indexOf(':'))));
        const named = literals(path, source)
          .filter(
            (literal) =>
              /^[a-z]+:[A-Za-z][\w.]*$/.test(literal) && features.has(literal.slice(0, literal.indexOf(':'))),
          )
          .filter((key) => !known.has(key))
          .map((key) => `${path}: ${key} has no text`);
        return [...new Set([...found, ...named])];
      });
  },
};

function isKeyOfAnother(text: string, name: string, key: string, known: ReadonlySet<string>): boolean {
  const bare = key.slice(key.indexOf(':') + 1);
  return [...text.matchAll(new RegExp(`const ${name} = useTexts\\('(\\w+)'\\)`, 'g'))].some(([, feature = '']) =>
    known.has(`${feature}:${bare}`),
  );
}
