/**
 * Divides modules that several pages use into files. A separate file for each set of pages would be exact, but a page
 * would load 50 files; one file for all would bring each page code that only others need. So two files are joined if
 * the saved requests are worth more than the characters that some pages then load needlessly.
 */
export type Graph = {
  /** Static imports of a module. */
  readonly importsOf: (id: string) => readonly string[];
  readonly lazyImportsOf: (id: string) => readonly string[];
  /** Characters of its source. */
  readonly sizeOf: (id: string) => number;
};

/** A group of modules that share a file already. */
export type Placed = readonly ReadonlySet<string>[];

/** Characters of source that a page may load needlessly to save a request. */
const WORTH_OF_A_REQUEST = 6_000;
/** The same at the pages that are opened most: worth more than what all others lose by it. */
const MOST_OPENED = /[\\/](?:card-home|transactions|funds-transfer|store)\.screen\.tsx$/;
const WORTH_AT_MOST_OPENED = 2_500_000;
export const isOpenedMost = (page: string) => MOST_OPENED.test(page);
/** Pages with little room below their limit (tools/web-size.ts): code that they load needlessly counts more. */
const HEAVIEST = /[\\/](?:account-setup|activation-success|report-scam)\.screen\.tsx$/;
const BYTES_AT_HEAVIEST = 20;
const worthAt = (page: string) => (isOpenedMost(page) ? WORTH_AT_MOST_OPENED : WORTH_OF_A_REQUEST);

type File = {
  readonly modules: readonly string[];
  /** All that load it, also by way of a file that imports it. */
  readonly pages: Set<string>;
  readonly size: number;
  readonly hasScript: boolean;
  readonly hasStyles: boolean;
  readonly isFixed: boolean;
};

const isStyle = (id: string) => id.endsWith('.css');

/** These modules and all that they import statically. */
export function closureOf(
  importsOf: Graph['importsOf'],
  ids: Iterable<string>,
  isKnown: (id: string) => boolean = () => false,
): Set<string> {
  const found = new Set<string>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || isKnown(id)) continue;
    found.add(id);
    waiting.push(...importsOf(id));
  }
  return found;
}

/** Whatever is loaded by itself: the entries, and every module that is imported when it is needed. */
function pagesOf({ importsOf, lazyImportsOf }: Graph, entries: readonly string[]): ReadonlySet<string> {
  const pages = new Set(entries);
  for (const page of pages) {
    for (const id of closureOf(importsOf, [page])) for (const lazy of lazyImportsOf(id)) pages.add(lazy);
  }
  return pages;
}

function fileOf(graph: Graph, modules: readonly string[], pages: Iterable<string>, isFixed: boolean): File {
  return {
    modules,
    pages: new Set(pages),
    size: modules.reduce((sum, id) => sum + graph.sizeOf(id), 0),
    hasScript: modules.some((id) => !isStyle(id)),
    hasStyles: modules.some(isStyle),
    isFixed,
  };
}

/** A file for each set of pages, and those of the groups. */
function filesByUse(graph: Graph, pages: ReadonlySet<string>, placed: Placed): File[] {
  const users = new Map<string, string[]>();
  for (const page of pages) {
    for (const id of closureOf(graph.importsOf, [page])) users.set(id, [...(users.get(id) ?? []), page]);
  }
  const usersOf = (id: string) => users.get(id) ?? [];
  const groupOf = new Set(placed.flatMap((modules) => [...modules]));
  const byUse = new Map<string, string[]>();
  for (const [id, used] of users) {
    if (groupOf.has(id) || !(used.length > 1 || (isStyle(id) && used.some(isOpenedMost)))) continue;
    // A screen that other files import too gets a separate file.
    const use = id.endsWith('.tsx') && pages.has(id) ? `${id}\n` : used.toSorted().join('\n');
    byUse.set(use, [...(byUse.get(use) ?? []), id]);
  }
  return [
    ...placed.map((modules) => fileOf(graph, [...modules], [...modules].flatMap(usersOf), true)),
    ...[...byUse].map(([use, modules]) => fileOf(graph, modules, usersOf(modules[0] ?? ''), use.endsWith('\n'))),
  ];
}

