import { generateKeyPairSync, createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import ssh2, { type Connection, type SFTPWrapper } from 'ssh2';

const { STATUS_CODE, OPEN_MODE, flagsToString } = ssh2.utils.sftp;
const FILE_MODE = 0o100600;
const FOLDER_MODE = 0o040700;

export type TestSftpServer = {
  readonly port: number;
  /** As printed by `ssh-keygen -l` after `SHA256:`. */
  readonly hostKey: string;
  readonly files: Map<string, Buffer>;
  /** PEM of the key for authentication. */
  readonly userKey: string;
  /** Closes the connection at the next write. */
  cutNextWrite(): void;
  close(): Promise<void>;
};

function pemOf(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
}

/** Keys of host and user, created once because that takes longer than most tests. */
let pems: readonly [string, string] | undefined;

/** SFTP server with one folder `/in` in memory. Like OpenSSH it does not rename over an existing file. */
export async function givenSftpServer({ hasOwnKeys = false } = {}): Promise<TestSftpServer> {
  pems ??= [pemOf(), pemOf()];
  const [hostPem, userKey] = hasOwnKeys ? [pemOf(), pemOf()] : pems;
  const parsed = ssh2.utils.parseKey(hostPem);
  const allowed = ssh2.utils.parseKey(userKey);
  if (parsed instanceof Error || allowed instanceof Error) throw new Error('a key cannot be read');
  const files = new Map<string, Buffer>();
  let isCut = false;
  const server = new ssh2.Server({ hostKeys: [hostPem] }, (client: Connection) => {
    client.on('error', () => {});
    // Each response is sent separately, and would wait for the confirmation of the previous one.
    (client as Connection & { setNoDelay(on: boolean): void }).setNoDelay(true);
    client.on('authentication', (asked) => {
      const isAllowed = asked.method === 'publickey' && asked.key.data.equals(allowed.getPublicSSH());
      if (isAllowed) asked.accept();
      else asked.reject(['publickey']);
    });
    client.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => {
        serve(acceptSftp(), files, () => {
          if (isCut) client.end();
          return isCut;
        });
      });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    hostKey: createHash('sha256').update(parsed.getPublicSSH()).digest('base64'),
    files,
    userKey,
    cutNextWrite: () => {
      isCut = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

type Open = { readonly path: string; readonly bytes: Buffer[]; isListed: boolean };

function serve(sftp: SFTPWrapper, files: Map<string, Buffer>, isCut: () => boolean): void {
  const handles = new Map<number, Open>();
  let next = 0;
  const open = (id: number, path: string) => {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(next);
    handles.set(next, { path, bytes: [], isListed: false });
    next += 1;
    sftp.handle(id, handle);
  };
  const at = (handle: Buffer) => handles.get(handle.readUInt32BE(0)) as Open;
  const attributes = (size: number, mode: number) => ({ mode, uid: 0, gid: 0, size, atime: 0, mtime: 0 });
  const stat = (id: number, path: string) => {
    const file = files.get(path);
    if (file) sftp.attrs(id, attributes(file.byteLength, FILE_MODE));
    else if (path === '/in' || path === '/') sftp.attrs(id, attributes(0, FOLDER_MODE));
    else sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
  };
  sftp.on('REALPATH', (id, path) => sftp.name(id, [{ filename: path, longname: path, attrs: attributes(0, 0) }]));
  sftp.on('STAT', stat);
  sftp.on('LSTAT', stat);
  sftp.on('OPEN', (id, path, flags) => {
    const isWritten = (flags & OPEN_MODE.WRITE) !== 0;
    if (!isWritten && !files.has(path)) sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    else open(id, path);
    if (isWritten && flagsToString(flags) !== 'w') throw new Error('files are written anew');
  });
  sftp.on('WRITE', (id, handle, offset, data) => {
    const file = at(handle);
    const before = Buffer.concat(file.bytes);
    if (offset !== before.byteLength) return sftp.status(id, STATUS_CODE.FAILURE);
    file.bytes.push(Buffer.from(data));
    files.set(file.path, Buffer.concat(file.bytes));
    if (isCut()) return undefined;
    return sftp.status(id, STATUS_CODE.OK);
  });
  sftp.on('FSTAT', (id, handle) => stat(id, at(handle).path));
  sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('SETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('READ', (id, handle, offset, length) => {
    const bytes = files.get(at(handle).path)?.subarray(offset, offset + length);
    if (!bytes || bytes.byteLength === 0) sftp.status(id, STATUS_CODE.EOF);
    else sftp.data(id, bytes);
  });
  sftp.on('CLOSE', (id, handle) => {
    const file = at(handle);
    if (!files.has(file.path) && file.path !== '/in') files.set(file.path, Buffer.concat(file.bytes));
    sftp.status(id, STATUS_CODE.OK);
  });
  sftp.on('OPENDIR', (id, path) => open(id, path));
  sftp.on('READDIR', (id, handle) => {
    const folder = at(handle);
    if (folder.isListed) return sftp.status(id, STATUS_CODE.EOF);
    folder.isListed = true;
    return sftp.name(
      id,
      [...files].map(([path, bytes]) => {
        const filename = path.slice('/in/'.length);
        return { filename, longname: `-rw------- ${filename}`, attrs: attributes(bytes.byteLength, FILE_MODE) };
      }),
    );
  });
  sftp.on('RENAME', (id, from, to) => {
    const bytes = files.get(from);
    if (!bytes || files.has(to)) return sftp.status(id, STATUS_CODE.FAILURE);
    files.delete(from);
    files.set(to, bytes);
    return sftp.status(id, STATUS_CODE.OK);
  });
}
