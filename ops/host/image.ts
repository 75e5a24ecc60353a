import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { tellNpm } from './debian-base.ts';
import { give, giveNow } from './programs.ts';
import { copySources } from './sources.ts';

/** Configuration of an image, by the specification of Docker's images. */
export type ImageConfig = {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly ExposedPorts: Readonly<Record<string, object>>;
  readonly Volumes: Readonly<Record<string, object>>;
  readonly Healthcheck?: { readonly Test: readonly string[]; readonly Interval: number; readonly Timeout: number };
};

export type BuiltImage = {
  readonly config: ImageConfig;
  /** Bytes of its layers and its configuration as a registry keeps them. */
  readonly compressedBytes: number;
  /** Its files, which may be changed: another image is not. */
  readonly root: string;
  remove(): void;
};

const [BASE, BUILD, IMAGE] = ['localhost/wattle-base', 'localhost/wattle-build', 'localhost/wattle'] as const;

/** Builds deploy/Containerfile by buildah, on a base of Debian's packages, in a folder. */
export async function buildImage(debianBase: string, folder: string): Promise<BuiltImage> {
  const places = ['--root', path.join(folder, 'storage'), '--runroot', path.join(folder, 'running')];
  const buildah = async (...args: readonly string[]) =>
    give('buildah', ...places, '--storage-driver', 'overlay', ...args);
  const imageOf = async (from: string, added: string, name: string) => {
    const container = await buildah('from', '--pull-never', from);
    await buildah('add', '--quiet', container, added, '/');
    await buildah('commit', '--quiet', '--rm', container, name);
  };
  await imageOf('scratch', debianBase, BASE);
  await imageOf(BASE, nodeAndNpm(path.join(folder, 'node')), BUILD);
  const sources = path.join(folder, 'sources');
  copySources(sources);
  const how = ['--isolation', 'chroot', '--format', 'docker', '--pull-never', '--quiet', '--tag', IMAGE];
  const images = ['--build-arg', `BUILD_IMAGE=${BUILD}`, '--build-arg', `BASE_IMAGE=${BASE}`];
  const file = ['--file', path.join(sources, 'deploy/Containerfile')];
  await buildah('build', ...how, ...images, ...file, sources);
  const pushed = path.join(folder, 'pushed');
  await buildah('push', '--quiet', '--format', 'v2s2', IMAGE, `dir:${pushed}`);
  const container = await buildah('from', '--pull-never', IMAGE);
  const root = await buildah('mount', container);
  return {
    ...readPushed(pushed),
    root,
    remove() {
      const umount = ['--storage-driver', 'overlay', 'umount', '--all'];
      giveNow('buildah', ...places, ...umount);
    },
  };
}

/** Node and npm for the image that builds: Debian's Node is older than npm 10 wants. */
function nodeAndNpm(folder: string): string {
  const local = path.join(folder, 'usr/local');
  mkdirSync(path.join(local, 'bin'), { recursive: true });
  cpSync(process.execPath, path.join(local, 'bin/node'));
  cpSync(path.join(giveNow('npm', 'root', '--global'), 'npm'), path.join(local, 'lib/node_modules/npm'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(local, 'bin/npm'));
  tellNpm(folder, 'usr/local/etc/npmrc');
  return folder;
}

function readPushed(folder: string) {
  type Part = { readonly digest: string; readonly size: number };
  const read = (name: string) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as unknown;
  const manifest = read('manifest.json') as { readonly config: Part; readonly layers: readonly Part[] };
  const parts = [manifest.config, ...manifest.layers];
  const { config } = read(manifest.config.digest.replace('sha256:', '')) as { readonly config: ImageConfig };
  return { config, compressedBytes: parts.reduce((sum, { size }) => sum + size, 0) };
}
