import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Booked } from './booked.ts';

/**
 * Clearings and refunds that the card network of the sandbox has sent and that were taken, which it settles. No card
 * numbers are in it.
 */
export type SettledMessages = {
  add(booked: Booked): void;
  all(): readonly Booked[];
};

type Stored = Omit<Booked, 'cents'> & { readonly cents: number };

export function openSettledMessages(dataFolder: string): SettledMessages {
  const file = path.join(dataFolder, 'sandbox-scheme.jsonl');
  return {
    add: (booked) =>
      appendFileSync(file, `${JSON.stringify({ ...booked, cents: Number(booked.cents) } satisfies Stored)}\n`, {
        mode: 0o600,
      }),
    all() {
      if (!existsSync(file)) return [];
      const lines = readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '');
      return lines.map((line) => {
        const stored = JSON.parse(line) as Stored;
        return { ...stored, cents: BigInt(stored.cents) };
      });
    },
  };
}
