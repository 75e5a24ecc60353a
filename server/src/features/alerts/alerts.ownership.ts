import type { FeatureOwnership } from '../../../test-support/ownership/driver.ts';

export const ownership: FeatureOwnership = { calls: { saveAlerts: { body: { Alerts: [] } } } };
