import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from '../../tools/steps.ts';

const SYSTEMD = path.join(ROOT, 'deploy/systemd');
const DAY_S = 86_400;
const OLD = 'wattle-20261001T013000Z.backup';

/** Settings of a unit by section, `Service.User=wattle`. */
function settingsOf(unit: string): readonly string[] {
  let section = '';
  return readFileSync(path.join(SYSTEMD, unit), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name] = /^\[(.+)\]$/.exec(line) ?? [];
      section = name ?? section;
      return name !== undefined || line === '' || line.startsWith('#') ? [] : [`${section}.${line}`];
    });
}

describe('the nightly backup of one host', () => {
  const server = settingsOf('wattle.service');
  const backup = settingsOf('wattle-backup.service');

  it('may do no more than the server, and writes its own folder alone', () => {
    const walls = server.slice(server.indexOf('Service.NoNewPrivileges=yes')).filter((line) => !/Install/.test(line));
    expect(walls.length).toBeGreaterThan(20);
    expect(backup).toEqual(expect.arrayContaining([...walls]));
    expect(backup).toEqual(
      expect.arrayContaining(['Service.User=wattle', 'Service.EnvironmentFile=-/etc/wattle/server.env']),
    );
    expect(backup.filter((line) => /Paths=|Directory=/.test(line))).toEqual([
      'Service.WorkingDirectory=-/opt/wattle',
      'Service.ReadWritePaths=-/var/backups/wattle',
    ]);
  });

  it('starts each night, and after a night that the host was down', () => {
    expect(settingsOf('wattle-backup.timer')).toEqual(
      expect.arrayContaining([
        'Timer.OnCalendar=*-*-* 01:30',
        'Timer.Persistent=true',
        'Install.WantedBy=timers.target',
      ]),
    );
  });

  it('starts the script of the tree with the folder that its page makes', () => {
    const [, script = '', folder = '', days = ''] =
      /^Service\.ExecStart=\/bin\/sh (\S+) (\S+) (\d+)$/.exec(
        backup.find((line) => line.includes('ExecStart')) ?? '',
      ) ?? [];
    expect(existsSync(path.join(ROOT, script))).toBe(true);
    const page = readFileSync(path.join(ROOT, 'docs/backup.md'), 'utf8');
    for (const said of [`install -d -m 700 -o wattle -g wattle ${folder}\n`, `keeps ${days} days`])
      expect(page).toContain(said);
    for (const unit of ['wattle-backup.service', 'wattle-backup.timer'])
      expect(page).toContain(`deploy/systemd/${unit}`);
  });
});

describe('its script', () => {
  let folder: string;
  let backups: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'wattle-nightly-'));
    backups = path.join(folder, 'backups');
    mkdirSync(backups);
    const now = Date.now() / 1_000;
    // The last one was ended in the middle; the first was made by hand, before an upgrade.
    for (const name of ['wattle-before-0.2.backup', OLD, `${OLD}.part`]) {
      const old = path.join(backups, name);
      writeFileSync(old, 'old');
      utimesSync(old, now - 16 * DAY_S, now - 16 * DAY_S);
    }
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs it where the sources would be, with a command that writes the file and ends with a code. */
  function run(code: number): { readonly status: number | null; readonly files: readonly string[] } {
    const bin = path.join(folder, 'node_modules/.bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(
      path.join(bin, 'node'),
      `#!/bin/sh\n[ "$1 $2 $4" = "tools/bootstrap.mjs backup --without-keys" ] && [ ${code} = 0 ] && echo new > "$3"\nexit ${code}\n`,
    );
    chmodSync(path.join(bin, 'node'), 0o755);
    const { status } = spawnSync('/bin/sh', [path.join(ROOT, 'deploy/backup.sh'), backups, '14'], { cwd: folder });
    return { status, files: readdirSync(backups).toSorted() };
  }

  it('keeps the days that it is given, and what it has not made', () => {
    const { status, files } = run(0);
    expect([status, files]).toEqual([
      0,
      [expect.stringMatching(/^wattle-\d{8}T\d{6}Z\.backup$/), 'wattle-before-0.2.backup'],
    ]);
    expect(statSync(path.join(backups, files[0] ?? '')).mode & 0o777).toBe(0o600);
  });

  it('keeps the old ones where none was made, and fails', () => {
    const { status, files } = run(1);
    expect([status, files]).toEqual([1, [OLD, `${OLD}.part`, 'wattle-before-0.2.backup']]);
  });
});

describe('commands on the host', () => {
  const pages = ['docs/install.md', 'ops/docs/cluster.md'];
  it.each(pages)('have the mode of the file where it has one, as the server, by %s', (page) => {
    const [, line = ''] =
      /take the settings of the file, in `\/opt\/wattle`: `([^`]+)`/.exec(
        readFileSync(path.join(ROOT, page), 'utf8'),
      ) ?? [];
    const folder = mkdtempSync(path.join(tmpdir(), 'wattle-settings-'));
    const file = path.join(folder, 'server.env');
    const modeBy = (text: string) => {
      writeFileSync(file, text);
      const typed = `${line.replace('/etc/wattle/server.env', file)}; env`;
      return /^WATTLE_MODE=(.*)$/m.exec(spawnSync('/bin/sh', ['-c', typed], { encoding: 'utf8', env: {} }).stdout)?.[1];
    };
    expect([modeBy('PORT=3000\n'), modeBy('WATTLE_MODE=staging\n')]).toEqual(['production', 'staging']);
    rmSync(folder, { recursive: true });
  });
});
