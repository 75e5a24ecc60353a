import { describe, expect, it } from 'vitest';
import { addressBlock } from './address-block.domain.ts';

describe('the address block of a sign-in attempt', () => {
  it.each([
    ['192.0.2.17', '192.0.2.17'],
    ['::ffff:192.0.2.17', '192.0.2.17'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
  ])('%s is in %s', (address, block) => expect(addressBlock(address)).toBe(block));
});
