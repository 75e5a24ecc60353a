import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createLogger, createServer, type ProxyOptions, type ViteDevServer } from 'vite';

/**
 * `npm run dev`: the sandbox server, started again whenever one of its files changes, and in front of it the web app
 * and the desk as they are written. The server's own pages are shown: of their shell, only the built scripts and styles
 * are replaced. `PORT` is where the browser goes; the server and the desk's modules take the two ports above it, and a
 * debugger finds the server on 9229.
 */
const ROOT = path.resolve(import.meta.dirname, '..');
const PORT = Number(process.env['PORT'] ?? 3000);
const SERVER = `http://localhost:${PORT + 1}`;
const SERVER_FLAGS = ['--watch', '--watch-preserve-output', '--inspect', ...process.execArgv];

/** Scripts and styles of the build in the shell; a development page loads the sources instead. */
const BUILT =
  /\s*<(?:script type="module"[^>]*src="[^"]*\/assets\/app\/[^>]*><\/script>|link [^>]*href="[^"]*\/assets\/app\/[^>]*>)/g;
const SOURCES = '<script type="module" src="/src/main.tsx"></script>';
/** A page kept by a browser would be one of the build. */
const KEPT = / data-shell="[^"]*"(?: data-worker="[^"]*")?/;

const STARTING =
  '<!doctype html><meta http-equiv="refresh" content="1"><title>Wattle</title><p>The server is starting.</p>';

/**
 * Sends every request that is not for a module to the server. In an answered page, the source files replace the built
 * ones.
 */
function toServer(vite: () => ViteDevServer): ProxyOptions {
  return {
    target: SERVER,
    selfHandleResponse: true,
    headers: { 'accept-encoding': 'identity' },
    configure: (proxy) => {
      proxy.on('proxyRes', (answer, request, response) => void pass(answer, request, response));
      proxy.on('error', (_error, _request, response) => {
        if (!('writeHead' in response) || response.headersSent) return;
        response.writeHead(503, { 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': '1' }).end(STARTING);
      });
    },
  };

  async function pass(answer: IncomingMessage, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const status = answer.statusCode ?? 502;
    const { 'content-length': _length, ...headers } = answer.headers;
    if (!headers['content-type']?.startsWith('text/html')) {
      response.writeHead(status, answer.headers);
      answer.pipe(response);
      return;
    }
    const html = Buffer.concat(await answer.toArray()).toString();
    if (!html.includes('id="root"')) {
      response.writeHead(status, headers).end(html);
      return;
    }
    // The policy allows no inline script, and the modules' own ones are.
    delete headers['content-security-policy'];
    const page = html.replace(BUILT, '').replace(KEPT, ' data-shell="off"').replace('</head>', `${SOURCES}</head>`);
    response.writeHead(status, headers).end(await vite().transformIndexHtml(request.url ?? '/', page));
  }
}

/** Vite's words, without those about a server that is starting again: the page says so. */
function quietWhileItStarts(): ReturnType<typeof createLogger> {
  const logger = createLogger('warn');
  const tell = logger.error.bind(logger);
  logger.error = (message, options) => {
    if (!message.includes('proxy error')) tell(message, options);
  };
  return logger;
}

async function openFront(
  folder: string,
  base: string,
  port: number,
  more: Record<string, ProxyOptions>,
): Promise<ViteDevServer> {
  const modules = String.raw`^${base}(?!@|src/|node_modules/)`;
  const vite: ViteDevServer = await createServer({
    configFile: path.join(ROOT, folder, 'vite.config.ts'),
    root: path.join(ROOT, folder),
    appType: 'custom',
    clearScreen: false,
    customLogger: quietWhileItStarts(),
    server: { port, strictPort: true, proxy: { ...more, [modules]: toServer(() => vite) } },
  });
  return vite.listen();
}

const desk = await openFront('desk-web', '/desk/', PORT + 2, {});
const web = await openFront('web', '/', PORT, { '/desk': { target: `http://localhost:${PORT + 2}`, ws: true } });
// Started last, so that an error about a taken port is printed first.
const server = spawn(process.execPath, [...SERVER_FLAGS, 'server/src/start/main.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, PORT: String(PORT + 1) },
});
void sayWhenReady();

/** After the server's own output, which names another port. */
async function sayWhenReady(): Promise<void> {
  while (!(await fetch(`${SERVER}/healthz`).catch(() => undefined))?.ok) await delay(500);
  console.log(
    `Development: http://localhost:${PORT} shows what you edit, http://localhost:${PORT}/desk/ the desk. A debugger finds the server on port 9229.`,
  );
}

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  server.kill('SIGTERM');
  await Promise.all([web.close(), desk.close()]);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, () => void stop());
server.on('exit', (code) => void stop().then(() => process.exit(code ?? 0)));
