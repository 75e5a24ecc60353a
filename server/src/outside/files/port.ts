import type { OutsideOutcome } from '../outcome.ts';

/** A file in the folder of an exchange. */
export type ExchangedFile = { readonly name: string; readonly size: number };

/** Names that an exchange takes: no path, no hidden file, no half of a transfer. */
export const FILE_NAME = /^[A-Za-z0-9][\w.-]{0,120}$/;

/**
 * A folder that files are left in for another party, or collected from: on this machine or behind SFTP. No call
 * throws for faults of the other side.
 */
export type FileExchange = {
  /**
   * Leaves a file under its name, whole or not at all. Sent again with the same bytes, it is done. Refused with
   * `name_taken` where a file of that name has another size; an exchange overwrites nothing.
   */
  put(name: string, bytes: Uint8Array): Promise<OutsideOutcome<null>>;
  /** The files of the folder by name, without those that are still being written. */
  list(): Promise<OutsideOutcome<readonly ExchangedFile[]>>;
  /** Refused with `no_file` where there is none of that name. */
  read(name: string): Promise<OutsideOutcome<Buffer>>;
};

/** Where an exchange is. The key of the host is pinned: another host is not spoken to. */
export type FileExchangeSettings =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 'sftp';
      readonly host: string;
      readonly port: number;
      readonly user: string;
      /** On the other side. */
      readonly folder: string;
      /** SHA-256 of the host's key in base64, as `ssh-keygen -l` prints it after `SHA256:`. */
      readonly hostKey: string;
      /** File of the private key that signs in. */
      readonly keyFile: string;
    };

/** Ends a file while it is being written. */
export const PART = '.part';
