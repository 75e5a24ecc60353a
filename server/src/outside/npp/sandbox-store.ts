import { folderRecords, type SandboxRecords } from '../sandbox-records.ts';

/** Payment that the instant bank of the sandbox was asked for. */
export type SandboxInstantPayment = {
  readonly key: string;
  readonly programme: number;
  readonly bsb: string;
  readonly accountNumber: string;
  /** Cents. */
  readonly amount: number;
  /** Business time in ms. */
  readonly askedAt: number;
};

export type SandboxInstantStore = SandboxRecords<SandboxInstantPayment>;

/** Stores payments in a folder. */
export const folderInstantStore = (folder: string): SandboxInstantStore =>
  folderRecords<SandboxInstantPayment>(folder, ({ key }) => key);
