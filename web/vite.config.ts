import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './build/chunk-groups.ts';
import { pageFiles } from './build/page-files.ts';
import { workers } from './build/workers.ts';

const INPUTS = {
  index: `${import.meta.dirname}/index.html`,
  early: `${import.meta.dirname}/src/early-calls/early.ts`,
  'identity-check': `${import.meta.dirname}/src/identity-check/frame.ts`,
  'payment-return': `${import.meta.dirname}/src/payment-return/frame.ts`,
  'identity-sandbox': `${import.meta.dirname}/src/identity-check/sandbox.ts`,
};

/**
 * The built shell is finished by the server, which fills in the brand. Files under /assets/app/
 * carry a hash in their name, so they may be cached for ever.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react({ jsxImportSource: '@wattle/web' }), pageFiles(import.meta.dirname), workers(import.meta.dirname)],
  build: {
    assetsDir: 'assets/app',
    // Read by tools/web-size.ts, which holds the first route to its limit.
    manifest: true,
    // The policy of the page allows no other inline script, and every browser that runs this app preloads.
    modulePreload: { polyfill: false },
    // Small files would otherwise become data: addresses, which the policy refuses too.
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: {
      input: INPUTS,
      // The list of routes comes when the first page asks for it, also where it shares its file with the frame that reads it.
      checks: { ineffectiveDynamicImport: false },
      output: {
        // Frames are known by their address, so that has no hash; the early script is written into the page.
        entryFileNames: ({ name }) => (name === 'index' ? 'assets/app/[name]-[hash].js' : `${name}.js`),
        // What several pages share is named after all of them.
        chunkFileNames: ({ name }) => `assets/app/${name.split('~')[0]}-[hash].js`,
        assetFileNames: ({ names }) => `assets/app/${names[0]?.split(/[~.]/)[0] ?? 'file'}-[hash][extname]`,
        codeSplitting: {
          groups: chunkGroups(Object.values(INPUTS)),
        },
      },
    },
  },
});
