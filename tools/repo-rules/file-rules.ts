import { literals } from './syntax.ts';
import { isCode, isTest, type Rule, type Tree } from './tree.ts';

const MOST_LINES = 400;

function linesMatching(tree: Tree, paths: readonly string[], pattern: RegExp, what: string): string[] {
  return paths.flatMap((path) =>
    tree
      .text(path)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${what}`] : [])),
  );
}

function isBinary(path: string): boolean {
  return /\.(png|jpe?g|woff2?|ttf|otf|ico|pdf|gz|backup)$/.test(path);
}

export const noLongFile: Rule = {
  name: `no file is longer than ${MOST_LINES} lines`,
  find: (tree) =>
    tree.paths
      .filter((path) => /\.(ts|tsx|mjs|css|sql|html)$/.test(path) || path.endsWith('.md'))
      .map((path) => ({ path, lines: tree.text(path).split('\n').length - 1 }))
      .filter(({ lines }) => lines > MOST_LINES)
      .map(({ path, lines }) => `${path}: ${lines} lines`),
};

const MOST_LINES_OF_A_KIND = 150;

export const kindsAreShort: Rule = {
  name: `a kind of payment has at most ${MOST_LINES_OF_A_KIND} lines: what is the same for all kinds belongs to the engine`,
  find: (tree) =>
    tree.paths
      .filter((path) => path.endsWith('.kind.ts'))
      .map((path) => ({ path, lines: tree.text(path).split('\n').length - 1 }))
      .filter(({ lines }) => lines > MOST_LINES_OF_A_KIND)
      .map(({ path, lines }) => `${path}: ${lines} lines`),
};

export const noBarrel: Rule = {
  name: 'no barrel: a file exports what it declares, and a feature has one entry, public.ts',
  find: (tree) => [
    ...tree.paths.filter((path) => /(^|\/)index\.tsx?$/.test(path)).map((path) => `${path}: is called index`),
    ...linesMatching(
      tree,
      tree.paths.filter((path) => isCode(path) && !path.endsWith('/public.ts')),
      /^\s*(export\s+(type\s+)?(\*|\{[^}]*\})|\})\s+from\s+'(?!.*import)[^']*'.*$/,
      'passes on what another file exports',
    ).filter((finding) => {
      const [path = '', line = ''] = finding.split(':');
      return opensWithExport(tree.text(path).split('\n'), Number(line) - 1);
    }),
  ],
};

/** A closing `} from '…'` belongs to an import or to an export, depending on which keyword is nearest above it. */
function opensWithExport(lines: readonly string[], at: number): boolean {
  for (let index = at; index >= 0; index -= 1) {
    const line = lines[index] ?? '';
    if (/^\s*export\b/.test(line)) return true;
    if (/^\s*import\b/.test(line)) return false;
  }
  return false;
}

export const noDefaultExport: Rule = {
  name: 'no default export but where a tool asks for one',
  find: (tree) =>
    linesMatching(
      tree,
      tree.paths.filter(
        (path) =>
          isCode(path) &&
          !/\.config\.(ts|mjs)$/.test(path) &&
          !/^\.[a-z-]+\.mjs$/.test(path) &&
          !/^e2e\/support\/global-(setup|teardown)\.ts$/.test(path),
      ),
      /^\s*export\s+default\b/,
      'default export',
    ),
};

export const noUtils: Rule = {
  name: 'no file or folder is called utils, helpers, common or misc',
  find: (tree) => tree.paths.filter((path) => isCode(path) && /(^|\/)(utils?|helpers?|misc|common)(\.|\/)/.test(path)),
};

// One letter of each stands in brackets, so that this file does not hold what it looks for.
const MACHINE_PATH = /\/wor[k]\/|(?<![\w.])\/hom[e]\/[a-z]|\/User[s]\/[a-z]|\/tmp\/brie[f]/;
const REGISTRY_HOST = /registr[y]\.[a-z]|npmj[s]\.(org|com)|https?:\/\/[^/ ]*artifactor[y]/;
const MARKER = /\b(TOD[O]|FIXM[E]|XX[X]|HAC[K])\b/;

export const noMachinePath: Rule = {
  name: 'no path of one machine',
  find: (tree) =>
    linesMatching(
      tree,
      tree.paths.filter((path) => !isBinary(path)),
      MACHINE_PATH,
      'names a path of one machine',
    ),
};

export const noRegistryHost: Rule = {
  name: 'no host of a package registry',
  find: (tree) =>
    linesMatching(
      tree,
      tree.paths.filter((path) => !isBinary(path)),
      REGISTRY_HOST,
      'names a package registry',
    ),
};

export const noMarker: Rule = {
  name: 'no unfinished-work marker',
  find: (tree) =>
    linesMatching(
      tree,
      tree.paths.filter((path) => !isBinary(path) && path !== 'package-lock.json'),
      MARKER,
      'unfinished',
    ),
};

export const noStyleAttribute: Rule = {
  name: 'no style attribute in SVG or HTML: the content security policy refuses it',
  find: (tree) => [
    ...linesMatching(
      tree,
      tree.paths.filter((path) => /\.(svg|html)$/.test(path)),
      /\sstyle\s*=/,
      'style attribute',
    ),
    ...tree.paths
      // Mail programs know no policy, and many of them apply only inline styles.
      .filter(
        (path) =>
          isCode(path) &&
          /^(server|web|desk-web)\/src\//.test(path) &&
          !isTest(path) &&
          !path.endsWith('-mail.view.ts'),
      )
      // To parse a file takes much longer than to look whether it has the word.
      .filter((path) => /style\s*=/.test(tree.text(path)))
      .flatMap((path) =>
        literals(path, tree.text(path))
          .filter((text) => /<[a-z][^>]*\sstyle\s*=/.test(text))
          .map(() => `${path}: style attribute in a piece of HTML`),
      ),
  ],
};

/** The package.json of the whole and of each workspace. */
const PACKAGE = /^([a-z-]+\/)?package\.json$/;

export const versionsAgree: Rule = {
  name: 'all packages have one version, and the changelog begins with it',
  find: (tree) => {
    if (!tree.paths.includes('CHANGELOG.md')) return [];
    const newest = /^## (\S+)$/m.exec(tree.text('CHANGELOG.md'))?.[1];
    return tree.paths
      .filter((path) => PACKAGE.test(path))
      .flatMap((path) => {
        const { version, dependencies = {} } = JSON.parse(tree.text(path)) as {
          version?: string;
          dependencies?: Record<string, string>;
        };
        const named = [version, dependencies['@wattle/contract'] ?? newest];
        return named.some((found) => found !== newest)
          ? [`${path}: its version is not that of CHANGELOG.md, ${newest}`]
          : [];
      });
  },
};

export const migrationNumbersAreUnique: Rule = {
  name: 'no two migrations have one number',
  find: (tree) =>
    [...Map.groupBy(tree.paths, (path) => /^server\/migrations\/(\d{4})-/.exec(path)?.[1] ?? '')]
      .filter(([number, paths]) => number !== '' && paths.length > 1)
      .map(([, paths]) => paths.join(' and ')),
};

export const migrationsSayWhy: Rule = {
  name: 'every migration is one file, NNNN-name.sql, that begins with a comment that says why and how',
  find: (tree) =>
    tree.paths
      .filter((path) => path.startsWith('server/migrations/'))
      .flatMap((path) => {
        if (!/^server\/migrations\/\d{4}-[a-z0-9-]+\.sql$/.test(path)) return [`${path}: is not called NNNN-name.sql`];
        return /^-- \S.{20}/.test(tree.text(path)) ? [] : [`${path}: does not begin with a comment`];
      }),
};

const CELL_TESTS = ['linesOf', 'testEveryCell'];

export const stateTablesAreTested: Rule = {
  name: 'every state table is compared with one written by hand, and driven cell by cell',
  find: (tree) => {
    const tests = tree.paths.filter((path) => path.endsWith('.test.ts')).map((path) => tree.text(path));
    return tree.paths
      .filter((path) => path.endsWith('.states.domain.ts'))
      .flatMap((path) => {
        const file = path.slice(path.lastIndexOf('/') + 1);
        const about = tests.filter((text) => text.includes(`/${file}'`));
        return CELL_TESTS.filter((name) => !about.some((text) => text.includes(`${name}(`))).map(
          (name) => `${path}: no test of it calls ${name}`,
        );
      });
  },
};

