import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from './steps.ts';

const DEPLOY = path.join(ROOT, 'deploy');
const read = (file: string) => readFileSync(path.join(DEPLOY, file), 'utf8');
const UNITS = readdirSync(path.join(DEPLOY, 'systemd')).filter((name) => /\.(service|timer)$/.test(name));
const settingsOf = (file: string) => [...read(file).matchAll(/^([A-Z]\w*)=/gm)].map(([, name]) => name);

test('every address that a unit or HAProxy reads is in the environment files', () => {
  const known = ['cluster.env', 'host.env'].flatMap(settingsOf);
  const readers = ['haproxy.cfg', ...UNITS.map((unit) => `systemd/${unit}`)];
  const used = readers.flatMap((file) => [...read(file).matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name));
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((name) => !known.includes(name))).toEqual([]);
});

test('every file of /etc/wattle that is named is in deploy/, and its place is in the documents', () => {
  const readers = ['patroni.yml', ...UNITS.map((unit) => `systemd/${unit}`)];
  const named = readers.flatMap((file) =>
    [...read(file).matchAll(/\/etc\/wattle\/([\w.-]+\w)/g)].map(([, name]) => name),
  );
  // What an operator writes for a server and for the host of the nightly check.
  const given = new Set(named.filter((name) => name !== 'server.env' && name !== 'restore-check.env'));
  expect(given.size).toBeGreaterThan(5);
  const documents = ['cluster.md', 'backup.md']
    .map((name) => readFileSync(path.join(ROOT, 'docs', name), 'utf8'))
    .join();
  expect([...given].filter((name) => !existsSync(path.join(DEPLOY, String(name))))).toEqual([]);
  expect([...given].filter((name) => !documents.includes(`deploy/${name}`))).toEqual([]);
});

test('an acknowledged write is on two nodes, and the cluster outlives etcd', () => {
  const patroni = read('patroni.yml');
  for (const setting of ['synchronous_mode: true', 'synchronous_mode_strict: true', 'failsafe_mode: true']) {
    expect(patroni).toContain(setting);
  }
});

test('backups are encrypted, their pass is no part of their configuration, and what fails is told', () => {
  const backups = read('pgbackrest.conf');
  expect(backups).toMatch(/^repo1-cipher-type=aes-256-cbc$/m);
  expect(backups).not.toMatch(/^repo1-cipher-pass/m);
  expect(settingsOf('secrets.env')).toContain('PGBACKREST_REPO1_CIPHER_PASS');
  expect(read('patroni.yml')).toContain('archive_command: pgbackrest --stanza=wattle archive-push %p');
  for (const unit of ['wattle-backup.service', 'wattle-restore-check.service']) {
    expect(read(`systemd/${unit}`)).toContain('OnFailure=wattle-alarm@%n.service');
  }
});

// By the v3 interface Patroni 3.0.2 writes the leader key without comparing it: a leader that wakes takes it back.
test('the leader key is compared before it is set', () => {
  expect(settingsOf('cluster.env')).toContain('PATRONI_ETCD_HOSTS');
  expect(read('cluster.env')).not.toContain('ETCD3');
  expect(read('systemd/wattle-etcd.service')).toContain('--enable-v2');
});

// The programs of Debian, where this machine has them.
const ANALYZE = '/usr/bin/systemd-analyze';
const ETCD_AND_PATRONI = ['/usr/bin/etcd', '/usr/bin/patroni'];
describe.runIf(existsSync(ANALYZE) && ETCD_AND_PATRONI.every((program) => existsSync(program)))('systemd', () => {
  test.each(UNITS)('accepts %s', (unit) => {
    const { status, stderr } = spawnSync(ANALYZE, ['verify', path.join(DEPLOY, 'systemd', unit)], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

const NFT = '/usr/sbin/nft';
// nft asks the kernel, which only root may.
test.runIf(existsSync(NFT) && process.getuid?.() === 0)('nftables accepts the firewall', () => {
  const { status, stderr } = spawnSync(NFT, ['-c', '-f', path.join(DEPLOY, 'nftables.conf')], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('the firewall shuts what is not named, and opens no port of the database to the world', () => {
  const rules = read('nftables.conf');
  expect(rules).toContain('hook input priority filter; policy drop;');
  const opened = rules.split('\n').filter((line) => line.includes('dport'));
  expect(opened.filter((line) => !line.includes('ip saddr'))).toEqual([
    '        ip daddr $PROXIES tcp dport { 80, 443 } accept',
  ]);
  const addresses = [...read('cluster.env').matchAll(/^DB\d=([\d.]+):/gm)].map(([, address]) => address);
  expect(rules).toContain(`define DATABASES = { ${addresses.join(', ')} }`);
  const servers = [...read('nginx/wattle.conf').matchAll(/^ {4}server ([\d.]+):3000/gm)].map(([, address]) => address);
  expect(rules).toContain(`define SERVERS = { ${servers.join(', ')} }`);
});

const HAPROXY = '/usr/sbin/haproxy';
test.runIf(existsSync(HAPROXY))('HAProxy accepts its configuration', () => {
  const env = Object.fromEntries(
    [...read('cluster.env').matchAll(/^([A-Z]\w*)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  const { status, stderr } = spawnSync(HAPROXY, ['-c', '-f', path.join(DEPLOY, 'haproxy.cfg')], {
    env,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toMatchObject({ status: 0 });
});
