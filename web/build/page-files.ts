import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LANGUAGES } from '@wattle/contract/rules/languages.ts';
import { minify, type Plugin, type Rolldown, transformWithOxc } from 'vite';
import { paths } from '../src/paths.ts';
import { isOpenedMost } from './share-files.ts';

/**
 * Writes `page-files.json` next to the built shell: which files each page needs, so that the server can name them in
 * the shell and the browser fetches them in parallel instead of one after the other. The pages are read from the
 * `routes.ts` of the features, which therefore write each route out as a literal.
 */
const ROUTE_LIST = /[\\/]src[\\/]features[\\/].*routes\.ts$/;
const WORDS_OF_ALL = ['common', 'errors'];

type Route = {
  /** The address without its brand, in lower case: `/cardhome`. */
  readonly path: string;
  readonly screen: string;
  readonly isSignIn: boolean;
  readonly isSignedIn: boolean;
  readonly hasOwnFrame: boolean;
  readonly hasHero: boolean;
  readonly headings: readonly HeadingKey[];
  readonly texts: readonly string[];
};

/** Text of the first heading of a page. With `without`: only for brands that do not have this feature. */
type HeadingKey = { readonly key: string; readonly without?: string };
export type Heading = HeadingKey & { readonly texts: Readonly<Record<string, string>> };

type Files = { readonly scripts: readonly string[]; readonly styles: readonly string[] };
/** The drawing of the frame that a signed-in page shows until its code has loaded: `src/page-skeleton/`. */
const OUTLINES = ['home', 'page'] as const;
type Outline = (typeof OUTLINES)[number];

export type PageFiles = {
  /** Chunks and styles that the shell itself loads. */
  readonly shell: Files;
  /** By address, what a page needs besides the shell's own; words by language. */
  readonly pages: Readonly<
    Record<
      string,
      Files & {
        readonly outline: Outline | null;
        /** The first that holds for the brand is drawn in the outline. */
        readonly headings: readonly Heading[];
        /** The files of its features, by language. */
        readonly words: Readonly<Record<string, readonly string[]>>;
        /** All words of the page as one file, by language, at the pages that are opened most. */
        readonly joinedWords?: Readonly<Record<string, string>>;
      }
    >
  >;
};

type Node = { readonly type: string; readonly [key: string]: unknown };

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function findAll(root: unknown, matches: (node: Node) => boolean): Node[] {
  if (Array.isArray(root)) return root.flatMap((one) => findAll(one, matches));
  if (!isNode(root)) return [];
  return [...(matches(root) ? [root] : []), ...Object.values(root).flatMap((value) => findAll(value, matches))];
}

/** The elements of a list, with those of lists that are spread in it. */
function elementsOf(list: Node | undefined, constants: Constants): Node[] | undefined {
  if (list?.type !== 'ArrayExpression') return undefined;
  return (list['elements'] as readonly Node[]).flatMap((element) => {
    if (element.type !== 'SpreadElement') return [element];
    return elementsOf(constants.get(String((element['argument'] as Node)['name'])), constants) ?? [element];
  });
}

function literal(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Literal' ? String(node['value']) : undefined;
}

type Constants = ReadonlyMap<string, Node>;

/** The constants of a file, by their names: what several of its routes share. */
function constantsIn(program: unknown): Constants {
  const declared = findAll(program, (node) => node.type === 'VariableDeclarator' && isNode(node['init']));
  return new Map(declared.map((one) => [String((one['id'] as Node)['name']), valueOf(one['init'] as Node)]));
}

/** Without `as const`. */
function valueOf(node: Node): Node {
  return isNode(node['expression']) ? valueOf(node['expression']) : node;
}

