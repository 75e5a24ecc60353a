import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SandboxState } from './sandbox.ts';

/** A delivery of a processor of the sandbox, and what it made of the answer. */
export type SandboxDelivery = {
  /** ISO 8601, of the business clock. */
  readonly at: string;
  readonly processor: string;
  /** Name of the connection. */
  readonly connection: string;
  readonly act: string;
  readonly name: string;
  readonly id: string;
  /** Status of our answer; null: none came. */
  readonly status: number | null;
  readonly answer: string;
  readonly ms: number;
  readonly deadlineMs: number;
  /** Belief of the processor after it. */
  readonly belief: string;
};

type Kept = {
  /** By the public id of a connection. */
  readonly states: Readonly<Record<string, unknown>>;
  readonly deliveries: readonly SandboxDelivery[];
};

/** Deliveries that are kept for the page. */
const DELIVERIES_MOST = 200;

/** Card processors of the sandbox, in a file of the data folder that the simulator writes and the server shows. */
export type ProcessorSandbox = {
  state(publicId: string): SandboxState<unknown> | undefined;
  deliveries(): readonly SandboxDelivery[];
  save(publicId: string, state: SandboxState<unknown>, deliveries: readonly SandboxDelivery[]): void;
};

export function openProcessorSandbox(dataFolder: string): ProcessorSandbox {
  const file = path.join(dataFolder, 'sandbox-processors.json');
  const read = (): Kept =>
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : { states: {}, deliveries: [] };
  return {
    state: (publicId) => read().states[publicId] as SandboxState<unknown> | undefined,
    deliveries: () => read().deliveries,
    save(publicId, state, deliveries) {
      const before = read();
      const kept: Kept = {
        states: { ...before.states, [publicId]: state },
        deliveries: [...before.deliveries, ...deliveries].slice(-DELIVERIES_MOST),
      };
      // Renamed, so that a reader never sees half of it.
      writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}
