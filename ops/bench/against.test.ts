import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { alternating, argumentsOfRun, compare, comparedTable } from './compare-pairs.ts';
import { readOptions, UsageError } from './options.ts';
import { benchOf, linkPackages, openWorktree } from './worktree.ts';

test('pairs begin with the one and the other tree in turn', () => {
  expect(alternating(3)).toEqual(['here', 'there', 'there', 'here', 'here', 'there']);
});

test('a run of a pair has the given arguments, one round, and a file of its own', () => {
  const given = ['--against', 'abc', '--only', 'transfers', '--rounds=4', '--json', 'all.json', '--seconds', '5'];
  expect(argumentsOfRun(given, 'one.json')).toEqual([
    '--only',
    'transfers',
    '--seconds',
    '5',
    '--rounds',
    '1',
    '--json',
    'one.json',
  ]);
});

test('figures that both have are compared pair by pair', () => {
  const pair = (here: number, there: number) => ({
    here: [
      { name: 'transfers', samples: [here] },
      { name: 'new', samples: [1] },
    ],
    there: [
      { name: 'old', samples: [1] },
      { name: 'transfers', samples: [there] },
    ],
  });
  const compared = compare([pair(30, 40), pair(50, 40), pair(44, 40)]);
  expect(compared).toEqual([{ name: 'transfers', here: [30, 50, 44], there: [40, 40, 40], ratios: [0.75, 1.25, 1.1] }]);
  expect(comparedTable(compared, '0123456789ab')).toBe(
    [
      '           here  01234567  here ÷ there  of each pair',
      'transfers  44.0      40.0         1.100  0.750 1.250 1.100',
    ].join('\n'),
  );
});

test('a figure that one pair lacks is left out, and one of nothing has no ratio', () => {
  const dropped = (samples: number[]) => ({ name: 'dropped', samples });
  expect(compare([{ here: [dropped([0])], there: [dropped([])] }])).toEqual([]);
  const none = compare([{ here: [dropped([0])], there: [dropped([0])] }]);
  expect(comparedTable(none, 'abc')).toContain('dropped  0.00  0.00             –  –');
  expect(compare([])).toEqual([]);
});

test('no file is frozen while a commit is measured', () => {
  expect(readOptions(['--against', 'main']).against).toBe('main');
  expect(() => readOptions(['--against', 'main', '--freeze'])).toThrow(UsageError);
});

test('a tree gets the packages of another, and its own workspaces', () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'wattle-bench-test-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [from, to] = ['from', 'to'].map((name) => path.join(folder, name)) as [string, string];
  const write = (file: string, value: object) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(value));
  };
  write(path.join(from, 'node_modules/pg/package.json'), { name: 'pg' });
  write(path.join(from, 'contract/package.json'), { name: '@wattle/contract', in: 'from' });
  mkdirSync(path.join(from, 'node_modules/@wattle'));
  symlinkSync('../../contract', path.join(from, 'node_modules/@wattle/contract'));
  write(path.join(to, 'package.json'), { workspaces: ['contract'] });
  write(path.join(to, 'contract/package.json'), { name: '@wattle/contract', in: 'to' });
  linkPackages(from, to);
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(path.join(to, 'node_modules', name, 'package.json'), 'utf8'));
  expect(read('pg')).toEqual({ name: 'pg' });
  expect(read('@wattle/contract')).toEqual({ name: '@wattle/contract', in: 'to' });
  expect(() => benchOf(to)).toThrow(UsageError);
  write(path.join(to, 'bench/run.ts'), {});
  expect(benchOf(to)).toBe(path.join(to, 'bench/run.ts'));
});

test('a name that is no commit is refused', () => {
  expect(() => openWorktree('no-such-commit')).toThrow(UsageError);
});
