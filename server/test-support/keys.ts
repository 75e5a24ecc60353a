import type { Keys } from '../src/platform/secrets/keys.ts';

const bytes = (fill: number, length: number) => Buffer.alloc(length, fill);

/** Fixed keys of the tests. The CVV2 pair is that of the published vectors. */
export const TEST_KEYS: Keys = {
  pan: { current: 1, versions: new Map([[1, bytes(0x11, 32)]]) },
  panIndex: { current: 1, versions: new Map([[1, bytes(0x22, 32)]]) },
  pepper: bytes(0x33, 32),
  token: { current: 1, versions: new Map([[1, bytes(0x44, 32)]]) },
  cvv: Buffer.from('0123456789ABCDEFFEDCBA9876543210', 'hex'),
  pin: bytes(0x77, 16),
  network: { current: 1, versions: new Map([[1, bytes(0x55, 32)]]) },
  singleVersions: { pepper: 1, cvv: 1, pin: 1 },
  seal: { current: 1, versions: new Map([[1, bytes(0x66, 32)]]) },
};
