import { arrayRows } from '../../platform/database/array-rows.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { UnknownWord } from '../../outside/processors/purchase-message.ts';

const HOUR_MS = 3_600_000;

/** Upper bounds in ms of the time that asks used, about a fifth apart. */
export const MS_BOUNDS: readonly number[] = [
  1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 27, 33, 40, 50, 60, 75, 90, 110, 130, 160, 200, 250, 300, 360, 430, 520, 620,
  750, 900, 1_100, 1_300, 1_500, 2_000, 2_500, 3_000, 4_000, 6_000, 10_000, 60_000,
];

export function boundOf(ms: number): number {
  return MS_BOUNDS.find((bound) => ms <= bound) ?? (MS_BOUNDS.at(-1) as number);
}

/** A message that has ended. */
export type Counted = {
  readonly connectionId: number;
  /** Business time of its arrival. */
  readonly atMs: number;
  readonly kind: string;
  readonly outcome: string;
  /** Time used by an ask; undefined: told. */
  readonly msUsed?: number | undefined;
  readonly words: readonly UnknownWord[];
};

const COUNT = `
INSERT INTO processor_hour (tenant_id, connection_id, hour, kind, outcome, ms_to, messages)
SELECT $1, connection_id, hour, kind, outcome, ms_to, messages
FROM ${arrayRows('new', 2, {
  connection_id: 'integer',
  hour: 'timestamptz',
  kind: 'text',
  outcome: 'text',
  ms_to: 'integer',
  messages: 'integer',
})}
ORDER BY connection_id, hour, kind, outcome, ms_to
ON CONFLICT (connection_id, hour, kind, outcome, ms_to) DO UPDATE SET messages = processor_hour.messages + excluded.messages`;

const COUNT_WORDS = `
INSERT INTO processor_word (tenant_id, connection_id, field, word, times, first_at, last_at)
SELECT $1, connection_id, field, word, times, at, at
FROM ${arrayRows('new', 2, {
  connection_id: 'integer',
  field: 'text',
  word: 'text',
  times: 'integer',
  at: 'timestamptz',
})}
ORDER BY connection_id, field, word
ON CONFLICT (connection_id, field, word) DO UPDATE
SET times = processor_word.times + excluded.times, last_at = greatest(processor_word.last_at, excluded.last_at)`;

type Sum = Omit<Counted, 'words' | 'atMs' | 'msUsed'> & {
  readonly hour: Date;
  readonly msTo: number;
  messages: number;
};
type WordSum = UnknownWord & { readonly connectionId: number; readonly at: Date; times: number };

/** Counts messages into their hours, and their unknown words, whose card numbers the caller has masked. */
export function countMessages(tx: Tx, tenantId: number, all: readonly Counted[]): void {
  const sums = new Map<string, Sum>();
  const words = new Map<string, WordSum>();
  for (const { connectionId, atMs, kind, outcome, msUsed, words: unknown } of all) {
    const hour = new Date(atMs - (atMs % HOUR_MS));
    const msTo = msUsed === undefined ? 0 : boundOf(msUsed);
    const name = JSON.stringify([connectionId, hour, kind, outcome, msTo]);
    const sum = sums.get(name) ?? { connectionId, hour, kind, outcome, msTo, messages: 0 };
    sum.messages += 1;
    sums.set(name, sum);
    for (const { field, word } of unknown) {
      const ofWord = JSON.stringify([connectionId, field, word]);
      const known = words.get(ofWord) ?? { connectionId, field, word, at: new Date(atMs), times: 0 };
      known.times += 1;
      words.set(ofWord, known);
    }
  }
  if (sums.size > 0) {
    const column = <T>(of: (sum: Sum) => T) => [...sums.values()].map(of);
    tx.later(COUNT, [
      tenantId,
      column(({ connectionId }) => connectionId),
      column(({ hour }) => hour),
      column(({ kind }) => kind),
      column(({ outcome }) => outcome),
      column(({ msTo }) => msTo),
      column(({ messages }) => messages),
    ]);
  }
  if (words.size > 0) {
    const column = <T>(of: (sum: WordSum) => T) => [...words.values()].map(of);
    tx.later(COUNT_WORDS, [
      tenantId,
      column(({ connectionId }) => connectionId),
      column(({ field }) => field),
      column(({ word }) => word),
      column(({ times }) => times),
      column(({ at }) => at),
    ]);
  }
}

const SUMS = `
SELECT kind, outcome, ms_to, sum(messages)::integer AS messages FROM processor_hour
 WHERE tenant_id = $1 AND connection_id = $2 AND hour >= $3
 GROUP BY kind, outcome, ms_to ORDER BY kind, ms_to`;

export type HourSum = {
  readonly kind: string;
  readonly outcome: string;
  readonly ms_to: number;
  readonly messages: number;
};

/** Messages of a connection since a moment, by kind, outcome and time used. */
export function sumHours(tx: Tx, tenantId: number, connectionId: number, fromMs: number): Promise<HourSum[]> {
  return tx.query(SUMS, [tenantId, connectionId, new Date(fromMs - (fromMs % HOUR_MS))]);
}

export async function forgetHours(tx: Tx, tenantId: number, beforeMs: number): Promise<void> {
  await tx.run('DELETE FROM processor_hour WHERE tenant_id = $1 AND hour < $2', [tenantId, new Date(beforeMs)]);
}
