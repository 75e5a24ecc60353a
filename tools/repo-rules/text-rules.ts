import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from '@wattle/contract/rules/languages.ts';
import { callsOn, literals } from './syntax.ts';
import { isCode, isTest, type Rule, type Tree } from './tree.ts';

type Texts = Readonly<Record<string, string>>;

function read(tree: Tree, path: string): Texts {
  return tree.paths.includes(path) ? (JSON.parse(tree.text(path)) as Texts) : {};
}

/** Texts that only staff read, who work in one language. */
const OF_THE_DESK = /^texts\/[^/]+\/desk[^/]*\.json$/;

function pairs(tree: Tree): { first: string; other: string }[] {
  const named = new RegExp(`^(texts/|brands/[^/]+/texts/)(${LANGUAGES.join('|')})(/[^/]+)?\\.json$`);
  const found = tree.paths.flatMap((path) => {
    if (OF_THE_DESK.test(path)) return [];
    const match = named.exec(path);
    return match ? [(language: Language) => `${match[1]}${language}${match[3] ?? ''}.json`] : [];
  });
  const others = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);
  const both = found.flatMap((pathIn) => others.map((other) => `${pathIn(DEFAULT_LANGUAGE)} ${pathIn(other)}`));
  return [...new Set(both)].map((pair) => {
    const [first = '', other = ''] = pair.split(' ');
    return { first, other };
  });
}

/** The plural forms of a language are one text: English has two, Chinese one. */
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
  name: 'all languages have the same texts, none empty',
  find: (tree) =>
    pairs(tree).flatMap(({ first, other }) => {
      const [own, others] = [read(tree, first), read(tree, other)];
      const empty = (texts: Texts, path: string) =>
        Object.entries(texts).flatMap(([key, text]) => (text.trim() === '' ? [`${path}: ${key} is empty`] : []));
      return [
        ...missing(own, others, other),
        ...missing(others, own, first),
        ...empty(own, first),
        ...empty(others, other),
      ];
    }),
};

function placeholders(text: string): string {
  return [...new Set([...text.matchAll(/\{\{\s*([^},\s]+)[^}]*\}\}/g)].map((match) => match[1] ?? ''))]
    .sort((one, other) => one.localeCompare(other))
    .join(', ');
}

export const placeholdersAgree: Rule = {
  name: 'all languages fill in the same values',
  find: (tree) =>
    pairs(tree).flatMap(({ first, other }) => {
      const filled = new Map(Object.entries(read(tree, other)).map(([key, text]) => [base(key), placeholders(text)]));
      return Object.entries(read(tree, first)).flatMap(([key, text]) => {
        // The singular may write its number as a word.
        if (key.endsWith('_one')) return [];
        const there = filled.get(base(key));
        const own = placeholders(text);
        return there === undefined || there === own
          ? []
          : [`${other}: ${base(key)} has {${there}}, ${first} has {${own}}`];
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
    const known = new Set(Object.keys(read(tree, `texts/${DEFAULT_LANGUAGE}/validation.json`)));
    return [
      ...new Set(
        messageKeys(tree)
          .filter(({ key }) => !known.has(key))
          .map(({ path, key }) => `${path}: ${key} has no text`),
      ),
    ];
  },
};

const NAMED = new RegExp(`^(?!\\s*(?://|/?\\*)).*\\b(?:${LANGUAGES.join('|')})\\b`);

/** Files that may name a language: the list, a currency's form, two fields of the wire, and what the demo shows. */
const NAME_LANGUAGES = new Set([
  'contract/src/rules/languages.ts',
  'contract/src/rules/amounts.ts',
  'web/src/features/home/brand-link.tsx',
  // The desk speaks one language.
  'desk-web/src/load-texts.ts',
]);

/** A language is a row of `languages.ts` and a folder of texts, so no other code may depend on a particular one. */
export const noLanguageIsNamed: Rule = {
  name: 'no code names a language of the product',
  find: (tree) =>
    tree.paths
      .filter(
        (path) => /^(?:contract|server|web|desk-web)\/(?:src|build)\//.test(path) && isCode(path) && !isTest(path),
      )
      .filter((path) => !path.startsWith('server/src/demo/') && !NAME_LANGUAGES.has(path))
      .flatMap((path) =>
        tree
          .text(path)
          .split('\n')
          .flatMap((line, at) => (NAMED.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
      ),
};

/** `t('home.title')` after `useTexts('cards')`, and `t('cards:home.title')`. */
export const usedKeysExist: Rule = {
  name: 'every text that a screen or a document asks for by a fixed key exists',
  find: (tree) => {
    const known = new Set(
      tree.paths.flatMap((path) => {
        const feature = new RegExp(`^texts/${DEFAULT_LANGUAGE}/([^/]+)\\.json$`).exec(path)?.[1];
        return feature
          ? Object.keys(read(tree, path)).flatMap((key) => [`${feature}:${key}`, `${feature}:${base(key)}`])
          : [];
      }),
    );
    return tree.paths
      .filter((path) => /^(web|desk-web|server)\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
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
          // The server has keys of other kinds in this form.
          .filter((key) => !path.startsWith('server/') || source.includes(`words('${key}'`))
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

/** Texts that are on the page only while the device is offline. */
const WHILE_OFFLINE = new Set(['common:offline', 'ui:offline.notSent', 'desk:shell.offline']);

export const wordsOutliveNoState: Rule = {
  name: 'what stays on the page does not say that the device is offline: it was, when something was tried',
  find: (tree) =>
    tree.paths.flatMap((path) => {
      const area = /^texts\/[^/]+\/(\w+)\.json$/.exec(path)?.[1];
      if (area === undefined) return [];
      return Object.entries(read(tree, path))
        .filter(([key, text]) => /you(?:’re| are) offline|您已离线/i.test(text) && !WHILE_OFFLINE.has(`${area}:${key}`))
        .map(([key]) => `${path}: ${key} says that it is offline`);
    }),
};

const TEMPLATES = 'server/src/features/messages/message.types.ts';

export const everyMessageIsSent: Rule = {
  name: 'every template of a message is sent by something',
  find: (tree) => {
    if (!tree.paths.includes(TEMPLATES)) return [];
    const lists = tree.text(TEMPLATES).matchAll(/^const (?:REQUESTED|NOTICES) = \{\n([\s\S]*?)\n\}/gm);
    const templates = [...lists].flatMap(([, list = '']) =>
      [...list.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name),
    );
    const code = tree.paths
      .filter((path) => path.startsWith('server/src/') && isCode(path) && !isTest(path) && path !== TEMPLATES)
      .map((path) => tree.text(path));
    if (templates.length === 0) return [`${TEMPLATES}: has no templates`];
    return templates
      .filter((name) => !code.some((text) => text.includes(`'${name}'`)))
      .map((name) => `${TEMPLATES}: nothing sends ${name}`);
  },
};
