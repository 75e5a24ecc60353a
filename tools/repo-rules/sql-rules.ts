import { literals } from './syntax.ts';
import { isTest, type Rule, type Tree } from './tree.ts';

const STATEMENT =
  /^\s*(--[^\n]*\n\s*)*(SELECT\s[\s\S]|INSERT\s+INTO\s|UPDATE\s+[a-z_.]+\s+SET\s|DELETE\s+FROM\s|WITH\s+(RECURSIVE\s+)?[a-z_]+\s+(\([^)]*\)\s+)?AS\s|LOCK\s+TABLE\s|TRUNCATE\s)/i;

function serverCode(tree: Tree): string[] {
  return tree.paths.filter((path) => /^server\/src\/.*\.ts$/.test(path) && !isTest(path));
}

function statements(tree: Tree, path: string): string[] {
  return literals(path, tree.text(path)).filter((text) => STATEMENT.test(text));
}

/** Where SQL may be: stores, the ledger, the platform, and what runs the database. */
function mayHoldSql(path: string): boolean {
  return path.endsWith('.store.ts') || /^server\/src\/(ledger|platform|postgres)\//.test(path);
}

export const sqlInStores: Rule = {
  name: 'SQL stands in stores, the ledger and the platform alone',
  find: (tree) =>
    serverCode(tree)
      .filter((path) => !mayHoldSql(path))
      .flatMap((path) =>
        statements(tree, path).map((sql) => `${path}: ${sql.trim().slice(0, 60).replaceAll(/\s+/g, ' ')}`),
      ),
};

const DATABASE_TIME =
  /\b(now\s*\(\s*\)|current_timestamp|current_date|current_time\b|localtimestamp|clock_timestamp\s*\(|statement_timestamp\s*\(|transaction_timestamp\s*\()/i;

export const noDatabaseTime: Rule = {
  name: 'no now() in the SQL of a feature or the ledger: time comes from a clock that can be moved',
  find: (tree) =>
    serverCode(tree)
      .filter((path) => /^server\/src\/(features|ledger)\//.test(path))
      .flatMap((path) =>
        literals(path, tree.text(path))
          // A whole statement or a piece that is put into one.
          .filter((text) => DATABASE_TIME.test(text) && /\s/.test(text.trim()))
          .map((sql) => `${path}: ${sql.trim().slice(0, 60).replaceAll(/\s+/g, ' ')}`),
      ),
};

export const offsetZeroHasAName: Rule = {
  name: 'OFFSET 0 is written KEEP_APART, which says why',
  find: (tree) =>
    serverCode(tree)
      .filter((path) => path !== 'server/src/platform/database/keep-apart.ts' && /OFFSET\s+0\b/i.test(tree.text(path)))
      .filter((path) => literals(path, tree.text(path)).some((text) => /\bOFFSET\s+0\b/i.test(text))),
};

/** A selection in IN can be read again for each row: it passes by the rows that it has locked, and exceeds its limit. */
const LIMITED_AND_LOCKED = /\bIN\s*\(\s*SELECT\b(?:(?!;)[\s\S])*?\bLIMIT\b[^)]*\bFOR\s+(?:NO\s+KEY\s+)?UPDATE\b/i;

export const limitedLocksAreReadOnce: Rule = {
  name: 'rows that are locked up to a limit are selected once: = ANY (ARRAY(SELECT … LIMIT … FOR UPDATE))',
  find: (tree) =>
    serverCode(tree)
      .filter((path) => LIMITED_AND_LOCKED.test(tree.text(path)))
      .filter((path) => literals(path, tree.text(path)).some((text) => LIMITED_AND_LOCKED.test(text))),
};

const DRIVER = 'server/src/platform/database/driver.ts';
const OF_DRIVER =
  /\bfrom 'pg\/|\bclass \w+ extends pg\.(?:Query|Connection)\b|\.connection\b|\{\s*connection\b[^}]*\}\s*=/;

export const driverInternalsStandInOneFile: Rule = {
  name: `what pg does not document is used in ${DRIVER} alone`,
  find: (tree) =>
    tree.paths
      .filter((path) => /^(server|ops|tools)\/.*\.ts$/.test(path) && !isTest(path) && path !== DRIVER)
      .filter((path) => /\bfrom 'pg['/]/.test(tree.text(path)) && OF_DRIVER.test(tree.text(path))),
};

/** Tables that one feature writes for others, which hand it what to write. */
const WRITERS = { payment_out: 'settlement' } as const;

export const tablesAreWrittenByTheirFeature: Rule = {
  name: 'a table of a feature is written by that feature alone',
  find: (tree) =>
    Object.entries(WRITERS).flatMap(([table, feature]) =>
      serverCode(tree)
        .filter((path) => !path.startsWith(`server/src/features/${feature}/`))
        .filter((path) =>
          literals(path, tree.text(path)).some((text) =>
            new RegExp(`\\b(INSERT\\s+INTO|UPDATE|DELETE\\s+FROM)\\s+${table}\\b`, 'i').test(text),
          ),
        )
        .map((path) => `${path}: ${table} is written by ${feature}`),
    ),
};
