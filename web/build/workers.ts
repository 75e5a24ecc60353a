import { join } from 'node:path';
import { build, type Plugin } from 'vite';

/** Service workers by the name of their file at the root of the site. */
const WORKERS = { 'worker.js': 'src/service-worker/worker.ts', 'worker-off.js': 'src/service-worker/worker-off.ts' };

/** One script, because a classic worker imports nothing, and a module worker is not known by every browser. */
async function bundled(file: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: file, output: { format: 'iife', entryFileNames: '[name].js' } },
    },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [chunk] = outputs;
  if (chunk?.type !== 'chunk' || outputs.length !== 1) throw new Error(`${file} is not one script`);
  return chunk.code;
}

/** Builds the service workers beside the app, each as one file with a fixed name. */
export function workers(root: string): Plugin {
  return {
    name: 'wattle:workers',
    apply: 'build',
    async generateBundle() {
      for (const [fileName, file] of Object.entries(WORKERS)) {
        this.emitFile({ type: 'asset', fileName, source: await bundled(join(root, file)) });
      }
    },
  };
}
