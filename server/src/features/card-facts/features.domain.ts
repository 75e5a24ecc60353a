import type { FeatureFlags } from '@wattle/contract/brands/get-brand.ts';

export type FeatureName = keyof FeatureFlags;
/** Switches of one level; an absent one leaves the decision to the others. */
export type FeatureSwitches = { readonly [name in FeatureName]?: boolean | undefined };

/**
 * Instance → tenant → brand → product: each level can take a feature away from all below it, and
 * none can give back what a level above has taken.
 */
export function isFeatureOn(name: FeatureName, levels: readonly FeatureSwitches[]): boolean {
  return levels.every((level) => level[name] !== false);
}
