import type { Outcome, Step } from './steps.ts';
import { listVitest, runVitest } from './vitest-run.ts';

const SCREENS = ['--project', 'screens'];

async function countScreens(): Promise<Outcome> {
  const skipped = await listVitest(SCREENS);
  return { passed: 0, failed: 0, skipped, details: `--no-browser: ${skipped} tests of screens were skipped` };
}

/** Screens in a browser's DOM, with a server that each test makes up. */
export function screenSteps({ withBrowser }: { readonly withBrowser: boolean }): readonly Step[] {
  return [{ name: 'screens', run: withBrowser ? () => runVitest(SCREENS) : countScreens }];
}
