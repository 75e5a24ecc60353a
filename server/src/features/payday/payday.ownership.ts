import type { FeatureOwnership } from '../../../test-support/ownership/driver.ts';

export const ownership: FeatureOwnership = {
  things: {},
  calls: {
    setPayday: {
      body: {
        Frequency: 3,
        // The clock of these tests is the day before.
        NextDate: '2026-11-21',
      },
    },
  },
};
