import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../../test-support/processes/database.ts';
import { openOutside } from '../outside.ts';
import { reportOrders } from './left-orders.ts';

let dataFolder: string;
let ctx: TestContext;
beforeEach(async () => {
  dataFolder = mkdtempSync(path.join(tmpdir(), 'wattle-orders-'));
  ctx = await givenContext();
});
afterEach(async () => {
  await ctx.close();
  rmSync(dataFolder, { recursive: true });
});

const SFTP = {
  kind: 'sftp',
  host: 'maker.example',
  port: 22,
  user: 'wattle',
  folder: '/orders',
  hostKey: 'A'.repeat(43),
  keyFile: '/nowhere',
} as const;

const configOf = (mode: 'sandbox' | 'production', cardMaker?: typeof SFTP) => {
  const { outside } = ctx.config;
  const files = { ...outside.files, ...(cardMaker && { cardMaker }) };
  return { ...ctx.config, mode, dataFolder, outside: { ...outside, files } };
};

function reported(config: ReturnType<typeof configOf>): unknown[] {
  const lines: unknown[] = [];
  const log = {
    ...ctx.log,
    warn: (fields: object, words: string) => lines.push(['warn', words, fields]),
    error: (fields: object, words: string) => lines.push(['error', words, fields]),
  };
  reportOrders(config, log);
  return lines;
}

const opened = (config: ReturnType<typeof configOf>) => openOutside(config, ctx.clocks, ctx.log, () => false);

it('production has a card maker by its address alone, and says at start that orders wait', () => {
  expect(opened(configOf('production')).cardMaker).toBeUndefined();
  expect(opened(configOf('production', SFTP)).cardMaker).toBeDefined();
  expect(opened(configOf('sandbox')).cardMaker).toBeDefined();
  const waits = ['warn', 'orders of plastic wait: the card maker has no address', { setting: 'WATTLE_CARD_MAKER_URL' }];
  expect(reported(configOf('production'))).toEqual([waits]);
  expect(reported(configOf('production', SFTP))).toEqual([]);
  expect(reported(configOf('sandbox'))).toEqual([]);
});

it('names the files of orders that lie in the data folder of a production server, with or without an address', () => {
  const folder = path.join(dataFolder, 'outgoing/card-maker');
  mkdirSync(folder, { recursive: true });
  for (const name of ['card-7.json', 'card-8.json']) writeFileSync(path.join(folder, name), '{}');
  const left = [
    'error',
    'files with full card numbers lie on this disk: give them to the card maker, then delete them',
    { folder, files: 2 },
  ];
  expect(reported(configOf('production', SFTP))).toEqual([left]);
  expect(reported(configOf('production'))).toHaveLength(2);
  expect(reported(configOf('sandbox'))).toEqual([]);
});