function propertiesOf(object: Node, constants: Constants): Map<string, Node> {
  const named = (node: Node) => (node.type === 'Identifier' ? (constants.get(String(node['name'])) ?? node) : node);
  const properties = (object['properties'] as readonly Node[]).flatMap((property): (readonly [string, Node])[] => {
    if (property.type !== 'SpreadElement') {
      return [[String((property['key'] as Node)['name']), named(property['value'] as Node)]];
    }
    const shared = named(property['argument'] as Node);
    return shared.type === 'ObjectExpression' ? [...propertiesOf(shared, constants)] : [];
  });
  return new Map(properties);
}

function headingsOf(route: Map<string, Node>, constants: Constants): HeadingKey[] {
  const keyOf = (of: Map<string, Node>) => literal(of.get('heading')) ?? literal(of.get('title'));
  const without = route.get('without');
  const other = without?.type === 'ObjectExpression' ? propertiesOf(without, constants) : undefined;
  return [
    { key: other && keyOf(other), without: literal(other?.get('feature')) },
    { key: keyOf(route), without: undefined },
  ].flatMap(({ key, without: feature }) =>
    key === undefined ? [] : [{ key, ...(feature !== undefined && { without: feature }) }],
  );
}

/** The routes that a feature's list declares. */
function routesIn(program: unknown, id: string): Route[] {
  const constants = constantsIn(program);
  const objects = findAll(program, (node) => node.type === 'ObjectExpression').map((object) =>
    propertiesOf(object, constants),
  );
  return objects
    .filter((object) => object.has('path') && object.has('access'))
    .map((object) => {
      const call = object.get('path');
      const callee = call?.['callee'];
      const name = isNode(callee) && isNode(callee['property']) ? String(callee['property']['name']) : '';
      const path = Object.hasOwn(paths, name) ? paths[name as keyof typeof paths]() : undefined;
      const [imported] = findAll(object.get('load'), (node) => node.type === 'ImportExpression');
      const file = literal(imported?.['source']);
      const texts = elementsOf(object.get('texts'), constants)?.map(literal);
      if (path === undefined || file === undefined || !texts?.every((text) => text !== undefined)) {
        throw new Error(
          `${id}: a route writes out its path, its import and its texts, so that the build can read them`,
        );
      }
      return {
        path: path.toLowerCase(),
        screen: join(dirname(id), file),
        isSignIn: object.has('isSignIn'),
        isSignedIn: literal(object.get('access')) === 'signed-in',
        hasOwnFrame: literal(object.get('frame')) === 'own',
        hasHero: object.has('hero'),
        headings: headingsOf(object, constants),
        texts,
      };
    });
}

/** The chunks of a build, found by the modules that they hold. */
function openBundle(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const byModule = new Map(chunks.flatMap((chunk) => Object.keys(chunk.modules).map((id) => [id, chunk] as const)));
  const chunkOf = (id: string) => {
    const chunk = byModule.get(id);
    if (!chunk) throw new Error(`${id} is in no file of the build`);
    return chunk;
  };
  /** Files of these modules and of all that they import statically. */
  const filesOf = (ids: readonly string[]): Files => {
    const scripts = new Set<string>();
    const styles = new Set<string>();
    const add = (chunk: Rolldown.OutputChunk) => {
      if (scripts.has(chunk.fileName)) return;
      scripts.add(chunk.fileName);
      for (const name of chunk.imports) {
        const imported = byFile.get(name);
        if (imported) add(imported);
      }
      for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    };
    for (const id of ids) add(chunkOf(id));
    return { scripts: [...scripts], styles: [...styles] };
  };
  /** Texts of these modules, and of all modules in the same chunks, by feature. */
  const textsWith = (ids: readonly string[]): Readonly<Record<string, unknown>> => {
    const beside = ids.flatMap((id) => Object.keys(chunkOf(id).modules)).filter((id) => id.endsWith('.json'));
    return Object.fromEntries(
      [...new Set(beside)].map((id) => [basename(id, '.json'), JSON.parse(readFileSync(id, 'utf8'))]),
    );
  };
  return { filesOf, textsWith };
}

/**
 * Adds the texts of a page to the build as one module, by feature, and answers its name. The first page of a visit
 * reads it in place of a file for each group of features (`web/src/i18n/i18n.ts`).
 */
