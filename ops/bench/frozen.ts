import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CardReference } from '@wattle/contract/wire.ts';
import type { TestCard } from '../../server/test-support/factories.ts';
import type { buildApp } from '../../server/src/http/app.ts';
import type { Call } from './load.ts';
import { recordStatements, toFrozen } from './record.ts';
import type { Statement } from './record.ts';

/** Queries of the server that are compared with pgbench, exactly as it sends them. */
export type FrozenName = 'card-home' | 'transactions-page';

const fileOf = (name: FrozenName) => path.join(import.meta.dirname, 'queries', `${name}.sql`);

/** The queries have changed since they were frozen. */
export class NotAsFrozen extends Error {}

/** Calls of a browser that shows the card home of a signed-in cardholder. */
export function cardHomeCalls(headers: { authorization: string }, card: CardReference): readonly Call[] {
  const json = { ...headers, 'content-type': 'application/json' };
  return [
    { method: 'GET', path: '/api/card/cards', headers },
    { method: 'POST', path: '/api/card/details', headers: json, body: JSON.stringify({ Card: card }) },
    {
      method: 'POST',
      path: '/api/transaction/recent',
      headers: json,
      body: JSON.stringify({ Card: card, IncludePending: true }),
    },
  ];
}

/** Call for a page of an account's posted transactions. */
export function transactionsPageCall(
  headers: { authorization: string },
  { card }: { readonly card: TestCard },
  skip: number,
  count: number,
): Call {
  const query = `accountNumber=${card.account.accountNumber}&count=${count}&skip=${skip}`;
  return { method: 'GET', path: `/api/transaction?${query}`, headers };
}

/** Makes the calls within this process, and returns the statements that each made the server send. */
export async function recordCalls(
  app: Awaited<ReturnType<typeof buildApp>>,
  calls: readonly Call[],
): Promise<{ title: string; statements: Statement[] }[]> {
  const sections = [];
  for (const { method, path: url, headers, body } of calls) {
    const inject = async () => {
      const answer = await app.inject({
        method,
        url,
        headers,
        ...(body && { payload: body }),
      });
      if (answer.statusCode !== 200) throw new Error(`${method} ${url} answered ${answer.statusCode} ${answer.body}`);
    };
    // Cached queries are not part of it.
    await inject();
    sections.push({
      title: `${method} ${url.replace('/api/', '').replace(/\?.*/, '')}`,
      statements: await recordStatements(inject),
    });
  }
  return sections;
}

export function freeze(name: FrozenName, sections: Parameters<typeof toFrozen>[0]): void {
  writeFileSync(fileOf(name), toFrozen(sections));
}

/** Throws NotAsFrozen if the server sends other statements than the frozen ones. */
export function compareWithFrozen(name: FrozenName, sections: Parameters<typeof toFrozen>[0]): void {
  const now = toFrozen(sections);
  if (now === readFileSync(fileOf(name), 'utf8')) return;
  throw new NotAsFrozen(
    `The server sends other queries than ops/bench/queries/${name}.sql has. Where that is meant, write them anew with: npm run bench -- --freeze\nIt sends now:\n${now}`,
  );
}
