import { describe, expect, it } from 'vitest';
import { isMasked, maskName } from './masked-name.domain.ts';

describe('a masked username', () => {
  it.each([
    ['amelia.chen@example.com', 'a••••@e••••.com'],
    ['a@b.au', 'a••••@b••••.au'],
    ['grace.kim@mail.example.com.au', 'g••••@m••••.au'],
    ['odd"@"name@example.com', 'o••••@e••••.com'],
    ['someone@localhost', 's••••@l••••'],
    ['200200015', '2••••15'],
    ['200100017-01', '2••••01'],
    ['ruby', 'r••••'],
  ])('shows %s as %s', (name, masked) => {
    expect(maskName(name)).toBe(masked);
    expect(isMasked(masked)).toBe(true);
    expect(isMasked(name)).toBe(false);
  });
});
