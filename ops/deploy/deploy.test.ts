import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { ROOT } from '../../tools/steps.ts';

// Each file is parsed here, and also by its own program if that is installed. `npm run test:cluster` proves that a
// cluster runs with these files.

const DEPLOY = import.meta.dirname;
const read = (file: string) => readFileSync(path.join(DEPLOY, file), 'utf8');
const envOf = (file: string) => parseEnv(read(file)) as Readonly<Record<string, string>>;

type Sections = ReadonlyMap<string, readonly (readonly [key: string, value: string])[]>;

/** Units of systemd and pgbackrest.conf: sections of settings, of which some come more than once. */
function sectionsOf(file: string): Sections {
  const sections = new Map<string, [string, string][]>();
  let section: [string, string][] = [];
  for (const line of read(file)
    .split('\n')
    .map((each) => each.trim())) {
    if (line === '' || /^[#;]/.test(line)) continue;
    const [, name] = /^\[(.+)\]$/.exec(line) ?? [];
    const at = line.indexOf('=');
    if (name !== undefined) sections.set(name, (section = []));
    else if (at > 0) section.push([line.slice(0, at), line.slice(at + 1)]);
    else throw new Error(`${file}: ${line}`);
  }
  return sections;
}
const valuesOf = (sections: Sections, section: string, key: string) =>
  (sections.get(section) ?? []).filter(([name]) => name === key).map(([, value]) => value);

const UNITS = readdirSync(path.join(DEPLOY, 'systemd')).filter((name) => /\.(service|timer)$/.test(name));
const units = new Map(UNITS.map((name) => [name, sectionsOf(`systemd/${name}`)]));
const settingsOf = (unit: string) => [...(units.get(unit)?.values() ?? [])].flat().map(([, value]) => value);

type Patroni = {
  readonly bootstrap: {
    readonly dcs: Readonly<Record<string, unknown>> & {
      readonly postgresql: { readonly parameters: Readonly<Record<string, unknown>> };
    };
    readonly post_bootstrap: string;
  };
};
const patroni = parseYaml(read('patroni.yml')) as Patroni;

/** HAProxy's lines without comments, as words. */
const haproxy = read('haproxy.cfg')
  .split('\n')
  .map((line) => line.replace(/#.*/, '').trim())
  .filter((line) => line !== '');

test('every address that a unit or HAProxy reads is in the environment files', () => {
  const known = [...Object.keys(envOf('cluster.env')), ...Object.keys(envOf('host.env'))];
  const given = [...haproxy, ...UNITS.flatMap(settingsOf)];
  const used = given.flatMap((value) => [...value.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name));
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((name) => !known.includes(name))).toEqual([]);
});

test('every file of /etc/wattle that is named is here, and its place is in the documents', () => {
  const given = [patroni.bootstrap.post_bootstrap, ...UNITS.flatMap(settingsOf)];
  const named = new Set(
    given.flatMap((value) => [...value.matchAll(/\/etc\/wattle\/([\w.-]+\w)/g)].map(([, name = '']) => name)),
  );
  // What an operator writes for the host of the nightly check.
  expect(named.delete('restore-check.env')).toBe(true);
  expect(named.size).toBeGreaterThan(5);
  const documents = ['cluster.md', 'backup.md']
    .map((name) => readFileSync(path.join(ROOT, 'ops/docs', name), 'utf8'))
    .join();
  expect([...named].filter((name) => !existsSync(path.join(DEPLOY, name)))).toEqual([]);
  expect([...named].filter((name) => !documents.includes(`ops/deploy/${name}`))).toEqual([]);
});

test('an acknowledged write is on two nodes, and the cluster outlives etcd', () => {
  expect(patroni.bootstrap.dcs).toMatchObject({
    synchronous_mode: true,
    synchronous_mode_strict: true,
    failsafe_mode: true,
  });
});

test('backups are encrypted, their passphrase is not in their configuration, and failures are reported', () => {
  const backups = sectionsOf('pgbackrest.conf');
  expect(valuesOf(backups, 'global', 'repo1-cipher-type')).toEqual(['aes-256-cbc']);
  expect([...backups.values()].flat().filter(([key]) => key.endsWith('cipher-pass'))).toEqual([]);
  expect(envOf('secrets.env')).toHaveProperty('PGBACKREST_REPO1_CIPHER_PASS');
  expect(patroni.bootstrap.dcs.postgresql.parameters).toMatchObject({
    archive_mode: 'on',
    archive_command: 'pgbackrest --stanza=wattle archive-push %p',
  });
  expect([...backups.keys()]).toContain('wattle');
  for (const unit of ['wattle-backup.service', 'wattle-restore-check.service']) {
    expect(valuesOf(units.get(unit) ?? new Map(), 'Unit', 'OnFailure')).toEqual(['wattle-alarm@%n.service']);
  }
});

// By the v3 interface Patroni 3.0.2 writes the leader key without comparing it: a leader that wakes takes it back.
test('the leader key is compared before it is set', () => {
  const names = Object.keys(envOf('cluster.env'));
  expect(names).toContain('PATRONI_ETCD_HOSTS');
  expect(names.filter((name) => name.startsWith('PATRONI_ETCD3'))).toEqual([]);
  const [start = ''] = valuesOf(units.get('wattle-etcd.service') ?? new Map(), 'Service', 'ExecStart');
  expect(start.split(' ')).toContain('--enable-v2');
});

type Firewall = { readonly defines: ReadonlyMap<string, string>; readonly chains: ReadonlyMap<string, string[]> };

/** The addresses that the firewall's file names, and the rules of each chain. */
function readFirewall(): Firewall {
  const defines = new Map<string, string>();
  const chains = new Map<string, string[]>();
  let chain: string[] = [];
  for (const line of read('nftables.conf')
    .split('\n')
    .map((each) => each.replace(/#.*/, '').trim())) {
    const [, name, addresses] = /^define (\w+) = \{ (.*) \}$/.exec(line) ?? [];
    if (name !== undefined) defines.set(name, addresses ?? '');
    const [, opened] = /^chain (\w+) \{$/.exec(line) ?? [];
    if (opened !== undefined) chains.set(opened, (chain = []));
    else if (line !== '' && line !== '}') chain.push(line);
  }
  return { defines, chains };
}

test('the firewall shuts what is not named, and opens no port of the database to the world', () => {
  const { defines, chains } = readFirewall();
  const rules = chains.get('input') ?? [];
  expect(rules[0]).toBe('type filter hook input priority filter; policy drop;');
  expect(chains.get('forward')).toEqual(['type filter hook forward priority filter; policy drop;']);
  const opened = rules.filter((rule) => rule.includes('dport'));
  expect(opened.length).toBeGreaterThan(3);
  expect(opened.filter((rule) => !rule.includes('ip saddr'))).toEqual([
    'ip daddr $PROXIES tcp dport { 80, 443 } accept',
  ]);
  const cluster = envOf('cluster.env');
  const databases = ['DB1', 'DB2', 'DB3'].map((name) => cluster[name]?.split(':')[0]);
  expect(defines.get('DATABASES')).toBe(databases.join(', '));
  const site = readFileSync(path.join(ROOT, 'deploy/nginx/wattle.conf'), 'utf8');
  const servers = [...site.matchAll(/^\s*server ([\d.]+):3000/gm)].map(([, address]) => address);
  expect(servers.length).toBeGreaterThan(1);
  expect(defines.get('SERVERS')).toBe(servers.join(', '));
});

// The programs of Debian, where this machine has them.
const ANALYZE = '/usr/bin/systemd-analyze';
describe.runIf(existsSync(ANALYZE))('systemd', () => {
  test.each(UNITS)('accepts %s', (unit) => {
    const { stderr } = spawnSync(ANALYZE, ['verify', path.join(DEPLOY, 'systemd', unit)], { encoding: 'utf8' });
    // A program that is missing on this machine is not a fault of the unit.
    const faults = stderr.split('\n').filter((line) => {
      const [, program] = /: Command (\S+) is not executable: No such file/.exec(line) ?? [];
      return line !== '' && (program === undefined || existsSync(program));
    });
    expect(faults).toEqual([]);
  });
});

/** nft asks the kernel, which only root may. */
const isRoot = process.getuid?.() === 0;
const NFT = '/usr/sbin/nft';
test.runIf(existsSync(NFT) && isRoot)('nftables accepts the firewall', () => {
  const { status, stderr } = spawnSync(NFT, ['-c', '-f', path.join(DEPLOY, 'nftables.conf')], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

const HAPROXY = '/usr/sbin/haproxy';
test.runIf(existsSync(HAPROXY))('HAProxy accepts its configuration', () => {
  const { status, stderr } = spawnSync(HAPROXY, ['-c', '-f', path.join(DEPLOY, 'haproxy.cfg')], {
    env: envOf('cluster.env'),
    encoding: 'utf8',
  });
  expect({ status, stderr }).toMatchObject({ status: 0 });
});
