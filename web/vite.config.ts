import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Text files that every sign-in page reads: one file for each language, so that it is one request. */
const SIGN_IN_TEXTS = /[\\/]texts[\\/](enAU|zhCN)[\\/](?:common|errors|access|validation)\.json$/;

const SIGN_IN_PAGES =
  /[\\/]src[\\/](?:ui[\\/](?:tokens|base)\.css|features[\\/]access[\\/](?:account|card)-sign-in\.screen\.tsx)$/;

/** Names the text files in the shell, so that the server can have the visitor's fetched with the first files. */
const nameTexts: Plugin = {
  name: 'wattle:name-texts',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const names = Object.keys(bundle ?? {}).filter((file) => /sign-in-(?:enAU|zhCN)-/.test(file));
      return html.replace('<!--wattle:texts-->', `<!--wattle:texts ${names.map((name) => `/${name}`).join(' ')}-->`);
    },
  },
};

/**
 * The built shell is finished by the server, which fills in the brand. Files under /assets/app/
 * carry a hash in their name, so they may be cached for ever.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), nameTexts],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets/app',
    // Read by tools/web-size.ts, which holds the first route to its limit.
    manifest: true,
    // The policy of the page allows no inline script, and every browser that runs this app preloads.
    modulePreload: { polyfill: false },
    // Small files would otherwise become data: addresses, which the policy refuses too.
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: {
      input: { index: `${import.meta.dirname}/index.html`, 'push-worker': `${import.meta.dirname}/src/push-worker.ts` },
      output: {
        // A worker is known by its address, so that has no hash.
        entryFileNames: ({ name }) => (name === 'push-worker' ? 'push-worker.js' : 'assets/app/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            // Changes with a new version of a package only, so a browser keeps it over many releases.
            {
              name: 'framework',
              test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router|i18next)[\\/]/,
            },
            {
              name: (id) => {
                const language = SIGN_IN_TEXTS.exec(id)?.[1];
                return language ? `sign-in-${language}` : null;
              },
              debugName: 'texts of sign-in',
            },
            // Both sign-in pages and what they are made of: a visitor waits for one file, not for twenty
            // small ones. The styles that all others build on come first in it.
            { name: 'sign-in', test: SIGN_IN_PAGES },
          ],
        },
      },
    },
  },
});
