import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { givenPolicy } from '../../../test-support/policy.ts';
import { givenSftpServer, type TestSftpServer } from '../../../test-support/outside/sftp-server.ts';
import { openOrderFiles } from '../card-maker/order-files.ts';
import { openPrintFiles } from '../print/print-files.ts';
import { openFolderExchange } from './folder.ts';
import type { FileExchange } from './port.ts';
import { openSftpExchange } from './sftp.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function givenFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wattle-files-'));
  closing.push(() => rm(folder, { recursive: true }));
  return folder;
}

type Stand = {
  readonly exchange: FileExchange;
  /** Files of the other side by name. */
  readonly has: () => Promise<ReadonlyMap<string, Buffer>>;
  readonly leave: (name: string, text: string) => Promise<void>;
};

async function inFolder(): Promise<Stand> {
  const folder = path.join(await givenFolder(), 'print');
  return {
    exchange: openFolderExchange(folder),
    has: async () => {
      const names = await readdir(folder);
      return new Map(
        await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name))] as const)),
      );
    },
    leave: (name, text) => writeFile(path.join(folder, name), text),
  };
}

async function sftpOf(server: TestSftpServer, hostKey = server.hostKey): Promise<FileExchange> {
  const keyFile = path.join(await givenFolder(), 'key');
  await writeFile(keyFile, server.userKey);
  const { port } = server;
  const settings = { kind: 'sftp', host: '127.0.0.1', port, user: 'wattle', folder: '/in', hostKey, keyFile } as const;
  return openSftpExchange(settings, givenPolicy({ limitMs: 20_000 }));
}

async function givenServer(options = {}): Promise<TestSftpServer> {
  const server = await givenSftpServer(options);
  closing.push(() => server.close());
  return server;
}

async function bySftp(): Promise<Stand> {
  const server = await givenServer();
  return {
    exchange: await sftpOf(server),
    has: async () =>
      new Map([...server.files].map(([full, bytes]): [string, Buffer] => [full.slice('/in/'.length), bytes])),
    leave: async (name, text) => void server.files.set(`/in/${name}`, Buffer.from(text)),
  };
}

describe.each([
  ['a folder', inFolder],
  ['a host by SFTP', bySftp],
])('files exchanged by %s', (_, open) => {
  it('arrive complete under their names, once', async () => {
    const { exchange, has } = await open();
    const bytes = Buffer.alloc(300_000, 'wattle');
    const sent = [await exchange.put('a-1.pdf', bytes), await exchange.put('a-1.pdf', bytes)];
    expect(sent).toEqual([
      { kind: 'done', value: null },
      { kind: 'done', value: null },
    ]);
    expect([...(await has())]).toEqual([['a-1.pdf', bytes]]);
  });

  it('do not overwrite another file of the same name', async () => {
    const { exchange, has } = await open();
    await exchange.put('a-1.pdf', Buffer.from('first'));
    expect(await exchange.put('a-1.pdf', Buffer.from('another'))).toEqual({ kind: 'refused', code: 'name_taken' });
    expect((await has()).get('a-1.pdf')?.toString()).toBe('first');
  });

  it('cannot have names that lead out of the folder', async () => {
    const { exchange } = await open();
    for (const name of ['../a.pdf', 'a/b.pdf', '.hidden', '', '/etc/passwd']) {
      expect(await exchange.put(name, Buffer.from('x'))).toEqual({ kind: 'refused', code: 'file_name' });
      expect(await exchange.read(name)).toEqual({ kind: 'refused', code: 'file_name' });
    }
  });

  it('are listed and read, except partial transfers', async () => {
    const { exchange, leave } = await open();
    await exchange.put('b.txt', Buffer.from('bb'));
    await leave('c.txt', 'ccc');
    await leave('d.txt.part', 'dd');
    expect(await exchange.list()).toEqual({
      kind: 'done',
      value: [
        { name: 'b.txt', size: 2 },
        { name: 'c.txt', size: 3 },
      ],
    });
    expect(await exchange.read('c.txt')).toEqual({ kind: 'done', value: Buffer.from('ccc') });
    expect(await exchange.read('e.txt')).toEqual({ kind: 'refused', code: 'no_file' });
  });

  it('are sent again after an interrupted attempt', async () => {
    const { exchange, has, leave } = await open();
    await exchange.put('first.pdf', Buffer.from('1'));
    await leave('a-1.pdf.part', 'ha');
    expect((await exchange.put('a-1.pdf', Buffer.from('whole'))).kind).toBe('done');
    expect((await has()).get('a-1.pdf')?.toString()).toBe('whole');
  });

  it('can be a card order, or a letter with its envelope', async () => {
    const { exchange, has } = await open();
    const address = ['Amelia Chen', '1 Wattle Street', 'Fremantle WA 6160'];
    const order = {
      reference: '7-1',
      cardNumber: '9036000000000017',
      expiry: '2029-11',
      embossedName: 'AMELIA CHEN',
      product: 'Wattle Everyday',
      brand: 'wattle',
      scheme: 'visa',
      address,
    };
    expect((await openOrderFiles(exchange).order(order)).kind).toBe('done');
    const printer = openPrintFiles(exchange);
    expect((await printer.print({ reference: 's-1', kind: 'statement', address, pdf: Buffer.from('%PDF') })).kind).toBe(
      'done',
    );
    const files = await has();
    expect([...files.keys()].toSorted()).toEqual(['card-7-1.json', 's-1.json', 's-1.pdf']);
    expect(JSON.parse(String(files.get('card-7-1.json')))).toEqual(order);
    expect(JSON.parse(String(files.get('s-1.json')))).toEqual({ document: 's-1.pdf', kind: 'statement', address });
  });
});

describe('a folder for files', () => {
  it('and its files are readable by their owner only', async () => {
    const folder = path.join(await givenFolder(), 'outgoing/print');
    await openFolderExchange(folder).put('a.pdf', Buffer.from('x'));
    const modes = [(await stat(folder)).mode, (await stat(path.join(folder, 'a.pdf'))).mode];
    expect(modes.map((mode) => (mode & 0o777).toString(8))).toEqual(['700', '600']);
  });
});

describe('an SFTP host', () => {
  it('with another key than the pinned one receives nothing', async () => {
    const [server, other] = [await givenServer(), await givenServer({ hasOwnKeys: true })];
    const exchange = await sftpOf(server, other.hostKey);
    expect((await exchange.put('a.pdf', Buffer.from('x'))).kind).toBe('unsent');
    expect(server.files.size).toBe(0);
  });

  it('that rejects our key or is unavailable receives nothing', async () => {
    const [server, other] = [await givenServer(), await givenServer({ hasOwnKeys: true })];
    const stranger = await sftpOf({ ...server, userKey: other.userKey });
    expect((await stranger.put('a.pdf', Buffer.from('x'))).kind).toBe('unsent');
    const exchange = await sftpOf(server);
    await server.close();
    closing.pop();
    expect((await exchange.list()).kind).toBe('unsent');
  });

  it('that disconnects during a transfer has no file of that name', async () => {
    const server = await givenServer();
    server.cutNextWrite();
    expect((await (await sftpOf(server)).put('a.pdf', Buffer.from('x'))).kind).toBe('unknown');
    expect([...server.files.keys()]).toEqual(['/in/a.pdf.part']);
  });
});
