import type { FeatureFlags } from '@wattle/contract/brands/brand.ts';

export type FeatureName = keyof FeatureFlags;
/** Switches of one level; an absent one leaves the decision to the other levels. */
export type FeatureSwitches = { readonly [name in FeatureName]?: boolean | undefined };

/**
 * Instance → tenant → brand → product: each level can switch a feature off for all levels below, and none can switch it
 * on again.
 */
export function isFeatureOn(name: FeatureName, levels: readonly FeatureSwitches[]): boolean {
  return levels.every((level) => level[name] !== false);
}
