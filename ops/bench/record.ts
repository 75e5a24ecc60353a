import pg from 'pg';
import { Together } from '../../server/src/platform/database/driver.ts';

/** Statement as the driver received it. */
export type Statement = { readonly text: string; readonly values: readonly unknown[] };

type Query = { readonly text: string; readonly values?: readonly unknown[] };

/**
 * Statements that the driver sends while `work` runs, in order, including BEGIN and COMMIT. One recording at a time,
 * because it covers every connection of this process.
 */
export async function recordStatements(work: () => Promise<void>): Promise<Statement[]> {
  const recorded: Statement[] = [];
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const original = prototype.query;
  prototype.query = function record(this: unknown, ...args: unknown[]) {
    const first = args[0] as string | Query | Together;
    const asked = first instanceof Together ? first.statements : [typeof first === 'string' ? { text: first } : first];
    recorded.push(...asked.map(({ text, values = [] }) => ({ text, values })));
    return original.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  return recorded;
}

/** The statement that starts a transaction contains the tenant, which does not matter for the comparison. */
const TENANT = /(wattle\.tenant_id = )'\d+'/;

/** Texts of the statements, as they are frozen. */
export function toFrozen(
  sections: readonly { readonly title: string; readonly statements: readonly Statement[] }[],
): string {
  return sections
    .map(({ title, statements }) =>
      [`-- ${title}`, ...statements.map(({ text }) => `${text.trim().replace(TENANT, "$1'n'")};`)].join('\n'),
    )
    .join('\n\n')
    .concat('\n');
}
