import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { openFolderExchange } from '../files/folder.ts';
import { withOwnNames } from './own-names.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wattle-names-'));
});
afterAll(() => rm(folder, { recursive: true }));

const namesOf = (env: Readonly<Record<string, string>>) => readConfig(env, (file) => path.resolve(file)).bank.names;
const bankBy = (env: Readonly<Record<string, string>>) => {
  const exchange = openFolderExchange(folder);
  return withOwnNames({ outgoing: exchange, incoming: exchange }, namesOf(env));
};

it('files of the bank are read under names of ours, whatever the bank calls them', async () => {
  const bank = bankBy({
    WATTLE_BANK_IN_NAMES:
      '1:outcome=*.ack, 1:returns=DERET*.txt,2:returns=OTHER.DERET*.txt, 1:statement.xml=CAMT053*.xml',
  });
  const theirs = ['A1.ack', 'CAMT053-2026.xml', 'DERET7.txt', 'OTHER.DERET7.txt', '1-b.deposits', 'readme.txt'];
  for (const name of theirs) await writeFile(path.join(folder, name), `bytes of ${name}`);
  const listed = await bank.incoming.list();
  const ours = listed.kind === 'done' ? listed.value.map(({ name }) => name) : [];
  expect(ours.toSorted()).toEqual(
    [
      '1-A1.ack.outcome',
      '1-CAMT053-2026.xml.statement.xml',
      '1-DERET7.txt.returns',
      '2-OTHER.DERET7.txt.returns',
      '1-b.deposits',
      'readme.txt',
    ].toSorted(),
  );
  const texts = await Promise.all(ours.map((name) => bank.incoming.read(name)));
  expect(texts.map((text) => (text.kind === 'done' ? text.value.toString() : text.kind)).toSorted()).toEqual(
    theirs.map((name) => `bytes of ${name}`).toSorted(),
  );
  for (const name of theirs) await rm(path.join(folder, name));
});

it('files for the bank lie there under its names, and are found under ours', async () => {
  const bank = bankBy({
    WATTLE_BANK_OUT_NAMES: '1:de=DE{yymmdd}{nn}.txt,1:bpay=BPAY.{yyyymmdd}.{n},2:de={nnn}-{yymmdd}',
  });
  const named = [
    ['1-de-20261124-1.aba', 'DE26112401.txt'],
    ['1-de-20261124-12.aba', 'DE26112412.txt'],
    ['1-bpay-20261124-3.bpb', 'BPAY.20261124.3'],
    ['2-de-20261124-4.aba', '004-261124'],
    ['1-dd-20261124-1.aba', '1-dd-20261124-1.aba'],
    ['2-bpay-20261124-1.bpb', '2-bpay-20261124-1.bpb'],
  ] as const;
  for (const [ours] of named) expect((await bank.outgoing.put(ours, Buffer.from(ours))).kind).toBe('done');
  expect((await readdir(folder)).toSorted()).toEqual(named.map(([, theirs]) => theirs).toSorted());
  const listed = await bank.outgoing.list();
  expect(listed.kind === 'done' && listed.value.map(({ name }) => name).toSorted()).toEqual(
    named.map(([ours]) => ours).toSorted(),
  );
  for (const [ours, theirs] of named) {
    expect(await bank.outgoing.read(ours)).toMatchObject({ kind: 'done', value: Buffer.from(ours) });
    expect([bank.ourName(theirs), bank.ourName(ours)]).toEqual([ours, ours]);
    await rm(path.join(folder, theirs));
  }
});

it('the page has names that the settings take, and says what they are here', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../../docs/integrate/bank.md'), 'utf8');
  const env = Object.fromEntries(
    [...page.matchAll(/^(WATTLE_BANK_(?:IN|OUT)_NAMES)=(.+)$/gm)].map(([, name, value]) => [name, value]),
  ) as Readonly<Record<string, string>>;
  expect(namesOf(env)).toMatchObject({ incoming: { length: 3 }, outgoing: { length: 2 } });
  const [, theirs = '', ours = ''] = /`(DE\d+\.txt)` is `([^`]+)`/.exec(page) ?? [];
  expect(bankBy(env).ourName(theirs)).toBe(ours);
});

it.each([
  ['WATTLE_BANK_IN_NAMES', 'returns=DERET*.txt'],
  ['WATTLE_BANK_IN_NAMES', '1:refunds=DERET*.txt'],
  ['WATTLE_BANK_IN_NAMES', '1:returns=*'],
  ['WATTLE_BANK_IN_NAMES', '1:returns=../DERET*.txt'],
  ['WATTLE_BANK_IN_NAMES', '1:returns=A*,2:returns=A*'],
  ['WATTLE_BANK_OUT_NAMES', '1:de=DE{yymmdd}.txt'],
  ['WATTLE_BANK_OUT_NAMES', '1:de=DE{n}.txt'],
  ['WATTLE_BANK_OUT_NAMES', '1:de=DE{yymmdd}{n}{nn}.txt'],
  ['WATTLE_BANK_OUT_NAMES', '1:de=DE{day}{yymmdd}{n}.txt'],
  ['WATTLE_BANK_OUT_NAMES', '1:returns=DE{yymmdd}{n}.txt'],
])('%s refuses %s', (setting, value) => {
  expect(() => namesOf({ [setting]: value })).toThrow(`${setting}: must be programmes, kinds (`);
});

it.each([
  // The tenth file of credits, and the hundredth, would have the name of one of debits.
  ['1:de=A{yymmdd}{n}.aba,1:dd=A{yymmdd}{nn}.aba'],
  ['1:de=A{yymmdd}{nn}.aba,2:de=A{yymmdd}{nnn}.aba'],
  // 20-26-11 and 247, or 2026-11-24 and 7.
  ['1:de=A{yymmdd}{nn}.aba,2:de=A{yyyymmdd}{n}.aba'],
  ['1:de=PAY-{yymmdd}-{nn},2:de=pay-{yymmdd}-{nn}'],
  ['1:de=A{yymmdd}{nn},1:de=B{yymmdd}{nn}'],
  ['1:de=2-de-{yyyymmdd}-{n}.aba'],
])('names for the bank tell whose file it is: %s', (value) => {
  expect(() => namesOf({ WATTLE_BANK_OUT_NAMES: value })).toThrow(
    'WATTLE_BANK_OUT_NAMES: must be names that tell files of two programmes or kinds apart, and from names of ours',
  );
});
