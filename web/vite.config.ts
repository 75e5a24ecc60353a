import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * The built shell is finished by the server, which fills in the brand. Files under /assets/app/
 * carry a hash in their name, so they may be cached for ever.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
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
  },
});
