import type { Database } from '../../platform/database/database.ts';
import type { ProgrammeIdentity } from './identity.ts';
import { readIdentities } from './identity.store.ts';

/** Identities of the programmes as this server last read them. */
export type Programmes = {
  /** Parts that a programme has itself; empty: none. */
  own(tenantId: number): ProgrammeIdentity;
  /** Whether the settings of the environment are this programme's. False until it was read. */
  isFirst(tenantId: number): boolean;
  /** Numbers of all programmes; empty until they were read. */
  all(): readonly number[];
  /** Reads all again. */
  refresh(): Promise<void>;
};

const NOTHING: ProgrammeIdentity = {};

export function openProgrammes(database: Pick<Database, 'readShared'>): Programmes {
  let read: Awaited<ReturnType<typeof readIdentities>> = { tenants: [], own: new Map() };
  return {
    own: (tenantId) => read.own.get(tenantId) ?? NOTHING,
    isFirst: (tenantId) => read.tenants[0] === tenantId,
    all: () => read.tenants,
    async refresh() {
      read = await database.readShared(readIdentities);
    },
  };
}