export const onlyConfigReadsEnvironment: Rule = {
  name: 'the environment is read in config.ts and handed over by main.ts',
  find: (tree) =>
    linesMatching(
      tree,
      tree.paths.filter(
        (path) =>
          /^(contract|server|web|desk-web)\/src\//.test(path) &&
          isCode(path) &&
          !isTest(path) &&
          !/^server\/src\/(config\/config|start\/main)\.ts$/.test(path),
      ),
      /\bprocess\.env\b/,
      'reads the environment',
    ),
};

/** They name the mode in words, and write the first one of a database. */
const NAME_MODES = ['config/gateway-settings', 'platform/database/instance-mode', 'platform/secrets/keys'].map(
  (name) => `server/src/${name}.ts`,
);

export const modesAreAsked: Rule = {
  name: 'the mode is asked what it permits (config/mode.ts), and compared nowhere',
  find: (tree) =>
    linesMatching(
      tree,
      tree.paths.filter(
        (path) => path.startsWith('server/src/') && isCode(path) && !isTest(path) && !NAME_MODES.includes(path),
      ),
      /\b(mode|WATTLE_MODE) [!=]== '(sandbox|staging|production)'/,
      'compares the mode',
    ),
};

const CONNECTS =
  /(?<![.\w])fetch\(|^import (?!type )(?!\{ isIP \}).* from '(node:)?(net|http|https|tls|dns|dns\/promises|dgram)'/;
/** They check the address, or look names up for those that do. */
const CHECKS_ADDRESSES = ['called-addresses', 'http-call', 'name-servers'].map(
  (name) => `server/src/outside/${name}.ts`,
);

export const callsGoToCheckedAddresses: Rule = {
  name: 'the server connects to other systems by called-addresses.ts and http-call.ts, which check the address',
  find: (tree) =>
    linesMatching(
      tree,
      tree.paths.filter(
        (path) =>
          /^server\/src\/(features|ledger|outside|platform)\//.test(path) &&
          isCode(path) &&
          !isTest(path) &&
          !CHECKS_ADDRESSES.includes(path),
      ),
      CONNECTS,
      'connects by itself',
    ),
};

/**
 * Interfaces that a browser may lack (Safari 16 has none of 2023), block or refuse. A name in quotes only tells storage
 * areas apart, so it is permitted.
 */
const REFUSABLE =
  /^(?!\s*(\/?\*|\/\/)).*((?<!['"]|get )\b(localStorage|sessionStorage|indexedDB|BroadcastChannel|matchMedia|Notification|PushManager|PublicKeyCredential)\b(?=\s*[.([])|\bnavigator\s*(\?\.|\.)\s*(locks|serviceWorker|clipboard|share|canShare|credentials|storage|permissions)\b|=\s*navigator\s*;|\bAbortSignal\.any\b|\bcrypto\s*\.\s*randomUUID\b|\.showModal\b|\b(Map|Object)\.groupBy\b)/;

export const browserIsAskedInOnePlace: Rule = {
  name: 'what a browser may block is asked for in web/src/browser/, which has a fallback for it',
  find: (tree) =>
    linesMatching(
      tree,
      tree.paths.filter(
        (path) =>
          /^(web|desk-web)\/src\//.test(path) && isCode(path) && !isTest(path) && !path.startsWith('web/src/browser/'),
      ),
      REFUSABLE,
      'asks the browser itself',
    ),
};

export const noLocaleAsFormat: Rule = {
  name: 'no locale is taken for a format: browsers differ in how it writes a date',
  find: (tree) =>
    linesMatching(
      tree,
      tree.paths.filter((path) => /^(contract|server|web|desk-web)\/src\//.test(path) && isCode(path) && !isTest(path)),
      /['"](en-CA|en-US|sv-SE|fr-CA)['"]/,
      'takes a locale for a format',
    ),
};

type Locked = {
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly resolved?: string;
};

const LOCKFILE = 'package-lock.json';

export const lockedPackages: Rule = {
  name: 'the lockfile has the digest of every package that production installs, and names no registry',
  find: (tree) => {
    if (!tree.paths.includes(LOCKFILE)) return [];
    const { packages = {} } = JSON.parse(tree.text(LOCKFILE)) as { packages?: Record<string, Locked> };
    return Object.entries(packages).flatMap(([place, locked]) => {
      if (!place.startsWith('node_modules/') || locked.link) return [];
      const isExcused = locked.dev === true && locked.optional === true;
      return [
        ...(locked.integrity || isExcused ? [] : [`${LOCKFILE}: ${place} has no digest`]),
        ...(locked.resolved?.includes('://') ? [`${LOCKFILE}: ${place} names where it was fetched from`] : []),
      ];
    });
  },
};

const LOOKS = /axe\.ts'|axe-core|expectNoAxeFindings|AxeBuilder/;

export const journeysLookAtNoAccessibility: Rule = {
  name: 'axe runs in e2e/accessibility and on the component page alone: a journey proves its way, and each state is looked at once',
  find: (tree) =>
    tree.paths
      .filter(
        (path) => /^e2e\/.*\.ts$/.test(path) && !/^e2e\/(accessibility|sandbox)\/|^e2e\/support\/axe\.ts$/.test(path),
      )
      .filter((path) => LOOKS.test(tree.text(path)))
      .map((path) => `${path}: runs axe`),
};
