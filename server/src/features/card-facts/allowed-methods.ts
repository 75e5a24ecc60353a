import {
  METHOD_NAMES,
  type MethodFeature,
  PAYMENT_METHODS,
  type PaymentMethod,
} from '@wattle/contract/rules/payment-methods.ts';
import { type FeatureSwitches, isFeatureOn } from './features.domain.ts';
import type { ProductSettings } from './product-settings.ts';

/**
 * Payment methods that a product allows, that a level above has switched on and none has switched off: one that is newer
 * than a brand has no switch there.
 */
export function allowedMethods(
  settings: ProductSettings,
  levels: readonly FeatureSwitches[],
): ReadonlySet<PaymentMethod> {
  return new Set(
    METHOD_NAMES.filter((name) => {
      const { features, productSetting } = PAYMENT_METHODS[name];
      return settings[productSetting] && features.every((feature) => isSwitchedOn(feature, levels));
    }),
  );
}

function isSwitchedOn(feature: MethodFeature, levels: readonly FeatureSwitches[]): boolean {
  return isFeatureOn(feature, levels) && levels.some((level) => level[feature] === true);
}
