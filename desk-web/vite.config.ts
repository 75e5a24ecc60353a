import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The desk for staff is a separate build, so that cardholders load none of it. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/desk/',
  plugins: [react({ jsxImportSource: '@wattle/web' })],
  build: {
    assetsDir: 'assets/app',
    // Read by tools/web-size.ts, which limits the size of the first view.
    manifest: true,
    // The policy of the page allows no inline script, and all supported browsers have preload.
    modulePreload: { polyfill: false },
    // Small files would otherwise become data: addresses, which the policy refuses too.
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/app/desk-[hash].js',
        chunkFileNames: ({ name }) => `assets/app/desk-${name.split('~')[0]}-[hash].js`,
        assetFileNames: ({ names }) => `assets/app/desk-${names[0]?.split(/[~.]/)[0] ?? 'file'}-[hash][extname]`,
        codeSplitting: {
          groups: [
            // Changes with a new version of a package only.
            {
              name: 'framework',
              test: /rolldown[\\/]runtime|[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/,
            },
          ],
        },
      },
    },
  },
});
