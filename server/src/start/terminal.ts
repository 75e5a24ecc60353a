import { rulesOf } from '../config/mode.ts';
import type { AppConfig } from '../config/config.ts';
import { SIGN_INS } from '../demo/sign-ins.ts';
import { STAFF, STAFF_PASSWORD } from '../demo/staff.ts';

/** Messages of the server to the person who starts it. */
export type Terminal = {
  /** Reports the current step. */
  report(what: string): void;
  say(line: string): void;
  complain(message: string): void;
  welcome(baseUrl: string, config: AppConfig, logFile: string | undefined): void;
  /** From now on each line is one of the log, which shares the output. */
  writeJson(): void;
};

/** As the log writes them (pino). */
const LEVEL = { info: 30, fatal: 60 };

export function openTerminal(output: NodeJS.WriteStream): Terminal {
  const begunAt = performance.now();
  let isJson = false;
  const write = (line: string) => void output.write(`${line}\n`);
  const log = (level: number, msg: string) => JSON.stringify({ level, time: Date.now(), msg });
  const seconds = () => ((performance.now() - begunAt) / 1000).toFixed(1);
  return {
    report: (what) => write(isJson ? log(LEVEL.info, what) : `  ${seconds().padStart(5)} s  ${what}`),
    say: (line) => write(isJson ? log(LEVEL.info, line) : line),
    complain: (message) => void process.stderr.write(isJson ? `${log(LEVEL.fatal, message)}\n` : `\n${message}\n`),
    writeJson: () => {
      isJson = true;
    },
    welcome(baseUrl, config, logFile) {
      const address = addressFor(baseUrl);
      if (isJson) return write(log(LEVEL.info, `Ready: ${config.instanceName} is at ${address}`));
      write(`  ${seconds().padStart(5)} s  Ready`);
      write(`\n${config.instanceName} is at ${address}\n`);
      if (rulesOf(config.mode).hasDemo) write(`${signInTable(address, config.defaultBrand ?? SIGN_INS[0]?.brand)}\n`);
      if (logFile) write(`Log: ${logFile}`);
      write('Stop with Ctrl-C.');
    },
  };
}

/** The loopback address as people type it. */
function addressFor(baseUrl: string): string {
  return baseUrl.replace(/\/\/(127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?=:)/, '//localhost');
}

function signInTable(address: string, defaultBrand: string | undefined): string {
  const rows = SIGN_INS.map(({ who, brand, name, secret, what }) => [
    who,
    brand === defaultBrand ? `${address}/` : `${address}/${brand}`,
    name,
    secret,
    what,
  ]);
  for (const { fullName, tenantId, name, programme } of STAFF) {
    rows.push([
      fullName,
      `${address}/desk/`,
      `programme ${tenantId}, ${name}`,
      STAFF_PASSWORD,
      `staff of ${programme}`,
    ]);
  }
  const head = ['Who', 'Where', 'Sign in with', 'Password or code', 'What it shows'];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd();
  return ['Demo people (sandbox):', line(head), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)].join(
    '\n',
  );
}
