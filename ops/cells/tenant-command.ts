import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect } from 'vitest';

const COMMAND = path.join(import.meta.dirname, '../../tools/command.ts');

export type TenantCommand = {
  /** Output so far, of both streams. */
  output(): string;
  kill(): void;
  /** Exit code; null: killed. */
  ended(): Promise<number | null>;
};

/** Runs `npm run tenant -- …` as a separate process that can be killed. */
export function startTenantCommand(argv: readonly string[], settings: Readonly<Record<string, string>>): TenantCommand {
  const child = spawn(process.execPath, [COMMAND, 'tenant', ...argv], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const take = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { output: () => output, kill: () => void child.kill('SIGKILL'), ended: () => ended };
}

/** Output of the command; fails the test after another exit code. */
export async function saidBy(command: TenantCommand, code: number | null = 0): Promise<string> {
  const ended = await command.ended();
  expect([ended, command.output()]).toEqual([code, expect.any(String)]);
  return command.output();
}