/** The files that each file brings along. */
function broughtAlong({ importsOf }: Graph, files: readonly File[]): Map<File, ReadonlySet<File>> {
  const holder = new Map(files.flatMap((file) => file.modules.map((id) => [id, file] as const)));
  const direct = new Map(
    files.map((file) => {
      const imported = file.modules.flatMap(importsOf).map((id) => holder.get(id));
      return [file, new Set(imported.filter((other) => other !== undefined && other !== file))] as const;
    }),
  );
  return new Map(
    files.map((file) => {
      const all = new Set<File>();
      const waiting = [...(direct.get(file) ?? [])];
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        if (all.has(next)) continue;
        all.add(next);
        waiting.push(...(direct.get(next) ?? []));
      }
      return [file, all] as const;
    }),
  );
}

const requestsOf = ({ hasScript, hasStyles }: File) => Number(hasScript) + Number(hasStyles);

/** Cost of joining two files, in characters over all pages: below nothing where it pays. */
function costOf(one: File, other: File, along: ReadonlyMap<File, ReadonlySet<File>>): number {
  const saved = Number(one.hasScript && other.hasScript) + Number(one.hasStyles && other.hasStyles);
  let cost = 0;
  const pay = (file: File, instead: File) => {
    // A request more where they lack a kind of file that this one has.
    const lacks = Number(file.hasScript && !instead.hasScript) + Number(file.hasStyles && !instead.hasStyles);
    for (const page of instead.pages) {
      if (file.pages.has(page)) continue;
      let size = file.size;
      let requests = lacks;
      for (const brought of along.get(file) ?? []) {
        if (brought.pages.has(page)) continue;
        size += brought.size;
        requests += requestsOf(brought);
      }
      cost += size * (HEAVIEST.test(page) ? BYTES_AT_HEAVIEST : 1) + requests * worthAt(page);
    }
  };
  pay(one, other);
  pay(other, one);
  for (const page of one.pages) if (other.pages.has(page)) cost -= saved * worthAt(page);
  return cost;
}

/** Whether a third file links the two: joined, they would import themselves through it. */
function isBetween(one: File, other: File, along: ReadonlyMap<File, ReadonlySet<File>>): boolean {
  const leads = (from: File, to: File) =>
    [...(along.get(from) ?? [])].some((file) => file !== to && along.get(file)?.has(to) === true);
  return leads(one, other) || leads(other, one);
}

/**
 * Names the file of each module that at least two pages use and that no group has taken.
 *
 * @param entries modules that the browser loads first
 */
export function shareFiles(graph: Graph, entries: readonly string[], placed: Placed): ReadonlyMap<string, string> {
  const pages = pagesOf(graph, entries);
  const files = filesByUse(graph, pages, placed);
  for (;;) {
    const along = broughtAlong(graph, files);
    const open = files.filter(({ isFixed }) => !isFixed);
    let best: { one: File; other: File; cost: number } | undefined;
    for (const [index, one] of open.entries()) {
      for (const other of open.slice(index + 1)) {
        if (one.pages.isDisjointFrom(other.pages)) continue;
        const cost = costOf(one, other, along);
        if (cost >= (best?.cost ?? 0)) continue;
        if (!isBetween(one, other, along)) best = { one, other, cost };
      }
    }
    if (!best) break;
    const { one, other } = best;
    const joined = fileOf(graph, [...one.modules, ...other.modules], [...one.pages, ...other.pages], false);
    files.splice(files.indexOf(one), 1, joined);
    files.splice(files.indexOf(other), 1);
    for (const brought of [...(along.get(one) ?? []), ...(along.get(other) ?? [])]) {
      for (const page of joined.pages) brought.pages.add(page);
    }
  }
  const shared = files.filter(({ isFixed }) => !isFixed);
  return new Map(shared.flatMap(({ modules }, index) => modules.map((id) => [id, `shared~${index}`] as const)));
}
