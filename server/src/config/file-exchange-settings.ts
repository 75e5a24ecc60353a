import path from 'node:path';
import * as z from 'zod';
import { ConfigError } from './config-error.ts';
import type { FileExchangeSettings } from '../outside/files/port.ts';

const sftpUrl = z
  .url({ protocol: /^sftp$/, error: 'must be sftp://user@host:22/folder', abort: true })
  .refine((url) => new URL(url).username !== '', 'must name the user: sftp://user@host:22/folder')
  .refine((url) => new URL(url).password === '', 'takes no password: the key signs in');

/** Partners that take files, a part of the environment (config.ts). Without an address files lie in the data folder. */
export const fileExchangeEnvironment = {
  WATTLE_CARD_MAKER_URL: sftpUrl.optional(),
  WATTLE_PRINT_URL: sftpUrl.optional(),
  /** Where files are put for the bank, and where it leaves its own. */
  WATTLE_BANK_OUT_URL: sftpUrl.optional(),
  WATTLE_BANK_IN_URL: sftpUrl.optional(),
  /** Where the card scheme and the payment gateway leave their settlement files. */
  WATTLE_SCHEME_IN_URL: sftpUrl.optional(),
  WATTLE_GATEWAY_IN_URL: sftpUrl.optional(),
  /** File of the private key that signs in to hosts by SFTP. */
  WATTLE_SFTP_KEY_FILE: z.string().optional(),
  /** Keys of those hosts: `host SHA256:…`, separated by commas. */
  WATTLE_SFTP_HOST_KEYS: z
    .string()
    .regex(
      /^[\w.:[\]-]+ SHA256:[A-Za-z0-9+/]{43}(\s*,\s*[\w.:[\]-]+ SHA256:[A-Za-z0-9+/]{43})*$/,
      'must be hosts with their keys, as files.example SHA256:…, separated by commas',
    )
    .optional(),
};

const shape = z.object(fileExchangeEnvironment);
type Environment = z.output<typeof shape>;

export type FileExchanges = {
  /** Takes orders of plastic. */
  readonly cardMaker: FileExchangeSettings;
  /** Takes letters and paper statements. */
  readonly print: FileExchangeSettings;
  /** Takes files of payments, and leaves its answers. */
  readonly toBank: FileExchangeSettings;
  readonly fromBank: FileExchangeSettings;
  /** Leave statements of what they settle. */
  readonly fromScheme: FileExchangeSettings;
  readonly fromGateway: FileExchangeSettings;
};

/** Where a sandbox leaves orders of plastic; in production nothing is written there. */
export const cardMakerFolder = (dataFolder: string) => path.join(dataFolder, 'outgoing/card-maker');

/** @param dataFolder absolute; folders of partners without an address are in it */
export function fileExchangeSettings(value: Environment, dataFolder: string): FileExchanges {
  return {
    cardMaker: exchangeAt(value, 'WATTLE_CARD_MAKER_URL', cardMakerFolder(dataFolder)),
    print: exchangeAt(value, 'WATTLE_PRINT_URL', path.join(dataFolder, 'outgoing/print')),
    toBank: exchangeAt(value, 'WATTLE_BANK_OUT_URL', path.join(dataFolder, 'outgoing/bank')),
    fromBank: exchangeAt(value, 'WATTLE_BANK_IN_URL', path.join(dataFolder, 'incoming/bank')),
    fromScheme: exchangeAt(value, 'WATTLE_SCHEME_IN_URL', path.join(dataFolder, 'incoming/scheme')),
    fromGateway: exchangeAt(value, 'WATTLE_GATEWAY_IN_URL', path.join(dataFolder, 'incoming/gateway')),
  };
}

/** One exchange: by SFTP where its setting has an address, else in a folder. */
function exchangeAt(value: Environment, name: keyof Environment, folder: string): FileExchangeSettings {
  const url = value[name];
  if (url === undefined) return { kind: 'folder', folder };
  const { hostname, port, username, pathname } = new URL(url);
  const pins = (value.WATTLE_SFTP_HOST_KEYS ?? '').split(',').map((pin) => pin.trim().split(' SHA256:'));
  const hostKey = pins.find(([host]) => host === hostname)?.[1];
  if (hostKey === undefined) throw new ConfigError(`WATTLE_SFTP_HOST_KEYS: has no key of the host of ${name}`);
  if (value.WATTLE_SFTP_KEY_FILE === undefined) {
    throw new ConfigError(`WATTLE_SFTP_KEY_FILE: is missing beside ${name}`);
  }
  return {
    kind: 'sftp',
    host: hostname,
    port: port === '' ? 22 : Number(port),
    user: decodeURIComponent(username),
    folder: pathname === '' ? '/' : decodeURIComponent(pathname),
    hostKey,
    keyFile: value.WATTLE_SFTP_KEY_FILE,
  };
}
