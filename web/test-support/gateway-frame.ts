import { expect } from 'vitest';

const frame = () => document.querySelector<HTMLIFrameElement>('iframe[name="gateway-frame"]');
/** Address of the payment service's page. In these tests no page answers there. */
export const GATEWAY = '/api/payment/page';

/** Waits until the frame shows the payment service. The page around it listens from then on. */
export async function expectGateway(): Promise<void> {
  await expect.poll(() => frame()?.contentWindow?.location.pathname).toBe(GATEWAY);
}

/** Sends the message of our page in the frame, to which the gateway has sent the browser back. */
export function hearGateway(state: 'back' | 'gone'): void {
  const source = frame()?.contentWindow ?? null;
  const data = { type: 'wattle.payment', state };
  window.dispatchEvent(new MessageEvent('message', { source, origin: window.location.origin, data }));
}
