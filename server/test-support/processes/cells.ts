import { setTimeout as pause } from 'node:timers/promises';
import { ask, anyRequest, type Asked, type Payer } from '../../stress/client.ts';
import type { Acknowledged } from '../../stress/still-there.ts';
import { prepareCell } from '../../src/platform/cells/cells.ts';
import { moveTenant, type MoveOptions, takeBack } from '../../src/platform/cells/move.ts';
import { holdToIdentity } from '../../src/platform/instance-identity.ts';
import { faultOfChains } from '../../src/commands/verify.ts';
import { givenApp, type TestApp } from '../app.ts';
import { givenDatabase, givenMode, TEST_START, type TestDatabase } from './database.ts';
import type { Dice } from '../dice.ts';
import { TEST_KEYS } from '../keys.ts';
import { TEST_SECRETS } from '../ledger/sealed.ts';
import { freePort } from './server-process.ts';

export type TestCell = TestApp & { readonly name: string; readonly baseUrl: string };

/** Two cells with a server each, on two databases of one PostgreSQL. They forward requests to each other. */
export async function givenCells(settings: Readonly<Record<string, string>> = {}): Promise<[TestCell, TestCell]> {
  const bases: [TestDatabase, TestDatabase] = [await givenDatabase(), await givenDatabase()];
  const ports = { a: await freePort(), b: await freePort() };
  const clusters = `a=http://127.0.0.1:${ports.a},b=http://127.0.0.1:${ports.b}`;
  const open = async (name: 'a' | 'b', database: TestDatabase) => {
    const own = { WATTLE_CLUSTER: name, WATTLE_CLUSTERS: clusters };
    // The second trusts the first for the address of the caller; the first trusts no one.
    const trust: Record<string, string> = name === 'b' ? { WATTLE_TRUSTED_PROXIES: '127.0.0.1' } : {};
    await givenMode(database, 'sandbox');
    const given = await givenApp({ ...settings, ...own, ...trust }, {}, database);
    await holdToIdentity(given.ctx.database, 'sandbox', TEST_KEYS);
    given.ctx.setSecurityTime(Date.now());
    await given.app.listen({ host: '127.0.0.1', port: ports[name] });
    return { ...given, name, baseUrl: `http://127.0.0.1:${ports[name]}` };
  };
  const cells: [TestCell, TestCell] = [await open('a', bases[0]), await open('b', bases[1])];
  return cells;
}

export const databasesOf = (cells: readonly TestCell[]) => new Map(cells.map(({ name, ctx }) => [name, ctx.ownerUrl]));

export async function givenPreparedCells(cells: readonly TestCell[]): Promise<void> {
  for (const { name } of cells.slice(1)) await prepareCell(name, databasesOf(cells), () => {});
}

type Given = Partial<MoveOptions> & Pick<MoveOptions, 'tenantId' | 'to'>;

/** Moves a tenant like the command, with the key of the chains. */
export function move(cells: readonly TestCell[], given: Given) {
  return moveTenant({
    databases: databasesOf(cells),
    say: () => {},
    nowMs: Date.parse(TEST_START),
    faultOfChains: (target, tenantId) => faultOfChains(target, tenantId, TEST_SECRETS.seal),
    ...given,
  });
}

export function moveBack(cells: readonly TestCell[], given: Given) {
  return takeBack({ databases: databasesOf(cells), say: () => {}, ...given });
}

/** Simulates a tool that is killed at a step. */
export class Killed extends Error {}

export type Load = {
  countOfAcknowledged(): number;
  stop(): Promise<Acknowledged[]>;
};

/** Callers that pay and purchase through one URL, and retry with the same key until they have a response. */
export function startLoad(baseUrl: string, payers: readonly Payer[], name: string, roll: Dice, callers = 4): Load {
  const acknowledged: Acknowledged[] = [];
  let isStopped = false;
  async function call(number: number): Promise<void> {
    for (let sent = 0; !isStopped; sent += 1) {
      const asked: Asked = anyRequest(roll, payers, `${name}-${number}-${sent}`);
      for (;;) {
        const answer = await ask(baseUrl, asked, TEST_SECRETS);
        if (answer) {
          acknowledged.push({ asked, answer });
          break;
        }
        await pause(10);
      }
    }
  }
  const running = Promise.all(Array.from({ length: callers }, (_one, number) => call(number)));
  return {
    countOfAcknowledged: () => acknowledged.length,
    async stop() {
      isStopped = true;
      await running;
      return acknowledged;
    },
  };
}
