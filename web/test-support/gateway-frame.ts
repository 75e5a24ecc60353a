import { expect } from 'vitest';

const frame = () => document.querySelector<HTMLIFrameElement>('iframe[name="gateway-frame"]');
/** Where the page of the payment service is: no page answers there. */
export const GATEWAY = '/api/payment/page';

/** The frame has been sent to the payment service, after the page around it began to listen. */
export async function expectGateway(): Promise<void> {
  await expect.poll(() => frame()?.contentWindow?.location.pathname).toBe(GATEWAY);
}

/** As the page in the frame says it once the gateway has sent the browser back to it. */
export function hearGateway(state: 'back' | 'gone'): void {
  const source = frame()?.contentWindow ?? null;
  const data = { type: 'wattle.payment', state };
  window.dispatchEvent(new MessageEvent('message', { source, origin: window.location.origin, data }));
}
