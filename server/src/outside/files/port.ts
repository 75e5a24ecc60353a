import type { OutsideOutcome } from '../outcome.ts';

/** File in the folder of an exchange. */
export type ExchangedFile = { readonly name: string; readonly size: number };

/** Valid names: no path, no hidden file, no partial transfer. */
export const FILE_NAME = /^[A-Za-z0-9][\w.-]{0,120}$/;

/**
 * Folder for files to or from another party, on this machine or by SFTP. No call throws for faults of the other side.
 */
export type FileExchange = {
  /**
   * Stores a file under its name, completely or not at all. Repeated with the same bytes it is done. Refused with
   * `name_taken` if a file of that name has another size; nothing is overwritten.
   */
  put(name: string, bytes: Uint8Array): Promise<OutsideOutcome<null>>;
  /** Files of the folder by name, without partial transfers. */
  list(): Promise<OutsideOutcome<readonly ExchangedFile[]>>;
  /** Refused with `no_file` if there is none. */
  read(name: string): Promise<OutsideOutcome<Buffer>>;
};

/** Location of an exchange. The host key is pinned: nothing is sent to another host. */
export type FileExchangeSettings =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 'sftp';
      readonly host: string;
      readonly port: number;
      readonly user: string;
      /** On the other side. */
      readonly folder: string;
      /** SHA-256 of the host key in base64, as `ssh-keygen -l` prints it after `SHA256:`. */
      readonly hostKey: string;
      /** File of the private key for authentication. */
      readonly keyFile: string;
    };

/** Suffix of a partial transfer. */
export const PART = '.part';