function emitWords(build: Rolldown.PluginContext, language: string, texts: Readonly<Record<string, unknown>>): string {
  const source = `export default ${JSON.stringify(texts)};`;
  return build.getFileName(build.emitFile({ type: 'asset', name: `page-words-${language}.js`, source }));
}

function without(files: Files, known: Files): Files {
  return {
    scripts: files.scripts.filter((file) => !known.scripts.includes(file)),
    styles: files.styles.filter((file) => !known.styles.includes(file)),
  };
}

function withTexts(folder: string, heading: HeadingKey): Heading {
  const [file = '', name = ''] = heading.key.split(':');
  const texts = LANGUAGES.map((language) => {
    const text = (JSON.parse(readFileSync(join(folder, language, `${file}.json`), 'utf8')) as Record<string, string>)[
      name
    ];
    if (text === undefined) throw new Error(`${heading.key} has no text in ${language}`);
    return [language, text] as const;
  });
  return { ...heading, texts: Object.fromEntries(texts) };
}

/** Browsers that know modules but not the app's own syntax read the inline script too. */
const OLDEST = 'es2015';

async function watchScript(file: string): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file, { target: OLDEST });
  return (await minify(file, code, { compress: { target: OLDEST } })).code.trim();
}

export function pageFiles(root: string): Plugin {
  const routes: Route[] = [];
  const inTree = (path: string) => join(root, path);
  return {
    name: 'wattle:page-files',
    apply: 'build',
    buildStart() {
      routes.length = 0;
    },
    transform: {
      order: 'post',
      filter: { id: ROUTE_LIST },
      handler(code, id) {
        routes.push(...routesIn(this.parse(code), id));
      },
    },
    generateBundle: {
      // After Vite has dropped the chunks that held nothing but styles.
      order: 'post',
      async handler(_options, bundle) {
        const { filesOf, textsWith } = openBundle(bundle);
        const shell = filesOf([inTree('src/main.tsx')]);
        const pages = routes.map(({ path, screen, isSignIn, isSignedIn, hasOwnFrame, hasHero, headings, texts }) => {
          const surround = isSignedIn ? 'src/layout/app-frame.tsx' : 'src/layout/open-frame.tsx';
          const frame = hasOwnFrame ? [] : [surround];
          const around = isSignIn ? [] : ['src/routes.ts', ...frame].map(inTree);
          const features = [...WORDS_OF_ALL, ...texts, ...(isSignedIn ? ['ui'] : [])];
          const textFiles = LANGUAGES.map(
            (language) =>
              [language, features.map((feature) => inTree(`../texts/${language}/${feature}.json`))] as const,
          );
          const words = textFiles.map(([language, ids]) => [language, without(filesOf(ids), shell).scripts] as const);
          const joinedWords = isOpenedMost(screen) && {
            joinedWords: Object.fromEntries(
              textFiles.map(([language, ids]) => [language, emitWords(this, language, textsWith(ids))]),
            ),
          };
          const needed = without(filesOf([...around, screen]), shell);
          const outline = !isSignedIn ? null : hasHero ? 'home' : 'page';
          const drawn = outline === 'page' ? headings.map((heading) => withTexts(inTree('../texts'), heading)) : [];
          return [
            path,
            { ...needed, outline, headings: drawn, words: Object.fromEntries(words), ...joinedWords },
          ] as const;
        });
        const source = JSON.stringify({ shell, pages: Object.fromEntries(pages) } satisfies PageFiles);
        this.emitFile({ type: 'asset', fileName: 'page-files.json', source });
        this.emitFile({
          type: 'asset',
          fileName: 'watch.js',
          source: await watchScript(inTree('src/missing-script/watch.ts')),
        });
        for (const name of OUTLINES) {
          const file = `page-skeleton/${name}.html`;
          this.emitFile({ type: 'asset', fileName: file, source: readFileSync(inTree(`src/${file}`), 'utf8') });
        }
      },
    },
  };
}
